// The questions to a rival and its answers. Every rival gets the same raw measurements of the same processes as
// stable-bench.
import type { Runs } from '../cases.ts'
import type { Said } from '../score.ts'

/** As its makers ship it, or helped: given one value per process. */
export type Feed = 'shipped' | 'per process'

/** One case; the true change is already in the candidate. Everything is in nanoseconds. */
export type Pair = {
  baseline: Runs
  candidate: Runs
  /** Values of earlier commits for rivals that keep a history: of one process each, and medians of ten. */
  history: { single: number[]; medians: number[] } | null
  /** The first measurement of each of many more fresh processes, for a rival that samples on and on. */
  pages: { baseline: number[]; candidate: number[] } | null
}

/** Programs, and folders of packages; null where one could not be installed. */
export type Tools = {
  benchstat: string | null
  python: string | null
  criterion: string | null
  tachometer: string | null
}

export type Rival = {
  name: string
  /** How it is run here: the real program, or the rule with its source. */
  how: string
  needs: keyof Tools | null
  /** It takes milliseconds a case: the fewest cases are enough. */
  slow: boolean
  /** The values that it reads with each feed. */
  reads: Record<Feed, string>
  /** Whether it ever says in words that nothing changed. */
  claimsNoChange: boolean
  /** The part of a case that it cannot do without. */
  requires?: (feed: Feed) => 'history' | 'pages' | null
  judge: (pairs: Pair[], feed: Feed, tools: Tools) => Promise<Said[]>
}

/** The middle of a list; the mean of the two middle values of an even number. */
export function median(values: number[]): number {
  const sorted = values.toSorted((x, y) => x - y)
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1]
  return ((sorted[low] as number) + (sorted[high] as number)) / 2
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
export const mean = (values: number[]) => sum(values) / values.length

/** Every measurement of every process, as if they were independent. */
export const allMeasurements = (runs: Runs) => runs.flat()
/** The measurements of the first process: what a tool sees that starts the benchmark once a side. */
export const firstProcess = (runs: Runs) => runs[0] as number[]
/** One number per process. */
export const runMedians = (runs: Runs) => runs.map(median)

/** The alarm for a difference that a two-sided test found. */
export function alarm(ratio: number): 'slower' | 'faster' {
  return ratio > 1 ? 'slower' : 'faster'
}
