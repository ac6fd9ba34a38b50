// The planned looks at the data: how much of each error rate one may spend, and which rows need another.
import { grouped } from '../grouped.ts'
import { type Comparison, type Policy, type Row, type Session, undecidedVerdicts } from '../model/index.ts'

/** Runs a side at each planned look, ascending. Empty for a single look, which may spend all of each error rate. */
export type Looks = readonly number[]

/**
 * `family` is the limit for adjusted p-values. They are already divided by the share of their look, so `family` is not.
 * `interval` is the probability that an interval may leave out.
 */
export type ErrorLevels = { row: number; family: number; equivalence: number; interval: number }

// The shares of an error rate that each look may spend. Looks at the same runs err together, so the shares may add up
// to more than 1. bench/looks.ts finds at most 1 % of false alarms, 5 % of false "no change" at the band, and about 1 % of
// intervals that miss the truth.
const EARLIER_ALPHA = 0.05
const LESS_FOR_EACH = 0.025
const EARLIER_EQUIVALENCE = { each: 0.3, all: 1.2 }
const LAST_EQUIVALENCE = 0.5
const EARLIER_INTERVAL = 0.6

/** Runs a side of a row, by which it is decided. */
export const fewerRuns = ({ baseline, candidate }: Row['runs']): number => Math.min(baseline, candidate)

const isEarlier = (runs: number, looks: Looks) => looks.slice(0, -1).some(planned => runs <= planned)

/** The share of alpha, its own and the family's, that a row with so many runs a side may spend. */
export const alphaShare = (runs: number, looks: Looks): number =>
  isEarlier(runs, looks) ? EARLIER_ALPHA : 1 - LESS_FOR_EACH * Math.max(0, looks.length - 1)

function equivalenceShare(runs: number, looks: Looks): number {
  const { each, all } = EARLIER_EQUIVALENCE
  if (isEarlier(runs, looks)) return Math.min(each, all / (looks.length - 1))
  return looks.length < 2 ? 1 : LAST_EQUIVALENCE
}

/**
 * The share of alpha that the interval of a row with so many runs a side may leave out. Where there are several looks
 * it is less than 1, because an estimate far from the truth ends them more often than others do. It is at least the
 * share that the row may spend: otherwise a row could be significant although its interval holds "no change".
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

/** The sessions of one part of the suite, the part that most sessions measured. Each row is in one part only. */
function ofOnePart(candidates: Session[]): Session[] {
  return [...grouped(candidates, partOf).values()].sort((a, b) => b.length - a.length)[0] ?? []
}

/** The looks at sides that alternated. Where there are several blocks, the first look was at the first block alone. */
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

/** Builds settle it, and runs do not (verdict/one-build.ts). */
const isHidden = ({ warnings }: Row) => warnings.some(({ code }) => code === 'placement-hides')

/** Gating rows that more runs may settle. */
export const openRows = ({ rows }: Pick<Comparison, 'rows'>): Row[] =>
  rows.filter(
    row =>
      row.gates &&
      ((undecidedVerdicts.includes(row.verdict) && !isHidden(row)) ||
        row.warnings.some(warning => answeredByRuns.includes(warning.code))),
  )

/** A row that needs as many runs per side as this, or more, needs a quieter machine. */
const HUNDREDS = 200
/** Above this p at half of the runs, hardly one row in seven would be significant with all of them. */
const NOTHING_IN_SIGHT = 0.2

/** Below this p at half of the runs, all of them may show that the candidate scatters more. */
const SCATTER_IN_SIGHT = 0.05

/** Whether more runs may show that the candidate scatters, which these do not show. */
const mayScatter = ({ verdict, scatter }: Row) =>
  verdict !== 'scattered' && scatter !== null && scatter.p < SCATTER_IN_SIGHT

/**
 * Whether the last look at `maxRuns` would be in vain: each open row needs hundreds of runs to see its band, and nothing
 * points to a larger change or to a candidate that scatters. To stop gives no verdict, so no error rate grows.
 */
export function isInVain(open: Row[], maxRuns: number): boolean {
  const most = Math.max(HUNDREDS, maxRuns)
  const isHopeless = (row: Row) => {
    const { verdict, p, runs, runsNeeded } = row
    return (
      undecidedVerdicts.includes(verdict) &&
      !mayScatter(row) &&
      2 * runs.candidate >= maxRuns &&
      p !== null &&
      p > NOTHING_IN_SIGHT &&
      (runsNeeded === null || runsNeeded >= most)
    )
  }
  return open.length > 0 && open.every(isHopeless)
}
