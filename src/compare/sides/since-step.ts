// Leaves out the stored sessions from before the row's last significant step: they measured another program.
import type { Warning } from '../../model/index.ts'
import { pooledSd } from '../../stats/describe/spread.ts'
import { median } from '../../stats/describe/summary.ts'
import { sinceLastStep } from '../../stats/series/last-step.ts'
import { present, type Values } from '../row.ts'

/**
 * The weight of the prior sd between sessions, in degrees of freedom; and how often a step may be seen by chance: a
 * step that is seen costs sharpness for a few sessions, one that is missed blames a pull request.
 */
const PRIOR_DF = 4
const ALPHA = 0.1

export type SinceStep = { values: Values; warnings: Warning[] }

const percent = (change: number) => `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)} %`

/** Stored sessions are the newest first, `priorSd` is on the log scale. Rows with zeros, or single runs only, stay. */
export function sinceStep(values: Values, priorSd: number): SinceStep {
  const sessions = present(values.baselines)
  const usable = sessions.length > 2 && !sessions.flat().includes(0) && sessions.some(runs => runs.length > 1)
  if (!usable) return { values, warnings: [] }
  const logs = sessions.map(runs => runs.map(Math.log))
  const runVariance = pooledSd(logs) ** 2 / (logs[0]?.length ?? 1)
  const levels = logs.map(median)
  const settings = { priorVariance: priorSd ** 2 + runVariance, priorDf: PRIOR_DF, alpha: ALPHA }
  const kept = sinceLastStep(levels, settings)
  if (kept === sessions.length) return { values, warnings: [] }
  const change = Math.expm1(median(levels.slice(0, kept)) - median(levels.slice(kept)))
  const message =
    `the stored level stepped by ${percent(change)}: only the ${kept} newest of ${sessions.length} sessions, ` +
    'those since, are the baseline'
  return {
    values: { ...values, baselines: sessions.slice(0, kept) },
    warnings: [{ code: 'baseline-step', message }],
  }
}
