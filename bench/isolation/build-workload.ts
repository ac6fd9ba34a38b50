// The benchmarks as command lines: compiled where there is a C compiler, else run by Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const workloads = ['cpu', 'memory', 'bursty'] as const

export type Workload = (typeof workloads)[number]

export type Built = { language: 'C' | 'JavaScript'; command: (workload: Workload) => string[] }

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Compiles into `folder`. Throws the compiler's error messages. */
export function buildWorkload(folder: string): Built {
  const program = join(folder, 'workload')
  const { error, status, stderr } = spawnSync('cc', ['-O2', '-o', program, source('workload.c')], {
    encoding: 'utf8',
  })
  if (status === 0) return { language: 'C', command: workload => [program, workload] }
  if (!error) throw new Error(`cc: ${stderr}`)
  return {
    language: 'JavaScript',
    command: workload => [process.execPath, source('workload.mjs'), workload],
  }
}
