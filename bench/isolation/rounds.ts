// Measures every benchmark by every method in turn. Each round has another order, so that a disturbance of the machine
// meets all methods alike.
import type { Topology } from '../../src/measure/pin/topology.ts'
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'
import type { Background } from './background.ts'
import { type Built, type Workload, workloads } from './build-workload.ts'
import { type BlockUse, cpusInUse, readCpuUse } from './cpu-use.ts'
import { addMade, type Made } from './made.ts'
import type { Method, Place } from './methods.ts'
import { shuffled } from './shuffled.ts'

export type Cell = Made & { workload: Workload; method: Method['name'] }

export type Found = {
  cells: Cell[]
  inUse: BlockUse[]
  rounds: number
}

export type Setting = Place & {
  built: Built
  methods: Method[]
  background: Background
  topology: Topology
  /** At most so many rounds, and none that would probably end after `endAt` (performance.now). */
  rounds: number
  endAt: number
  runs: number
  onRound: (round: number) => void
}

/** Runs `work` while the background load does what `method` wants, and leaves it as it was: resting. */
async function under<Result>(
  { background: wanted }: Method,
  { background, cpus, topology }: Setting,
  work: () => Promise<Result>,
): Promise<Result> {
  if (wanted === 'rests') return work()
  if (wanted === 'confined') await background.confine(cpus, topology)
  await background.resume()
  try {
    return await work()
  } finally {
    if (wanted === 'confined') await background.spread()
    await background.rest()
  }
}

function addTo(cells: Cell[], workload: Workload, method: Method['name'], made: Made): void {
  const cell = cells.find(each => each.workload === workload && each.method === method)
  if (cell) addMade(cell, made)
  else cells.push({ workload, method, ...made })
}

async function measureBlock(method: Method, setting: Setting, found: Found, random: () => number) {
  const { built, runs, signal } = setting
  await under(method, setting, async () => {
    const before = readCpuUse()
    for (const workload of shuffled(workloads, random)) {
      signal.throwIfAborted()
      addTo(found.cells, workload, method.name, await method.measure(built.command(workload), runs))
    }
    found.inUse.push({ during: method.name, used: cpusInUse(before, readCpuUse()) })
  })
}

/** Makes rounds of `runs` runs of each, at least two. Throws when a run fails or the signal fires. */
export async function measureRounds(setting: Setting): Promise<Found> {
  const { methods, rounds, endAt, onRound } = setting
  const random = seededUniform(1)
  const found: Found = { cells: [], inUse: [], rounds: 0 }
  let longest = 0
  while (found.rounds < rounds && (found.rounds < 2 || performance.now() + longest < endAt)) {
    const begun = performance.now()
    for (const method of shuffled(methods, random)) await measureBlock(method, setting, found, random)
    longest = Math.max(longest, performance.now() - begun)
    onRound(++found.rounds)
  }
  return found
}
