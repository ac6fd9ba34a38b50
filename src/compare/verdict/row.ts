// The parts of a row that do not depend on any test.
import type { Row } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { present, type RowInput, type RowValues } from '../sides/row-inputs.ts'

const medianOrNull = (values: number[]) => (values.length === 0 ? null : median(values))

/** A row with everything but a verdict and what a test yields. */
export function emptyRow(
  input: Pick<RowInput, 'entry' | 'gates' | 'settings' | 'warnings'>,
  values: RowValues,
): Row {
  const baseline = present(values.baselines).flat()
  const candidate = present(values.candidates).flat()
  return {
    benchmark: input.entry.name,
    metric: input.entry.metric,
    unit: input.entry.unit,
    better: input.entry.better,
    gates: input.gates,
    fails: false,
    band: input.settings.band,
    verdict: 'inconclusive',
    reason: null,
    baseline: medianOrNull(baseline),
    candidate: medianOrNull(candidate),
    ratio: null,
    interval: null,
    p: null,
    adjustedP: null,
    detectable: null,
    runsNeeded: null,
    scatter: null,
    runs: { baseline: baseline.length, candidate: candidate.length },
    values: { baseline, candidate },
    warnings: [
      ...(input.settings.configured ? [{ code: 'configured', message: input.settings.configured }] : []),
      ...input.warnings,
    ],
  }
}
