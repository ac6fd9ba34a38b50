// From estimates to rows: Holm's correction over the family, then a verdict for each row, and whether it fails.
import type { Row } from '../../model/index.ts'
import { holm } from '../../stats/tests/multiple-testing.ts'
import type { ComparisonRequest, Tested } from '../comparison-request.ts'
import { withoutOne } from '../estimate/estimate.ts'
import type { EstimatedRow } from '../estimate/estimate-row.ts'
import { type ErrorLevels, levelsAt } from '../looks.ts'
import { judge } from './judge.ts'
import { emptyRow } from './row.ts'
import { failureOf, waiverFor } from './waivers.ts'

/** Holm's adjusted p over the rows that gate and, apart, over those that only inform. */
function adjusted(rows: EstimatedRow[], others: Tested[]): Map<EstimatedRow, number> {
  const result = new Map<EstimatedRow, number>()
  for (const gates of [true, false]) {
    const family = rows.filter(row => row.pair.gates === gates && row.estimate.p !== null)
    const elsewhere = others.filter(other => other.gates === gates).map(({ p }) => p)
    const values = holm([...family.map(row => row.estimate.p as number), ...elsewhere])
    family.forEach((row, i) => void result.set(row, values[i] as number))
  }
  return result
}

/** The level at which a row that comes first in Holm's order has to be significant. */
function firstLevel(rows: EstimatedRow[], others: Tested[], gates: boolean, levels: ErrorLevels): number {
  const here = rows.filter(row => row.pair.gates === gates).length
  const size = here + others.filter(other => other.gates === gates).length
  return Math.min(levels.row, levels.family / Math.max(1, size))
}

/** A row with its verdict; `alpha` is the level at which its detectable effect and the runs it needs are stated. */
function judgedRow(
  { pair, values, estimate, warnings }: EstimatedRow,
  { policy, look }: ComparisonRequest,
  { adjustedP, alpha }: { adjustedP: number | null; alpha: number },
): Row {
  const { band } = pair.settings
  const { better, metric } = pair.entry
  const judged = judge(estimate, adjustedP, { better, band, levels: levelsAt(look, policy) })
  const { verdict } = judged
  const waiver = waiverFor(policy.waivers, 'regression', { benchmark: pair.policyName, metric })
  const failing = failureOf(verdict, estimate.ratio, pair.settings, waiver)
  const empty = emptyRow(pair, values)
  const isFound = estimate.p !== null && (verdict === 'regression' || verdict === 'improvement')
  return {
    ...empty,
    fails: pair.gates && failing.fails,
    verdict,
    reason: failing.reason ?? judged.reason,
    ratio: estimate.ratio,
    interval: isFound && estimate.interval ? withoutOne(estimate.interval) : estimate.interval,
    p: estimate.p,
    adjustedP,
    detectable: estimate.detectable(alpha),
    runsNeeded: verdict === 'inconclusive' ? estimate.runsNeeded(alpha, band) : null,
    warnings: [...empty.warnings, ...warnings],
  }
}

/** The rows in their order: those that were estimated get a verdict, the others have theirs. */
export function judgeRows(rows: (Row | EstimatedRow)[], request: ComparisonRequest): Row[] {
  const { look, policy, others = [] } = request
  const tested = rows.filter(row => 'estimate' in row)
  const levels = levelsAt(look, policy)
  const adjustedPs = adjusted(tested, others)
  const gating = firstLevel(tested, others, true, levels)
  const informing = firstLevel(tested, others, false, levels)
  return rows.map(row => {
    if (!('estimate' in row)) return row
    const alpha = row.pair.gates ? gating : informing
    return judgedRow(row, request, { adjustedP: adjustedPs.get(row) ?? null, alpha })
  })
}
