// From the runs of all visits to the level of each commit against the old end of the range. In a visit both were run in turn, so the
// difference of their runs has no drift of the machine. Where the end's own runs show that the machine drifts little
// between visits, those of all visits say more of its level than those of one: then only a part of its difference in
// this visit is taken off (the regression on a control variate, Glasserman 2004, 4.1).
import { ascending, nearestQuantile } from '../../stats/describe/order-statistics.ts'
import { median } from '../../stats/describe/summary.ts'
import { chiSquareQuantile } from '../../stats/distributions/continuous.ts'

/** One visit: the logarithms of the end's runs and of the commit's, round by round. */
export type VisitRuns = { old: number[]; now: number[] }

/** What else is in a level, to be taken off; `spread` as in a level. */
export type LevelOffset = { mean: number; spread: number }

/** All visits of one commit. `position` 0 is the old end of the range. */
export type MeasuredCommit = { position: number; visits: VisitRuns[]; shift?: LevelOffset }

/** A commit's level: the mean difference to the end. Its variance is `spread` times that of one run. */
export type CommitLevel = { position: number; rounds: number; mean: number; spread: number }

export type CommitLevels = {
  /** In the order of the commits. */
  levels: CommitLevel[]
  /** The standard deviation of one run, with its degrees of freedom. */
  runSd: number
  freedom: number
  /** The variance of the end's own level, as `spread`: 0 where each visit is compared with its own runs alone. */
  endSpread: number
  /** The variance of a level after one round, as `spread`, where many rounds follow each other. */
  roundSpread: number
}

/**
 * From quantiles of the absolute deviations to the standard deviation of normal numbers. The larger of both counts: what a quarter
 * of the runs do is not far, as on a machine with two speeds.
 */
const TO_SD = [
  { quantile: 0.5, times: 1 / 0.6745 },
  { quantile: 0.75, times: 1 / 1.1503 },
]
/** A run farther from the others than this many standard deviations counts as if it were this far. */
const FARTHEST = 5
/** Fewer runs do not say what is far. */
const ENOUGH_RUNS_FOR_FAR = 20
/** Fewer visits do not say how the machine drifts between them. */
const ENOUGH_VISITS = 4
/** The rounds of a usual visit. */
const USUAL_ROUNDS = 20
/** Drift that is assumed before the visits say anything of it, as a share of the variance of one run, over their number. */
const ASSUMED_DRIFT = 1 / 8

const sum = (values: number[]) => values.reduce((all, each) => all + each, 0)
const mean = (values: number[]) => sum(values) / values.length

/** How far a run may lie from the median of its visit. */
function farthest(visits: VisitRuns[]): number {
  const deviations = visits.flatMap(({ old, now }) =>
    [old, now].flatMap(runs => {
      if (runs.length < 2) return []
      const middle = median(runs)
      // The median of a few numbers lies close to each of them.
      const shrunk = Math.sqrt(runs.length / (runs.length - 1))
      return runs.map(each => Math.abs(each - middle) * shrunk)
    }),
  )
  if (deviations.length < ENOUGH_RUNS_FOR_FAR) return Number.POSITIVE_INFINITY
  const sorted = ascending(deviations)
  const spread = Math.max(
    ...TO_SD.map(({ quantile, times }) => times * (nearestQuantile(quantile, sorted) as number)),
  )
  return spread === 0 ? Number.POSITIVE_INFINITY : FARTHEST * spread
}

/** `runs` with those that are far from `middle` nearer to it. */
const within = (runs: number[], middle: number, limit: number): number[] =>
  runs.map(each => Math.min(middle + limit, Math.max(middle - limit, each)))

/**
 * The visits of one commit with runs that are far out nearer to the others. Of a visit with three rounds most may be far out, so
 * the commit's runs are compared with those of all its visits, as they differ from the end.
 */
function withoutFar(visits: VisitRuns[], limit: number): VisitRuns[] {
  const measured = visits.filter(({ now }) => now.length > 0)
  const ends = measured.map(({ old }) => median(old))
  const level = median(measured.flatMap(({ now }, i) => now.map(each => each - (ends[i] as number))))
  return measured.map(({ old, now }, i) => {
    const end = ends[i] as number
    return { old: within(old, end, limit), now: within(now, end + level, limit) }
  })
}

type Scatter = { variance: number; freedom: number; correlation: number }

/** The variance of one run within a visit, and how much the two runs of a round go together. */
function scatterOf(visits: VisitRuns[]): Scatter {
  let [squares, products, freedom] = [0, 0, 0]
  for (const { old, now } of visits) {
    const [before, after] = [mean(old), mean(now)]
    squares += sum(old.map(each => (each - before) ** 2)) + sum(now.map(each => (each - after) ** 2))
    products += sum(now.map((each, i) => (each - after) * ((old[i] as number) - before)))
    freedom += 2 * (now.length - 1)
  }
  if (freedom === 0 || squares === 0) return { variance: 0, freedom, correlation: 0 }
  const variance = squares / freedom
  return { variance, freedom, correlation: Math.min(0.99, Math.max(0, (2 * products) / squares)) }
}

/** The variance of the machine between visits, rather too large than too small; infinite where too few visits tell. */
function driftOf(visits: VisitRuns[], { variance }: Scatter): number {
  const count = visits.length
  if (count < ENOUGH_VISITS) return Number.POSITIVE_INFINITY
  const middle = mean(visits.flatMap(({ old }) => old))
  const excess = sum(visits.map(({ old }) => (mean(old) - middle) ** 2 - variance / old.length))
  return Math.max(0, excess) / chiSquareQuantile(0.25, count - 1) + (variance * ASSUMED_DRIFT) / count
}

/** How much of the end's difference in a visit of so many rounds is the machine's, and so the commit's as well. */
function shareOfDrift(rounds: number, drift: number, { variance, correlation }: Scatter): number {
  if (variance === 0 || drift === Number.POSITIVE_INFINITY) return 1
  const chance = variance / rounds
  return (drift + correlation * chance) / (drift + chance)
}

/** The variance of a level from one visit, as `spread`. */
function visitSpread(rounds: number, drift: number, scatter: Scatter): number {
  const share = shareOfDrift(rounds, drift, scatter)
  const between = share === 1 ? 0 : ((1 - share) ** 2 * drift) / scatter.variance
  return (1 + share ** 2 - 2 * share * scatter.correlation) / rounds + between
}

/** The levels of the commits that were measured. Single runs that are far from the others move a level only a little. */
export function commitLevels(measured: MeasuredCommit[]): CommitLevels {
  const given = measured.filter(({ visits }) => visits.some(({ now }) => now.length > 0))
  const limit = farthest(given.flatMap(({ visits }) => visits))
  const kept = given.map(({ position, visits, shift = { mean: 0, spread: 0 } }) => ({
    ...{ position, shift },
    visits: withoutFar(visits, limit),
  }))
  const all = kept.flatMap(({ visits }) => visits)
  const scatter = scatterOf(all)
  const drift = driftOf(all, scatter)
  const end = all.length === 0 ? 0 : mean(all.flatMap(({ old }) => old))
  const levels = kept.map(({ position, visits, shift }) => {
    const each = visits.map(({ old, now }) => {
      const share = shareOfDrift(now.length, drift, scatter)
      const level = mean(now) - end - share * (mean(old) - end)
      return { level, weight: 1 / visitSpread(now.length, drift, scatter) }
    })
    const weight = sum(each.map(({ weight: own }) => own))
    const level = sum(each.map(({ level: own, weight: by }) => own * by)) / weight
    const rounds = sum(visits.map(({ now }) => now.length))
    return { position, rounds, mean: level - shift.mean, spread: 1 / weight + shift.spread }
  })
  const free = 1 - shareOfDrift(USUAL_ROUNDS, drift, scatter)
  const runs = sum(all.map(({ old }) => old.length))
  const ofDrift = free === 0 ? 0 : drift / scatter.variance / all.length
  return {
    levels: levels.sort((a, b) => a.position - b.position),
    runSd: Math.sqrt(scatter.variance),
    freedom: scatter.freedom,
    endSpread: runs === 0 ? 0 : free ** 2 * (1 / runs + ofDrift),
    roundSpread: USUAL_ROUNDS * visitSpread(USUAL_ROUNDS, drift, scatter),
  }
}
