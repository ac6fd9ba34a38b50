// From pairs to rows: an estimate for each, Holm over the family, a verdict for each.
import type { Grade, Row, Waiver, Warning } from '../model/index.ts'
import { holm } from '../stats/tests/multiple-testing.ts'
import { isTime } from '../units.ts'
import type { ComparisonRequest, Tested } from './comparison-request.ts'
import { blockDisagreement } from './estimate/block-disagreement.ts'
import { blockedEstimate } from './estimate/blocked.ts'
import { type Estimate, type IntervalLevels, withoutOne } from './estimate/estimate.ts'
import { exactBaseline } from './estimate/exact-baseline.ts'
import { noiseOf } from './estimate/noise-of.ts'
import { pairedEstimate } from './estimate/paired.ts'
import { storedEstimate } from './estimate/stored.ts'
import { emptyRow, present, sideValues, type Values } from './row.ts'
import type { MeasuredBlock } from './sides/measured-block.ts'
import type { Pair } from './sides/pair-up.ts'
import { sinceStep } from './sides/since-step.ts'
import { type Known, unpairedRow } from './sides/untested-rows.ts'
import { failureOf, waiverFor } from './verdict/failing.ts'
import { judge } from './verdict/judge.ts'
import { type Levels, levelsAt } from './verdict/levels.ts'

type Estimated = { pair: Pair; values: Values; estimate: Estimate; warnings: Warning[] }

function gradeOf({ baselines, candidates, assumedGrade }: ComparisonRequest): Grade {
  const grades = [...candidates, ...baselines].map(each => each.testbed?.grade ?? assumedGrade)
  const worstFirst: Grade[] = ['untuned', 'degraded', 'tuned']
  return worstFirst.find(grade => grades.includes(grade)) ?? 'untuned'
}

function againstStored(
  pair: Pair,
  values: Values,
  request: ComparisonRequest,
  levels: IntervalLevels,
): Estimated {
  const priorSd = request.policy.storedPriorSd[gradeOf(request)]
  const exact = exactBaseline(values, pair.entry, pair.settings.band)
  const since = exact ?? sinceStep(values, priorSd)
  const [stored, measured] = [present(since.values.baselines), present(values.candidates)]
  const nature = { priorSd, isExact: exact !== null, levels }
  const estimate = storedEstimate(stored, measured, nature)
  return { pair, values: since.values, warnings: since.warnings, estimate }
}

/** What alternated, session by session; a block in which either side lacks the entry has no ratio. */
function blocksOf({ baselines, candidates }: Values, request: ComparisonRequest): MeasuredBlock[] {
  return baselines.flatMap((baseline, i) => {
    const candidate = candidates[i]
    if (!baseline || !candidate) return []
    const name = request.candidates[i]?.testbed?.facts.machine
    return [{ baseline, candidate, ...(name ? { name } : {}) }]
  })
}

function interleaved(
  pair: Pair,
  values: Values,
  request: ComparisonRequest,
  levels: IntervalLevels,
): Estimated {
  const nature = { isTime: isTime(pair.entry.unit), levels }
  const blocks = blocksOf(values, request)
  const [only] = blocks
  if (blocks.length === 1 && only && request.policy.paired) {
    return { pair, values, estimate: pairedEstimate(only.baseline, only.candidate, nature), warnings: [] }
  }
  const disagreement = blockDisagreement(blocks, { smallest: pair.settings.band })
  const warnings = disagreement ? [disagreement] : []
  return { pair, values, estimate: blockedEstimate(blocks, nature), warnings }
}

function estimated(pair: Pair, values: Values, request: ComparisonRequest): Estimated {
  const { design, look, policy } = request
  const levels = { shown: 1 - policy.alpha, equivalence: 1 - 2 * levelsAt(look, policy).equivalence }
  const row =
    design === 'stored'
      ? againstStored(pair, values, request, levels)
      : interleaved(pair, values, request, levels)
  return { ...row, warnings: [...row.warnings, ...noiseOf(pair, values, request)] }
}

/** Holm over the rows that gate and, apart, over those that only inform. */
function adjusted(rows: Estimated[], others: Tested[]): Map<Estimated, number> {
  const result = new Map<Estimated, number>()
  for (const gates of [true, false]) {
    const family = rows.filter(row => row.pair.gates === gates && row.estimate.p !== null)
    const elsewhere = others.filter(other => other.gates === gates).map(({ p }) => p)
    const values = holm([...family.map(row => row.estimate.p as number), ...elsewhere])
    family.forEach((row, i) => void result.set(row, values[i] as number))
  }
  return result
}

/** The level at which a row that comes first in Holm's order has to be significant. */
function firstLevel(rows: Estimated[], others: Tested[], gates: boolean, levels: Levels): number {
  const here = rows.filter(row => row.pair.gates === gates).length
  const size = here + others.filter(other => other.gates === gates).length
  return Math.min(levels.row, levels.family / Math.max(1, size))
}

function judgedRow(
  row: Estimated,
  {
    adjustedP,
    alpha,
    levels,
    waiver,
  }: { adjustedP: number | null; alpha: number; levels: Levels; waiver: Waiver | null },
): Row {
  const { pair, estimate } = row
  const { band } = pair.settings
  const judged = judge(estimate, adjustedP, { better: pair.entry.better, band, levels })
  const { verdict } = judged
  const failing = failureOf(verdict, estimate.ratio, pair.settings, waiver)
  const empty = emptyRow(pair, row.values)
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
    warnings: [...empty.warnings, ...row.warnings],
  }
}

/** The rows of all pairs, in the order of the pairs. */
export function rowsOf(pairs: Pair[], request: ComparisonRequest, known: Known): Row[] {
  const levels = levelsAt(request.look, request.policy)
  const rows = pairs.map(pair => {
    const values = sideValues(pair)
    const row = unpairedRow(pair, values, known, request)
    return row ?? estimated(pair, values, request)
  })
  const tested = rows.filter((row): row is Estimated => 'estimate' in row)
  const { others = [] } = request
  const adjustedPs = adjusted(tested, others)
  const levelOf = (gates: boolean) => firstLevel(tested, others, gates, levels)
  const alphaOf = { true: levelOf(true), false: levelOf(false) }
  return rows.map(row => {
    if (!('estimate' in row)) return row
    const alpha = alphaOf[`${row.pair.gates}`]
    const names = { benchmark: row.pair.policyName, metric: row.pair.entry.metric }
    const waiver = waiverFor(request.policy.waivers, 'regression', names)
    return judgedRow(row, { adjustedP: adjustedPs.get(row) ?? null, alpha, levels, waiver })
  })
}
