// The background load: processes of this script alone, on all CPUs or kept off the benchmark's, resting or not.
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Housekeeping, moveToHousekeeping } from '../../src/measure/pin/housekeeping.ts'
import type { Topology } from '../../src/measure/pin/topology.ts'

const program = fileURLToPath(new URL('noise.mjs', import.meta.url))

/** After this time every process has noticed a change: it rests, works or has moved. */
const SETTLE_MS = 250

export type Background = {
  kinds: string[]
  rest: () => Promise<void>
  resume: () => Promise<void>
  /** Moves every process of it off the CPUs `benchmark`, as the runner hooks do with everything; undone by `spread`. */
  confine: (benchmark: string, topology: Topology) => Promise<void>
  spread: () => Promise<void>
  /** Ends all of it and waits until it has ended. */
  stop: () => Promise<void>
}

/** The load beside a benchmark: two busy processes for each CPU, short-lived ones, a disk and the network. */
export const kindsOfNoise = () => [
  ...Array.from({ length: 2 * availableParallelism() }, () => 'busy'),
  'short',
  'disk',
  'network',
]

function confined(pid: number, benchmark: string, topology: Topology): Housekeeping {
  const moved = moveToHousekeeping(benchmark, topology, pid)
  if (moved.cpus === null) throw new Error(moved.warnings[0]?.message ?? `process ${pid} was not moved`)
  return moved
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.stdin?.end()
  const kill = setTimeout(() => child.kill('SIGKILL'), 1000)
  await gone
  clearTimeout(kill)
}

/**
 * Starts it, resting; it ends by itself after `seconds`, or with this process. `folder` is on the disk to be kept busy.
 */
export function startBackground(folder: string, seconds: number, kinds = kindsOfNoise()): Background {
  const children = kinds.map(kind => {
    const child = spawn(process.execPath, [program, kind, String(seconds), folder], {
      stdio: ['pipe', 'ignore', 'inherit'],
      // A session of its own each, like services and other people's work. Where sched_autogroup is on, the kernel
      // shares the CPUs out by session first: all of it in one would hardly be felt.
      detached: true,
    })
    // Writing to a process that has ended fails; `tell` reports such a process.
    child.stdin.on('error', () => {})
    return child
  })
  let moved: Housekeeping[] = []
  const tell = async (word: '0' | '1') => {
    const ended = children.findIndex(child => child.exitCode !== null || child.signalCode !== null)
    if (ended >= 0) throw new Error(`the background load '${kinds[ended]}' has ended early`)
    for (const child of children) child.stdin.write(word)
    await sleep(SETTLE_MS)
  }
  for (const child of children) child.stdin.write('0')
  return {
    kinds,
    rest: () => tell('0'),
    resume: () => tell('1'),
    confine: async (benchmark, topology) => {
      moved = children.map(child => confined(child.pid ?? 0, benchmark, topology))
      await sleep(SETTLE_MS)
    },
    spread: async () => {
      for (const each of moved.splice(0)) each.restore()
      await sleep(SETTLE_MS)
    },
    stop: async () => void (await Promise.all(children.map(end))),
  }
}
