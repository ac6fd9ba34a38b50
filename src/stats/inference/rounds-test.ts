// The test of runs that alternated in rounds: what blocked-test.ts says of the two sides, combined with what the log
// ratios of the rounds say. A slow drift makes the runs of a side differ, while the two runs of a round, which follow
// each other, meet the same machine.
//
// Why the p-value holds. Nothing changed means: a run's number depends on its place in the job and not on its side. A
// coin decides which side has the first place of a round. So the ratio of a round is as likely turned round, each
// independently of the others, even if one place is faster than the other. The signed ranks are then exact
// (signed-rank.ts), and the t of the ratios is the usual approximation of the same distribution (Fisher 1935, The
// Design of Experiments, section 21). The tests of the two sides hold as before. The four p-values depend on each
// other. The tail of a weighted mean of cot(π·p) is nearly that of one of them all the same (Liu & Xie 2020, JASA 115,
// theorem 1, for any weights fixed beforehand that are 1 in all). Three things are not exact: a p above 0.5 is cut off,
// 1 % is not far out in the tail, and one coin is not free (round-coins.ts). `npm run bench:rounds` measures what they do.
//
// Load that comes back with every second run meets one run of each round. Chance then often gives it to one side more
// than to the other, by more than the tests of the sides know. The ratios know it, and where the two runs of a round are
// so opposed they alone count. So they do where one side varies many times as much as the other.
//
// Why the interval holds. A change by a factor moves all logs of the candidate alike. So the test of a shift is the
// test of no change after the shift is taken out. The true shift is rejected as often as no change is in an unchanged
// benchmark. The shifts that are not rejected, with all between them, cover it at least as often as they should.
import { mean, sum } from 'simple-statistics'
import { middle } from '../describe/order-statistics.ts'
import { varyUnlike } from '../describe/spread.ts'
import { tTwoSidedP } from '../distributions/continuous.ts'
import { walshAverages, weightedDifferences } from '../ranks/hodges-lehmann.ts'
import { signedRankP } from '../ranks/signed-rank.ts'
import {
  type Block,
  quickStratifiedRankP,
  stratifiedRankP,
  stratifiedRanks,
} from '../ranks/stratified-ranks.ts'
import { type BlockedMean, blockedMean, sharedScale } from './blocked-mean.ts'
import { ranksByPiece } from './blocked-test.ts'
import { cauchyEvidence, pOfEvidence } from './cauchy-combination.ts'
import { roundsEnd } from './rounds-interval.ts'
import { distinctSorted, mirrored, oncePerPiece, type Shift, withZero } from './shift-intervals.ts'
import { oneSampleT } from './t-tests.ts'

/**
 * The weight of each of the two tests of the sides, and of each of the two tests of the rounds; 1 in all. Where nothing
 * drifts the rounds know less than the sides, since they have half the degrees of freedom. With a fifth of the weight
 * they cost next to nothing there, and find most of what they would find alone where the machine drifts.
 */
const USUAL: Evidence = { sides: 0.4, rounds: 0.1 }
const OF_ROUNDS: Evidence = { sides: 0, rounds: 0.5 }

/**
 * The correlation below which the two runs of a round are opposed, in units of its standard deviation, 1 / √rounds. On a
 * quiet machine it is in 1.4 % of cases, which then have the power of the rounds alone.
 */
const OPPOSED = -2.2

/** The difference b − a of each round of a block, whose sides have as many runs. */
const ratiosOf = ({ a, b }: Block) => b.map((value, round) => value - (a[round] as number))

/** The evidence of the two sides' tests for a change, and that of the rounds' tests; or the weights of both. */
type Evidence = { sides: number; rounds: number }

/** Evidence without weight does not count even where it is infinite. */
const weighted = ({ sides, rounds }: Evidence, weight: Evidence) =>
  (weight.sides === 0 ? 0 : weight.sides * sides) + weight.rounds * rounds

const aroundMean = (values: number[]) => {
  const centre = mean(values)
  return values.map(value => value - centre)
}

/** The rounds alone count where the runs of a round are opposed, more than chance makes them, or the sides vary unlike. */
function weightOf(blocks: Block[]): Evidence {
  if (varyUnlike(blocks)) return OF_ROUNDS
  const rounds = blocks.flatMap(({ a, b }) => {
    const [one, other] = [aroundMean(a), aroundMean(b)]
    return one.map((value, i): [number, number] => [value, other[i] as number])
  })
  const products = sum(rounds.map(([a, b]) => 2 * a * b))
  const squares = sum(rounds.map(([a, b]) => a * a + b * b))
  return products * Math.sqrt(rounds.length) < OPPOSED * squares ? OF_ROUNDS : USUAL
}

/**
 * The evidence of both t tests by the distance of a shift from the mean. They share the mean, and differ in its
 * standard error: one comes from the runs of a side, the other from the ratios of the rounds.
 */
function meansEvidence(blocks: Block[], { standardError, df, blocks: means }: BlockedMean) {
  const rounds = sharedScale(
    blocks.map((block, i) => {
      const own = oneSampleT(ratiosOf(block))
      return { variance: own.standardError ** 2, df: own.df, weight: means[i]?.weight as number }
    }),
  )
  const roundsError = Math.sqrt(rounds.variance)
  return (distance: number): Evidence => {
    if (distance === 0) return { sides: 0, rounds: 0 }
    return {
      sides: cauchyEvidence(tTwoSidedP(distance / standardError, df)),
      rounds: cauchyEvidence(tTwoSidedP(distance / roundsError, rounds.df)),
    }
  }
}

/** The shifts at which either rank test steps, and of each piece between them how many each has below it. */
function steps(differences: number[], averages: Float64Array) {
  const breakpoints: number[] = []
  const [differencesBelow, averagesBelow] = [[0], [0]]
  let [i, j] = [0, 0]
  while (i < differences.length || j < averages.length) {
    const next = Math.min(differences[i] ?? Number.POSITIVE_INFINITY, averages[j] ?? Number.POSITIVE_INFINITY)
    if (differences[i] === next) i++
    while (averages[j] === next) j++
    breakpoints.push(next)
    differencesBelow.push(i)
    averagesBelow.push(j)
  }
  return { breakpoints, differencesBelow, averagesBelow }
}

/** The evidence of both rank tests on each piece between their steps. */
function ranksEvidence(
  blocks: Block[],
  { differences, averages, rounds }: { differences: Float64Array; averages: Float64Array; rounds: number },
  weight: Evidence,
) {
  const own = distinctSorted(differences)
  const { breakpoints, differencesBelow, averagesBelow } = steps(own, averages)
  const strata = ranksByPiece(blocks, own)
  const exactly = oncePerPiece(piece => cauchyEvidence(stratifiedRankP(strata(piece))))
  const evidence = (sides: (piece: number) => number) => (piece: number) => {
    const below = averagesBelow[piece] as number
    const signed = cauchyEvidence(signedRankP(averages.length - below, below, rounds))
    return weighted({ sides: sides(differencesBelow[piece] as number), rounds: signed }, weight)
  }
  const quickly = (piece: number) => cauchyEvidence(quickStratifiedRankP(strata(piece)))
  return { breakpoints, ranks: evidence(exactly), quickRanks: evidence(quickly) }
}

/** The evidence of both rank tests against no shift, where values may be tied. */
function ranksAtZero(blocks: Block[], averages: Float64Array, rounds: number): Evidence {
  let [above, below] = [0, 0]
  for (const average of averages) {
    if (average > 0) above++
    else if (average < 0) below++
  }
  return {
    sides: cauchyEvidence(stratifiedRankP(stratifiedRanks(blocks)(0))),
    rounds: cauchyEvidence(signedRankP(above, below, rounds)),
  }
}

/**
 * Counts the evidence of the rounds only for a change in the direction of the estimate. With runs far out the rounds
 * may point to the other side, and no change is called against the estimate. The p of no shift can only rise by that.
 */
const inDirection = ({ sides, rounds }: Evidence, isSame: boolean, weight: Evidence) =>
  weighted({ sides, rounds: isSame ? rounds : 0 }, weight)

/**
 * The shift b − a that all blocks share: the stratified Hodges-Lehmann estimate, the p of no shift (at most 0.5), and its
 * interval, which spans the estimate and all shifts that the test does not reject. The i-th runs of both sides of a block
 * are those of a round; at least two rounds a block, and a block whose runs vary.
 */
export function roundsShift(blocks: Block[]): Shift {
  const test = blockedMean(blocks)
  const shared = test.difference
  const weight = weightOf(blocks)
  const ratios = blocks.flatMap(ratiosOf)
  const differences = weightedDifferences(blocks)
  const averages = walshAverages(ratios)
  const means = meansEvidence(blocks, test)
  const [estimate, ofRounds] = [middle(differences), middle(averages)]
  const p = pOfEvidence(
    inDirection(means(Math.abs(shared)), shared * estimate > 0, weight) +
      inDirection(ranksAtZero(blocks, averages, ratios.length), ofRounds * estimate > 0, weight),
  )
  const centres = [estimate, shared, ofRounds]
  const upwards = {
    ...ranksEvidence(blocks, { differences, averages, rounds: ratios.length }, weight),
    centre: estimate,
    mean: shared,
    means: (distance: number) => weighted(means(distance), weight),
    beyond: Math.max(...centres),
  }
  const downwards = { ...mirrored(upwards), beyond: -Math.min(...centres) }
  const intervalAt = (level: number) => {
    const need = cauchyEvidence(1 - level)
    const [low, high] = [-roundsEnd(downwards, need), roundsEnd(upwards, need)]
    return withZero(low, high, estimate, p > 1 - level)
  }
  return { shift: estimate, p, intervalAt }
}
