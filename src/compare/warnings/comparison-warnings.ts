// The warnings about a comparison as a whole: those of its sessions, and those about how they were measured.
import { type Session, uniqueWarnings, type Warning } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import type { TestbedDifferences } from '../sides/same-testbed.ts'
import { differentInputs } from './different-inputs.ts'
import { unevenDoubts } from './disturbances.ts'
import { sameMeasurements } from './same-measurements.ts'

/** When the first and the last run of a session began; null where fewer than two say so. */
function spanOf({ evidence }: Session): { first: number; last: number } | null {
  const times = evidence.map(run => Date.parse(run.startedAt)).filter(Number.isFinite)
  if (times.length < 2) return null
  return {
    first: times.reduce((least, time) => Math.min(least, time)),
    last: times.reduce((most, time) => Math.max(most, time)),
  }
}

/** A warning for the first block whose sides were measured one after the other, else null. Block i is session i of both. */
export function notAlternated(baselines: Session[], candidates: Session[]): Warning | null {
  for (const [i, baseline] of baselines.entries()) {
    const candidate = candidates[i]
    const [before, after] = [spanOf(baseline), candidate ? spanOf(candidate) : null]
    if (!candidate || before === null || after === null) continue
    if (before.last >= after.first && after.last >= before.first) continue
    const message =
      `the runs of ${baseline.source} and ${candidate.source} did not alternate: one session ended before the other ` +
      'began, so whatever differs between two jobs counts as a change; compare them with order separate, or measure ' +
      'both in one job'
    return { code: 'not-alternated', message }
  }
  return null
}

const shadow = { code: 'shadow', message: 'shadow mode: what is found is reported, and nothing fails' }

/** The warnings of the baseline. Warnings that the candidate lacks are marked as the baseline's. */
function ofBaseline(warnings: Warning[], candidates: Session[]): Warning[] {
  const shared = new Set(candidates.flatMap(session => session.warnings).map(({ message }) => message))
  return warnings.map(warning =>
    shared.has(warning.message) ? warning : { ...warning, message: `baseline: ${warning.message}` },
  )
}

/**
 * The warnings that sessions bring along; those of the baseline alone say so. That the benchmark changed every row repeats,
 * so that nobody misses it. Stored output that was not recognised says nothing about a candidate timed on purpose.
 */
export function sessionWarnings(baselines: Session[], candidates: Session[]) {
  const stored = baselines
    .flatMap(session => session.warnings)
    .filter(({ code }) => code !== 'output-not-recognised')
  // Both sides of one job have the same doubts about the machine.
  const all = uniqueWarnings([
    ...candidates.flatMap(session => session.warnings),
    ...ofBaseline(stored, candidates),
  ])
  const concernsRows = ({ code }: Warning) => code === 'benchmark-changed'
  return { ofRows: all.filter(concernsRows), ofComparison: all.filter(warning => !concernsRows(warning)) }
}

/** All warnings about the comparison of a `request`, with those `found` before and how its testbeds differ. */
export function comparisonWarnings(
  request: ComparisonRequest,
  found: (Warning | null)[],
  { refused, strange, noted }: TestbedDifferences,
): Warning[] {
  const { design, baselines, candidates, policy } = request
  const all = [
    ...(policy.shadow ? [shadow] : []),
    ...found,
    design === 'interleaved' ? notAlternated(baselines, candidates) : null,
    sameMeasurements(baselines, candidates),
    unevenDoubts(baselines, candidates, design),
    ...differentInputs(baselines, candidates),
    noted === null ? null : { code: 'testbed-differs', message: noted },
    ...[...refused, ...strange].map(message => ({ code: 'testbed-changed', message })),
  ]
  return uniqueWarnings(all.filter(warning => warning !== null))
}
