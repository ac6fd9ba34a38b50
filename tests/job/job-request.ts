import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MeasureRequest } from '../../src/job/request/request.ts'

/** On a busy machine a pinned run is made twice. */
export const unpinned = {
  cpus: 'none',
  numaNode: 'none',
  aslr: 'auto',
  priority: 'auto',
  lockMemory: false,
} as const

/** A request for `commands` in a new directory, without warm-up. */
export function jobRequest(
  commands: MeasureRequest['commands'],
  overrides: Partial<MeasureRequest> = {},
): MeasureRequest {
  return {
    suite: 'suite',
    cwd: mkdtempSync(join(tmpdir(), 'stable-bench-job-')),
    commands,
    benchmarks: { baseline: [], candidate: [] },
    delta: 0,
    looks: [5],
    warmupRuns: 0,
    duet: false,
    layouts: [],
    calledLayouts: [],
    relink: '',
    relinkTimeoutMs: 60_000,
    service: null,
    warmUpMs: 0,
    loadCpus: 'auto',
    seed: 0,
    coolDownSeconds: 0,
    waitIdleSeconds: 0,
    prepare: '',
    cache: 'warm',
    tool: 'process',
    results: null,
    pinning: { cpus: 'auto', numaNode: 'none', aslr: 'auto', priority: 'auto', lockMemory: false },
    timeoutMs: 20_000,
    maxTimeMs: 0,
    explain: null,
    env: process.env,
    machine: null,
    requireTuned: false,
    quiet: true,
    notes: [],
    published: null,
    ...overrides,
  }
}

/** Runs on one CPU, and nothing else about them is changed. */
export const pinnedTo = (cpu: number) => ({ ...unpinned, cpus: String(cpu), aslr: 'on' }) as const
