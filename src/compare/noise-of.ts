// Diagnoses the noise of a row that gates, job by job: what was measured in one job has one timeline.
import type { Warning } from '../model.ts'
import type { ComparisonRequest } from './comparison-request.ts'
import { diagnoseRow } from './diagnose/diagnose-row.ts'
import type { Pair } from './pair-up.ts'
import type { Values } from './row.ts'

/** The doubts about a row's runs. Stored sessions cannot be measured again, so only the candidate's are examined. */
export function noiseOf(pair: Pair, values: Values, request: ComparisonRequest): Warning[] {
  if (!pair.gates) return []
  return request.candidates.flatMap((candidate, i) => {
    const [sample, stored] = [pair.candidates[i], pair.baselines[i]]
    if (!sample) return []
    const baseline =
      request.design === 'interleaved' && stored
        ? { runs: stored.runs, values: values.baselines[i] ?? [], order: request.baselines[i]?.order ?? null }
        : null
    return diagnoseRow({
      unit: pair.entry.unit,
      baseline,
      candidate: { runs: sample.runs, values: values.candidates[i] ?? [], order: candidate.order },
    })
  })
}
