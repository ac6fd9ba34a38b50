// The parts of a row that do not depend on any test.
import type { Row } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { type Pair, present, type RowValues } from '../sides/pair-up.ts'

const medianOrNull = (values: number[]) => (values.length === 0 ? null : median(values))

/** A row with everything but a verdict and what a test yields. */
export function emptyRow(
  pair: Pick<Pair, 'entry' | 'gates' | 'settings' | 'warnings'>,
  values: RowValues,
): Row {
  const baseline = present(values.baselines).flat()
  const candidate = present(values.candidates).flat()
  return {
    benchmark: pair.entry.name,
    metric: pair.entry.metric,
    unit: pair.entry.unit,
    better: pair.entry.better,
    gates: pair.gates,
    fails: false,
    band: pair.settings.band,
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
    runs: { baseline: baseline.length, candidate: candidate.length },
    values: { baseline, candidate },
    warnings: [
      ...(pair.settings.configured ? [{ code: 'configured', message: pair.settings.configured }] : []),
      ...pair.warnings,
    ],
  }
}
