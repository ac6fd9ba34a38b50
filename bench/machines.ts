// The machines on which jobs are simulated: what each adds to the noise of the runs.
import type { Random } from './verdicts/random.ts'

/** Gives for a job of so many runs the log noise that the machine adds to each, in the order in which they are made. */
export type Machine = (random: Random, runs: number) => (run: number) => number

const stray = (random: Random) => (random.uniform() < 0.05 ? Math.log1p(0.05 + 0.45 * random.uniform()) : 0)

function walk(random: Random): (run: number) => number {
  let level = 0
  return () => {
    level += 0.01 * random.normal()
    return level
  }
}

function wave(random: Random, runs: number): (run: number) => number {
  const phase = 2 * Math.PI * random.uniform()
  return run => 0.05 * Math.sin(phase + (2 * Math.PI * run) / runs)
}

function step(random: Random, runs: number): (run: number) => number {
  const place = Math.floor(runs / 4) + random.integer(Math.floor(runs / 2))
  return run => (run < place ? 0 : 0.05)
}

export const machines: Record<string, Machine> = {
  clean: () => () => 0,
  contaminated: random => () => stray(random),
  bimodal: random => () => (random.uniform() < 0.3 ? Math.log1p(0.05) : 0),
  'random walk': walk,
  'slow wave': wave,
  'one step': step,
  'wave, contaminated': (random, runs) => {
    const slow = wave(random, runs)
    return run => slow(run) + stray(random)
  },
}
