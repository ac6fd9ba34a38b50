// The parts of a row that do not depend on any test.
import type { Policy, Row } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { present, type RowInput, type RowValues } from '../sides/row-inputs.ts'
import { rowSettings } from '../sides/row-settings.ts'

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

/** The row of a benchmark, or of a suite, of which nothing is known but its name. It gates unless a rule says otherwise. */
export function rowOfName(name: string, policy: Policy): Row {
  const entry = { name, metric: '', unit: '', better: 'lower' as const }
  const settings = rowSettings(policy, name, '')
  const input = { entry, gates: settings.gate ?? true, settings, warnings: [] }
  return emptyRow(input, { baselines: [], candidates: [] })
}
