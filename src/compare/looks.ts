// The planned looks at the data: how much of each error rate one may spend, and which rows need another.
import type { Comparison, Policy, Row, Session } from '../model/index.ts'

/** Runs a side at each planned look, ascending; empty where one was planned, which may spend everything. */
export type Looks = readonly number[]

/**
 * `family` is the limit for adjusted p. Those are divided by their look's share already, so this has no share in it.
 * `interval` is what an interval may leave out.
 */
export type ErrorLevels = { row: number; family: number; equivalence: number; interval: number }

// What each look may spend, as a share of an error rate. Looks at the same runs err together, so the shares may be a little
// more than 1 in all: bench/looks.ts finds about 1 % of false alarms, and of intervals that miss the truth, for two to four
// looks that double the runs.
const EARLIER_ALPHA = 0.1
const LESS_FOR_EACH = 0.05
const EARLIER_EQUIVALENCE = 0.7
const LAST_EQUIVALENCE = 0.5
const EARLIER_INTERVAL = 0.6

/** Runs a side of a row, by which it is decided. */
export const fewerRuns = ({ baseline, candidate }: Row['runs']): number => Math.min(baseline, candidate)

const isEarlier = (runs: number, looks: Looks) => looks.slice(0, -1).some(planned => runs <= planned)

/** The share of alpha, its own and the family's, that a row with so many runs a side may spend. */
export const alphaShare = (runs: number, looks: Looks): number =>
  isEarlier(runs, looks) ? EARLIER_ALPHA : 1 - LESS_FOR_EACH * Math.max(0, looks.length - 1)

function equivalenceShare(runs: number, looks: Looks): number {
  if (isEarlier(runs, looks)) return EARLIER_EQUIVALENCE / (looks.length - 1)
  return looks.length < 2 ? 1 : LAST_EQUIVALENCE
}

/**
 * The share of alpha that the interval of a row with so many runs a side may leave out. An estimate far from the truth ends
 * the looks more often than others do, so that the interval of each look may miss less than alpha. Never less than the row may
 * spend: then a row could be significant and its interval hold no change.
 */
export const intervalShare = (runs: number, looks: Looks): number =>
  isEarlier(runs, looks) ? EARLIER_INTERVAL : alphaShare(runs, looks)

/** The levels at which a row with so many runs a side is decided and shown. */
export const levelsAt = (runs: number, looks: Looks, policy: Policy): ErrorLevels => ({
  row: policy.alpha * alphaShare(runs, looks),
  family: policy.familyAlpha,
  equivalence: policy.equivalenceAlpha * equivalenceShare(runs, looks),
  interval: policy.alpha * intervalShare(runs, looks),
})

const mostRuns = ({ benchmarks }: Session) => Math.max(0, ...benchmarks.map(({ runs }) => runs.length))

const partOf = ({ plan }: Session) => plan?.shard?.number ?? 0

/** The sessions of the part of the suite that most of them measured: each row is in one part. */
function ofOnePart(candidates: Session[]): Session[] {
  const parts = new Map<number, Session[]>()
  for (const each of candidates) parts.set(partOf(each), [...(parts.get(partOf(each)) ?? []), each])
  return [...parts.values()].sort((a, b) => b.length - a.length)[0] ?? []
}

/** The looks at sides that alternated. Of several blocks, machines or attempts, the first was looked at before. */
export function looksAt(candidates: Session[]): number[] {
  const ofPart = ofOnePart(candidates)
  const [first, ...others] = ofPart
  if (first === undefined) return []
  return others.length === 0
    ? (first.plan?.looks ?? [])
    : [mostRuns(first), ofPart.map(mostRuns).reduce((sum, runs) => sum + runs)]
}

/** Warnings about odd runs, which call for more runs just as an undecided row does. */
const answeredByRuns = ['outlier-runs', 'bimodal-runs']

/** Gating rows that more runs may settle. */
export const openRows = ({ rows }: Pick<Comparison, 'rows'>): Row[] =>
  rows.filter(
    row =>
      row.gates &&
      (row.verdict === 'inconclusive' || row.warnings.some(warning => answeredByRuns.includes(warning.code))),
  )

/** A row that needs as many runs per side as this, or more, needs a quieter machine. */
const HUNDREDS = 200
/** Above this p at half of the runs, hardly one row in seven would be significant with all of them. */
const NOTHING_IN_SIGHT = 0.2

/**
 * Whether the last look at `maxRuns` would be in vain: each row that is open needs hundreds of runs to see a change of the
 * size of its band, and nothing points to a larger one. To stop then gives no verdict, so no error rate grows.
 */
export function isInVain(open: Row[], maxRuns: number): boolean {
  const most = Math.max(HUNDREDS, maxRuns)
  const isHopeless = ({ verdict, p, runs, runsNeeded }: Row) =>
    verdict === 'inconclusive' &&
    2 * runs.candidate >= maxRuns &&
    p !== null &&
    p > NOTHING_IN_SIGHT &&
    (runsNeeded === null || runsNeeded >= most)
  return open.length > 0 && open.every(isHopeless)
}
