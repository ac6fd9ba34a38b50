// From estimates to rows: Holm's correction over the family, then a verdict for each row, and whether it fails.
import type { Row, Warning } from '../../model/index.ts'
import { holm, holmInstead } from '../../stats/inference/multiple-testing.ts'
import type { LookedAt } from '../comparison-request.ts'
import { machineCodeNotes } from '../diagnose/machine-code.ts'
import { placementNote } from '../diagnose/one-placement.ts'
import { withoutOne } from '../estimate/estimate.ts'
import type { EstimatedRow } from '../estimate/estimate-row.ts'
import { isScattered, scatterText } from '../estimate/scatter.ts'
import { alphaShare, levelsAt } from '../looks.ts'
import { decidingRuns } from '../sides/row-inputs.ts'
import { judge } from './judge.ts'
import { oneRunNote } from './on-one-run.ts'
import { isWithheld, placedElsewhere, placementOfRow, withPlacement } from './one-build.ts'
import { emptyRow } from './row.ts'
import { failureOf, waiverFor } from './row-failures.ts'

/** Which p-value of a row is meant, and where the rows of other comparisons have it. */
type Which = { own: (row: EstimatedRow) => number | null; other: 'p' | 'scatterP' }

const OF_CHANGE: Which = { own: ({ estimate }) => estimate.p, other: 'p' }
const OF_SCATTER: Which = { own: ({ scatter }) => scatter?.p ?? null, other: 'scatterP' }

/**
 * The p of a row, divided by the share that its look may spend; null where it has none. The smallest such p of a row over all
 * looks is still a p-value, so the rows may be decided at different looks.
 */
function sharedP(row: EstimatedRow, { looks }: LookedAt, which: Which): number | null {
  const p = which.own(row)
  return p === null ? null : p / alphaShare(decidingRuns(row.input, looks), looks)
}

/** The rows that gate, or the others, as far as they have a p, and these p-values. Those of other comparisons come after. */
function familyOf(
  rows: EstimatedRow[],
  request: LookedAt,
  { which, gates }: { which: Which; gates: boolean },
) {
  const members = rows.filter(row => row.input.gates === gates && which.own(row) !== null)
  const own = members.map(row => sharedP(row, request, which))
  const elsewhere = (request.others ?? [])
    .filter(other => other.gates === gates)
    .map(other => other[which.other])
  return { members, p: [...own, ...elsewhere].filter(p => p !== null) }
}

/** Holm's adjusted p over the rows that gate and, apart, over those that only inform. */
function adjusted(rows: EstimatedRow[], request: LookedAt, which: Which): Map<EstimatedRow, number> {
  const result = new Map<EstimatedRow, number>()
  for (const gates of [true, false]) {
    const { members, p } = familyOf(rows, request, { which, gates })
    const values = holm(p)
    members.forEach((row, i) => void result.set(row, values[i] as number))
  }
  return result
}

/** The size of the family of the rows that gate, or of the others. */
const familySize = (rows: EstimatedRow[], { others = [] }: LookedAt, gates: boolean): number =>
  [...rows.map(({ input }) => input), ...others].filter(each => each.gates === gates).length

/** Holm's p of a row, null where it has none, and the size of its family. */
type InFamily = { adjustedP: number | null; scatterP: number | null; family: number }

/** The row as it is if its candidate scatters: a row that was decided all the same keeps its verdict. */
function withScatter(row: Row, text: string): Row {
  const warning: Warning = { code: 'scattered', message: text }
  if (row.verdict !== 'inconclusive') return { ...row, warnings: [...row.warnings, warning] }
  const reason = [`${text}: a slowdown may hide in them`, row.reason].filter(Boolean).join('; ')
  return { ...row, verdict: 'scattered', reason, fails: row.gates }
}

/** A row with its verdict. Its detectable effect is that at the level of the row that comes first in Holm's order. */
function judgedRow(row: EstimatedRow, request: LookedAt, { adjustedP, scatterP, family }: InFamily): Row {
  const { policy, looks } = request
  const { scatter } = row
  const { input, values, estimate, warnings } = row
  const { band } = input.settings
  const { better, metric } = input.entry
  const runs = decidingRuns(input, looks)
  const levels = levelsAt(runs, looks, policy)
  const alpha = Math.min(levels.row, (levels.family * alphaShare(runs, looks)) / Math.max(1, family))
  const known = placementOfRow(input, request)
  const placed = withPlacement(judge(estimate, adjustedP, { better, band, levels }), estimate, {
    placement: known,
    band,
    levels,
  })
  const { verdict, reason } = placed.judged
  const waiver = waiverFor(policy.waivers, 'regression', { benchmark: input.policyName, metric })
  const usual = failureOf(verdict, estimate.ratio, input.settings, waiver)
  const failing = (usual.fails && !placed.isRuledOut && placedElsewhere(request.design, known)) || usual
  const empty = emptyRow(input, values)
  const said = { verdict, ratio: estimate.ratio }
  const placement = placementNote(input, said, { request, isRuledOut: placed.isRuledOut })
  const isCalled = verdict === 'regression' || verdict === 'improvement'
  const isFound = estimate.p !== null && isCalled
  const ofCode = placement !== null || isCalled ? machineCodeNotes(request.candidates) : []
  const withheld = isWithheld({ warnings: placed.notes })
  const isOpen = verdict === 'inconclusive' && policy.failOn === 'inconclusive' && !withheld
  const judgedAlone: Row = {
    ...empty,
    fails: input.gates && (failing.fails || isOpen),
    verdict,
    reason: failing.reason ?? reason,
    ratio: estimate.ratio,
    interval: isFound && placed.interval ? withoutOne(placed.interval) : placed.interval,
    p: estimate.p,
    adjustedP,
    // They are of these two builds alone.
    detectable: withheld ? null : estimate.detectable(alpha),
    runsNeeded: verdict === 'inconclusive' && !withheld ? estimate.runsNeeded(alpha, band) : null,
    scatter: scatter && {
      ratio: Number.isFinite(scatter.ratio) ? scatter.ratio : null,
      p: scatter.p,
      adjustedP: scatterP ?? 1,
    },
    warnings: [...empty.warnings, ...warnings, ...(placement ? [placement] : []), ...placed.notes, ...ofCode],
  }
  return scatter && isScattered(scatter, scatterP ?? 1, { policy, band, levels })
    ? withScatter(judgedAlone, scatterText(scatter))
    : judgedAlone
}

/** The rows in their order: those that were estimated get a verdict, the others have theirs. */
export function judgeRows(rows: (Row | EstimatedRow)[], request: LookedAt): Row[] {
  const tested = rows.filter(row => 'estimate' in row)
  const adjustedPs = adjusted(tested, request, OF_CHANGE)
  const scatterPs = adjusted(tested, request, OF_SCATTER)
  const family = (gates: boolean) => ({
    size: familySize(tested, request, gates),
    ascending: Float64Array.from(familyOf(tested, request, { which: OF_CHANGE, gates }).p).sort(),
  })
  const [gating, informing] = [family(true), family(false)]
  return rows.map(row => {
    if (!('estimate' in row)) return row
    const { size, ascending } = row.input.gates ? gating : informing
    const scatterP = scatterPs.get(row) ?? null
    const judged = judgedRow(row, request, { adjustedP: adjustedPs.get(row) ?? null, scatterP, family: size })
    const verdictOf = (changed: EstimatedRow) => {
      const [p, own] = [changed, row].map(each => sharedP(each, request, OF_CHANGE))
      const adjustedP = p == null ? null : holmInstead(p, own ?? null, ascending)
      return judgedRow(changed, request, { adjustedP, scatterP, family: size }).verdict
    }
    const note = oneRunNote(row, judged.verdict, { request, verdictOf })
    return note === null ? judged : { ...judged, warnings: [...judged.warnings, note] }
  })
}
