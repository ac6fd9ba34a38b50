// What is left of a verdict on one build a side where it is known what the place of the code alone does. It may widen an interval and
// withhold "no change". It calls no row changed, and makes none fail.
import type { Placement, Row, Warning } from '../../model/index.ts'
import { firstOf, placementPhrase } from '../../phrases.ts'
import { tCritical } from '../../stats/distributions/continuous.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import type { Estimate } from '../estimate/estimate.ts'
import type { ErrorLevels } from '../looks.ts'
import { isOfOneBuild } from '../sides/builds.ts'
import type { RowInput } from '../sides/row-inputs.ts'
import { type RowVerdict, withinBand } from './judge.ts'

type Sides = Pick<ComparisonRequest, 'baselines' | 'candidates' | 'design'>

const hasOneBuild = ({ baselines, candidates }: RowInput, { design, ...sides }: Sides): boolean =>
  isOfOneBuild(sides.baselines, baselines, design) || isOfOneBuild(sides.candidates, candidates, design)

/** What is known of the place of the code in a row of which a side has one build; null for other rows. */
export const placementOfRow = (input: RowInput, request: Sides): Placement | null =>
  hasOneBuild(input, request) ? input.placement : null

const MOST_NAMED = 3

/**
 * What to say where gating rows, judged from `inputs` in their order, have no change in one build a side, and nothing is known of what
 * placement does to them; null where there could be no other builds.
 */
export function ofOneBuild(inputs: RowInput[], rows: Row[], request: Sides): Warning | null {
  if (!request.candidates.some(({ plan }) => plan?.layouts?.length === 1)) return null
  const isUnknown = (input: RowInput | undefined) => input?.placement === null && hasOneBuild(input, request)
  const unknown = rows.filter(
    ({ gates, verdict }, i) => gates && verdict === 'no-change' && isUnknown(inputs[i]),
  )
  if (unknown.length === 0) return null
  const names = firstOf([...new Set(unknown.map(({ benchmark }) => benchmark))], MOST_NAMED)
  const message = `"no change" of ${names} speaks of one build a side, and not of the code; layouts: 20 speaks of the code`
  return { code: 'one-build', message }
}

/**
 * How far two builds of the same code may be apart, as a log, at this error rate of both directions together. With what runs leave in the
 * spread: simulated, the promises hold only so.
 */
const reachOf = ({ seen, builds }: Placement, error: number): number =>
  tCritical(error, Math.max(1, builds - 1)) * Math.SQRT2 * seen

/** The interval of a ratio with this `reach` more on either side; both are independent errors. */
function widened([low, high]: [number, number], ratio: number, reach: number): [number, number] {
  const by = (end: number) => Math.sqrt(Math.log(end / ratio) ** 2 + reach ** 2)
  return [ratio * Math.exp(-by(low)), ratio * Math.exp(by(high))]
}

/** The codes of the note on a row that is not called "no change": runs may settle it, or only more builds. */
const WITHHELD = ['placement-may-hide', 'placement-hides'] as const

/** Whether "no change" of a row of one build a side is withheld, since placement may hide a change. */
export const isWithheld = ({ warnings }: Pick<Row, 'warnings'>): boolean =>
  warnings.some(({ code }) => (WITHHELD as readonly string[]).includes(code))

/** `isRuledOut`: whether a called change is larger than all that placement is known to do. */
type Placed = { judged: RowVerdict; interval: Row['interval']; notes: Warning[]; isRuledOut: boolean }

/** The verdict and the interval of a row of one build a side, and what is said of its `placement`. */
export function withPlacement(
  judged: RowVerdict,
  estimate: Estimate,
  { placement, band, levels }: { placement: Placement | null; band: number; levels: ErrorLevels },
): Placed {
  const { interval, equivalenceInterval, ratio, p } = estimate
  const plain = { judged, interval, notes: [], isRuledOut: false }
  if (placement === null || ratio === null || p === null) return plain
  const phrase = placementPhrase('this benchmark', placement)
  if (judged.verdict !== 'no-change' && judged.verdict !== 'inconclusive') {
    const most = Math.max(reachOf(placement, levels.interval), 2 * Math.abs(Math.log1p(placement.farthest)))
    const isRuledOut = Math.abs(Math.log(ratio)) > most
    return { ...plain, notes: [{ code: 'placement-known', message: phrase }], isRuledOut }
  }
  if (placement.seen === 0) return plain
  const shown = interval && widened(interval, ratio, reachOf(placement, levels.interval))
  const reach = reachOf(placement, 2 * levels.equivalence)
  const whole = equivalenceInterval && widened(equivalenceInterval, ratio, reach)
  if (judged.verdict === 'inconclusive' || withinBand(whole, band)) return { ...plain, interval: shown }
  const isHidden = !withinBand(widened([ratio, ratio], ratio, reach), band)
  const message = `these two builds do not differ by more than the band, but ${phrase}: layouts: 20 with relink speaks of the code`
  return {
    ...plain,
    judged: { verdict: 'inconclusive', reason: null },
    interval: shown,
    notes: [{ code: WITHHELD[isHidden ? 1 : 0], message }],
  }
}

/** From this spread on, sessions that are stored differ by more than is assumed of a quiet machine. */
const MOVED_FROM = 0.01

/**
 * What to say of a regression against a stored baseline that does not fail, as it may be the place of one build; null where it fails. To be
 * asked of changes that placement may explain.
 */
export function placedElsewhere(
  design: Sides['design'],
  placement: Placement | null,
): { fails: false; reason: string } | null {
  if (design !== 'stored' || placement === null || (placement.sd ?? 0) <= MOVED_FROM) return null
  const reason =
    `it does not fail: ${placementPhrase('this benchmark', placement)}, and each stored result has the place of another build; ` +
    'baseline: interleave with relink, or layouts on both sides, tells whether it is the code'
  return { fails: false, reason }
}
