// Estimates one row with the test of its design: a stored baseline, pairs of runs, or blocks that alternated.
import type { Grade, Warning } from '../../model/index.ts'
import { isTime } from '../../units.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { levelsAt } from '../looks.ts'
import { measuredBlocks } from '../sides/measured-block.ts'
import { type Pair, present, type RowValues } from '../sides/pair-up.ts'
import { exactBaseline, sinceStep } from '../sides/stored-baseline.ts'
import { blockedEstimate } from './blocked.ts'
import type { Estimate, IntervalLevels } from './estimate.ts'
import { pairedEstimate } from './paired.ts'
import { storedEstimate } from './stored.ts'

/** A row's estimate, the values it was made from, and warnings about the choice of these. */
export type EstimatedRow = { pair: Pair; values: RowValues; estimate: Estimate; warnings: Warning[] }

/** The worst grade of all sessions. */
function gradeOf({ baselines, candidates, assumedGrade }: ComparisonRequest): Grade {
  const grades = [...candidates, ...baselines].map(each => each.testbed?.grade ?? assumedGrade)
  const worstFirst: Grade[] = ['untuned', 'degraded', 'tuned']
  return worstFirst.find(grade => grades.includes(grade)) ?? 'untuned'
}

function againstStored(pair: Pair, request: ComparisonRequest, levels: IntervalLevels): EstimatedRow {
  const priorSd = request.policy.storedPriorSd[gradeOf(request)]
  const exact = exactBaseline(pair.values, pair.entry, pair.settings.band)
  const { values, warnings } = exact ?? sinceStep(pair.values, priorSd)
  const nature = { priorSd, isExact: exact !== null, levels }
  const estimate = storedEstimate(present(values.baselines), present(values.candidates), nature)
  return { pair, values, warnings, estimate }
}

function interleaved(pair: Pair, request: ComparisonRequest, levels: IntervalLevels): EstimatedRow {
  const nature = { isTime: isTime(pair.entry.unit), levels }
  const blocks = measuredBlocks(pair.values, request)
  const [only, ...others] = blocks
  const estimate =
    request.policy.paired && only && others.length === 0
      ? pairedEstimate(only.baseline, only.candidate, nature)
      : blockedEstimate(blocks, nature)
  return { pair, values: pair.values, warnings: [], estimate }
}

/** The estimate of a pair that both sides have. */
export function estimateRow(pair: Pair, request: ComparisonRequest): EstimatedRow {
  const { design, look, policy } = request
  const levels = { shown: 1 - policy.alpha, equivalence: 1 - 2 * levelsAt(look, policy).equivalence }
  return design === 'stored' ? againstStored(pair, request, levels) : interleaved(pair, request, levels)
}
