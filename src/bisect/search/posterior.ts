// Where in a range of commits the level changes, how probable each place is, and what the levels are.
import { type Assumed, assumptionsOf } from './assumptions.ts'
import { type CommitLevel, type CommitLevels, commitLevels, type MeasuredCommit } from './commit-levels.ts'
import { type SegmentInput, type SegmentSums, segmentSums } from './segments.ts'

/** Commits in their order, by position. `fromEnd`: position 0 is the end that all of them were measured against. */
export type CommitChain = { last: number; fromEnd: boolean; measured: MeasuredCommit[] }

/** The commits after `from` and up to `to`, of which one made the step: both ends were measured, and none between them. */
export type Gap = { from: number; to: number; probability: number; change: number }

/** How much of the change is in a gap, as far as is known. */
const weightOf = ({ probability, change }: Gap) => probability * Math.abs(change)

/** The gap that most of the change is in. */
export const mainGap = (gaps: Gap[]): number =>
  gaps.reduce((best, gap, g) => (weightOf(gap) > weightOf(gaps[best] as Gap) ? g : best), 0)

export type StepPosterior = {
  gaps: Gap[]
  points: CommitLevel[]
  /** The expected level of each point. */
  levels: number[]
  /** The standard deviation of a level after one round, where many follow each other. */
  roundSd: number
  /** That of what a build does besides its code. */
  buildSd: number
  /** The probability that there is no step at all. */
  none: number
}

/** A set of assumptions that explains what was measured so much worse than the best counts for nothing. */
const NEGLIGIBLE = Math.log(1e-5)

/** Steps that a range has besides the one that its ends show. */
const STEPS_EXPECTED = 0.25

/** Before measuring, each commit is as likely to be a step as any other. */
function inputOf({ last, fromEnd }: CommitChain, { levels, endSpread }: CommitLevels): SegmentInput {
  const points: CommitLevel[] = fromEnd ? [{ position: 0, rounds: 0, mean: 0, spread: 0 }, ...levels] : levels
  const stay = Math.log1p(-STEPS_EXPECTED / (last + 1))
  const logStay = Float64Array.from(points, ({ position }, g) =>
    g === 0 ? 0 : stay * (position - (points[g - 1] as CommitLevel).position),
  )
  return { points, fromEnd, endSpread, logStay, logStep: logStay.map(log => Math.log(-Math.expm1(log))) }
}

/** Adds what one set of assumptions says, times its weight. */
function addShare(
  { probabilities, levels }: { probabilities: Float64Array; levels: Float64Array },
  { evidence, forward, backward, segments, means }: SegmentSums,
  { logStep, base, weight }: { logStep: Float64Array; base: number; weight: number },
): void {
  const n = levels.length
  const total = evidence - base
  for (let i = 0; i < n; i++) {
    const before = i === 0 ? 0 : (forward[i - 1] as number) + (logStep[i] as number)
    if (i > 0)
      probabilities[i] =
        (probabilities[i] as number) + weight * Math.exp(before + (backward[i] as number) - total)
    for (let j = i; j < n; j++) {
      const after = j === n - 1 ? 0 : (logStep[j + 1] as number) + (backward[j + 1] as number)
      const share = weight * Math.exp(before + (segments[i * n + j] as number) + after - total)
      if (share < 1e-12) continue
      const part = share * (means[i * n + j] as number)
      for (let k = i; k <= j; k++) levels[k] = (levels[k] as number) + part
    }
  }
}

/** What the measurements say of where the steps are. `chain` needs one measured commit. */
export function stepPosterior(chain: CommitChain): StepPosterior {
  const found = commitLevels(chain.measured)
  const input = inputOf(chain, found)
  const { points, logStep } = input
  const n = points.length
  const each = assumptionsOf(found).map((assumed: Assumed) => {
    const sums = segmentSums(input, assumed)
    return { sums, build: assumed.build, logWeight: assumed.logWeight + sums.evidence }
  })
  const top = Math.max(...each.map(({ logWeight }) => logWeight))
  const kept = each.filter(({ logWeight }) => logWeight - top > NEGLIGIBLE)
  const sum = kept.reduce((all, { logWeight }) => all + Math.exp(logWeight - top), 0)
  const into = { probabilities: new Float64Array(n), levels: new Float64Array(n) }
  let [builds, none] = [0, 0]
  for (const { sums, build, logWeight } of kept) {
    const base = sums.evidence - (sums.forward[n - 1] as number)
    const weight = Math.exp(logWeight - top) / sum
    addShare(into, sums, { logStep, base, weight })
    builds += weight * build ** 2
    none += weight * Math.exp((sums.segments[n - 1] as number) - (sums.forward[n - 1] as number))
  }
  const level = (g: number) => into.levels[g] as number
  const gaps = points.slice(1).map(({ position }, g) => ({
    from: (points[g] as CommitLevel).position,
    to: position,
    probability: Math.min(1, into.probabilities[g + 1] as number),
    change: level(g + 1) - level(g),
  }))
  return {
    gaps,
    points,
    levels: [...into.levels],
    roundSd: found.runSd * Math.sqrt(found.roundSpread),
    buildSd: Math.sqrt(builds),
    none,
  }
}

/** A commit by position, with the probability that it made the largest step. */
type CommitOdds = { position: number; probability: number }

/** The commits of which one made the largest step, the most probable first. Those of one gap have equal shares. */
export function commitOdds({ gaps }: Pick<StepPosterior, 'gaps'>): CommitOdds[] {
  const total = gaps.reduce((sum, gap) => sum + weightOf(gap), 0)
  return gaps
    .flatMap(gap =>
      Array.from({ length: gap.to - gap.from }, (_, i) => ({
        position: gap.from + 1 + i,
        probability: total === 0 ? 0 : weightOf(gap) / total / (gap.to - gap.from),
      })),
    )
    .sort((a, b) => b.probability - a.probability)
}

/** How many commits it takes to be as sure as `share` that the step is among them. */
export function commitsLeft(odds: CommitOdds[], share: number): number {
  let sum = 0
  const enough = odds.findIndex(({ probability }) => {
    sum += probability
    return sum >= share
  })
  return enough < 0 ? odds.length : enough + 1
}
