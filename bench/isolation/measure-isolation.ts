// The whole measurement on one machine. It leaves nothing behind.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choosePinning } from '../../src/measure/pin/pinning.ts'
import { readTopology } from '../../src/measure/pin/topology.ts'
import { startBackground } from './background.ts'
import { type Built, buildWorkload } from './build-workload.ts'
import { methodsAt } from './methods.ts'
import { measureOverhead, type Overhead } from './overhead.ts'
import { type Found, measureRounds } from './rounds.ts'

export type Effort = { rounds: number; seconds: number; runs: number }

export type Measured = Found & {
  overhead: Overhead
  language: Built['language']
  /** The CPUs of the benchmark. */
  cpus: string
  noise: string[]
  left: string[]
}

/** Runs `work` with a folder that is on a disk and gone afterwards. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  // /tmp may be in memory, where nothing waits for a disk.
  const folder = mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'stable-bench-isolation-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Also when nobody reads the output any more, which ends this process at once.
  process.once('exit', remove)
  try {
    return await work(folder)
  } finally {
    remove()
  }
}

/** The CPUs that stable-bench chooses here. Throws where it cannot leave any for the rest. */
export function benchmarkCpus(): string {
  const { cpus, warnings } = choosePinning({
    cpus: 'auto',
    numaNode: 'none',
    aslr: 'on',
    priority: 'auto',
    lockMemory: false,
  })
  if (cpus !== null) return cpus
  throw new Error(
    `this needs two CPUs and taskset: ${warnings.map(each => each.message).join('; ') || 'not pinned'}`,
  )
}

/** Throws when a run fails, and when `signal` fires. */
export function measureIsolation(
  effort: Effort,
  { signal, say }: { signal: AbortSignal; say: (text: string) => void },
): Promise<Measured> {
  const endAt = performance.now() + effort.seconds * 1000
  return withFolder(async folder => {
    const topology = readTopology()
    const place = { folder, cpus: benchmarkCpus(), signal }
    const built = buildWorkload(folder)
    const { methods, left } = methodsAt(place)
    for (const reason of left) say(`left out: ${reason}`)
    say('measuring what stable-bench itself costs')
    const overhead = await measureOverhead(place)
    const background = startBackground(folder, 3 * effort.seconds)
    const onRound = (round: number) => say(`round ${round} is done`)
    const setting = { ...place, ...effort, endAt, built, methods, background, topology, onRound }
    try {
      const found = await measureRounds(setting)
      return {
        ...found,
        overhead,
        language: built.language,
        cpus: place.cpus,
        noise: background.kinds,
        left,
      }
    } finally {
      await background.stop()
    }
  })
}
