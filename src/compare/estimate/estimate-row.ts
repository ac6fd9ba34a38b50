// Estimates one row with the test of its design: a stored baseline, or blocks of runs that alternated or were a duet.
import type { Grade, Warning } from '../../model/index.ts'
import type { ComparisonRequest, LookedAt } from '../comparison-request.ts'
import { levelsAt } from '../looks.ts'
import { comparedBaseline } from '../sides/baseline-sessions.ts'
import { measuredBlocks } from '../sides/rounds/measured-block.ts'
import { decidingRuns, present, type RowInput, type RowValues } from '../sides/row-inputs.ts'
import { blockedEstimate, type RowNature } from './blocked.ts'
import type { Estimate } from './estimate.ts'
import { type Scatter, scatterOf } from './scatter.ts'
import { storedEstimate } from './stored.ts'

/** A row's estimate with its values, and warnings about their choice. `scatter` is null where the sides did not alternate. */
export type EstimatedRow = {
  input: RowInput
  values: RowValues
  estimate: Estimate
  scatter: Scatter | null
  warnings: Warning[]
}

/** The worst grade of all sessions. */
function gradeOf({ baselines, candidates, assumedGrade = 'untuned' }: ComparisonRequest): Grade {
  const grades = [...candidates, ...baselines].map(each => each.testbed?.grade ?? assumedGrade)
  const worstFirst: Grade[] = ['untuned', 'degraded', 'tuned']
  return worstFirst.find(grade => grades.includes(grade)) ?? 'untuned'
}

function againstStored(input: RowInput, request: ComparisonRequest, own: RowNature): EstimatedRow {
  // Machines of a class are known only to be of one make.
  const grade = request.isAcross ? 'untuned' : gradeOf(request)
  const { prior, values, older, warnings, finds } = comparedBaseline(input, request.policy, grade)
  const nature = { ...own, prior, isExact: finds !== null, older }
  const estimate = storedEstimate(present(values.baselines), present(values.candidates), nature)
  return { input, values, warnings, estimate, scatter: null }
}

function interleaved(input: RowInput, request: ComparisonRequest, nature: RowNature): EstimatedRow {
  const blocks = measuredBlocks(input, request)
  const estimate = blockedEstimate(blocks, nature)
  return { input, values: input.values, warnings: [], estimate, scatter: scatterOf(blocks) }
}

/** The estimate of an input that both sides have. */
export function estimateRow(input: RowInput, request: LookedAt): EstimatedRow {
  const { design, looks, policy } = request
  const { interval, equivalence } = levelsAt(decidingRuns(input, looks), looks, policy)
  const levels = { shown: 1 - interval, equivalence: 1 - 2 * equivalence }
  const nature = { unit: input.entry.unit, band: input.settings.band, levels }
  return design === 'stored' ? againstStored(input, request, nature) : interleaved(input, request, nature)
}
