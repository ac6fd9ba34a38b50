// Which CPUs a benchmark is pinned to, and the command line in front of it that does so. What is asked for
// explicitly fails when it cannot be had; `auto` goes on without and says so.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError, type Warning } from '../model.ts'
import { parseCpuList } from './cpu-list.ts'

export type PinningRequest = { cpus: string; numaNode: string; aslr: 'auto' | 'on' | 'off' }

export type Pinning = {
  prefix: string[]
  cpus: string | null
  numaNode: string | null
  aslr: 'on' | 'off'
  warnings: Warning[]
}

const PACKAGES: Record<string, string> = { taskset: 'util-linux', setarch: 'util-linux', numactl: 'numactl' }

/** Whether `argv` starts and succeeds; its first line of complaint otherwise. */
export function tryCommand(
  argv: string[],
  env: NodeJS.ProcessEnv = process.env,
): { ok: true } | { ok: false; why: string } {
  const [file = '', ...args] = argv
  const { status, error, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 10_000, env })
  if (status === 0) return { ok: true }
  if (error && 'code' in error && error.code === 'ENOENT') {
    return { ok: false, why: `${file} is not installed (package ${PACKAGES[file] ?? file})` }
  }
  return { ok: false, why: (stderr || error?.message || `exit code ${status}`).trim().split('\n')[0] ?? '' }
}

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '')

/** The CPUs this process may use, from `/proc/self/status` under `root`. */
export function allowedCpus(root = '/'): number[] {
  const line = /^Cpus_allowed_list:\s*(\S+)$/m.exec(read(join(root, 'proc/self/status')))
  return parseCpuList(line?.[1] ?? '', '/proc/self/status')
}

/**
 * One thread of the last whole core that is isolated, or else of the last core that does not hold CPU 0, where
 * most interrupts and kernel housekeeping end up. Null when there is no choice.
 */
export function chooseCpu(root = '/'): number | null {
  const cpu = join(root, 'sys/devices/system/cpu')
  const siblings = (n: number) =>
    parseCpuList(
      read(join(cpu, `cpu${n}/topology/thread_siblings_list`)) || String(n),
      'thread_siblings_list',
    )
  const allowed = allowedCpus(root)
  const isolated = parseCpuList(read(join(cpu, 'isolated')), 'isolated').filter(n => allowed.includes(n))
  const otherCore = allowed.filter(n => !siblings(n).includes(0))
  const otherCpu = allowed.filter(n => n !== 0)
  const last = [isolated, otherCore, otherCpu].find(cpus => cpus.length > 0)?.at(-1)
  return last === undefined ? null : Math.min(...siblings(last).filter(n => otherCpu.includes(n)))
}

/** The NUMA node of a CPU where the machine has more than one, else null. */
export function nodeOfCpu(cpu: number, root = '/'): string | null {
  const nodes = join(root, 'sys/devices/system/node')
  const names = existsSync(nodes) ? readdirSync(nodes).filter(name => /^node\d+$/.test(name)) : []
  if (names.length < 2) return null
  const home = names.find(name => parseCpuList(read(join(nodes, name, 'cpulist')), name).includes(cpu))
  return home?.replace('node', '') ?? null
}

type Choice = { wanted: string | null; explicit: boolean }

function chosenCpus(request: string): Choice {
  if (request === 'none') return { wanted: null, explicit: true }
  if (request !== 'auto') return { wanted: parseCpuList(request, 'cpus').join(','), explicit: true }
  const cpu = chooseCpu()
  return { wanted: cpu === null ? null : String(cpu), explicit: false }
}

function chosenNode(request: string, cpus: string | null): Choice {
  if (request === 'none') return { wanted: null, explicit: true }
  if (request !== 'auto') return { wanted: request, explicit: true }
  return { wanted: cpus === null ? null : nodeOfCpu(Number(cpus.split(',')[0])), explicit: false }
}

/**
 * The wrappers for `request` that work here, each tried with `true` behind those before it. Throws an InputError
 * naming the wrapper, its package and its complaint when what was asked for explicitly cannot be had.
 */
export function choosePinning(request: PinningRequest, env: NodeJS.ProcessEnv = process.env): Pinning {
  const cpus = chosenCpus(request.cpus)
  const node = chosenNode(request.numaNode, cpus.wanted)
  const pinning: Pinning = { prefix: [], cpus: null, numaNode: null, aslr: 'on', warnings: [] }
  const add = (input: string, { wanted, explicit }: Choice, wrapper: string[]): string | null => {
    if (wanted === null) return null
    const tried = tryCommand([...pinning.prefix, ...wrapper, 'true'], env)
    if (tried.ok) {
      pinning.prefix.push(...wrapper)
      return wanted
    }
    const message = `${input}=${wanted}: ${wrapper.join(' ')} does not work here: ${tried.why}`
    if (explicit)
      throw new InputError(`${message}; install it, ask for something else or leave ${input} at auto`)
    pinning.warnings.push({ code: `no-${wrapper[0]}`, message: `measured without: ${message}` })
    return null
  }
  pinning.numaNode = add('numa-node', node, [
    'numactl',
    `--cpunodebind=${node.wanted}`,
    `--membind=${node.wanted}`,
  ])
  pinning.cpus = add('cpus', cpus, ['taskset', '-c', cpus.wanted ?? ''])
  const aslr = { wanted: request.aslr === 'on' ? null : 'off', explicit: request.aslr === 'off' }
  pinning.aslr = add('aslr', aslr, ['setarch', '-R']) === null ? 'on' : 'off'
  if (cpus.wanted === null && !cpus.explicit) {
    pinning.warnings.push({ code: 'not-pinned', message: 'not pinned: no CPU apart from CPU 0 may be used' })
  }
  return pinning
}
