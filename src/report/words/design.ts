// How the comparison was made, in plain text: what a sceptical reader asks for below every report.

import {
  type Comparison,
  comparedVerdicts,
  type Design,
  type Policy,
  type Revision,
  type Row,
  type SideSummary,
} from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { counted } from './numbers.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

const NAMED_SOURCES = 3

function brief(text: string): string {
  return shortenMiddle(visibleText(text), 120)
}

function rangeText(counts: number[]): string {
  const low = Math.min(...counts)
  const high = Math.max(...counts)
  return low === high ? `${low}` : `${low} to ${high}`
}

function runsText(rows: Row[], design: Design): string {
  const compared = rows.filter(row => comparedVerdicts.includes(row.verdict))
  if (compared.length === 0) return 'no row compared'
  const baseline = rangeText(compared.map(row => row.runs.baseline))
  const candidate = rangeText(compared.map(row => row.runs.candidate))
  // A stored side has its runs spread over sessions: "per side" would suggest a symmetry that is not there.
  if (design === 'stored' || baseline !== candidate)
    return `${baseline} baseline and ${candidate} candidate runs`
  return baseline === '1' ? '1 run per side' : `${baseline} runs per side`
}

/** Pairs are made within one job. */
const pairedText = ({ policy, candidate }: Comparison) =>
  policy.paired && candidate.sessions === 1 ? ' and compared in pairs' : ''

/** The design and its size: `interleaved in one job, 10 runs per side`. */
export function designText(comparison: Comparison): string {
  const { design, baseline, rows } = comparison
  if (baseline.sessions === 0) return 'nothing to compare with'
  const how =
    design === 'interleaved'
      ? `both sides interleaved in one job${pairedText(comparison)}`
      : `against a stored baseline of ${counted(baseline.sessions, 'session')}`
  return `${how}, ${runsText(rows, design)}`
}

/** Which planned look at the data decided, or null when only one was planned. */
export function lookText(comparison: Comparison): string | null {
  if (comparison.look === 'only') return null
  return comparison.look === 'first'
    ? 'decided at the first of two planned looks'
    : 'decided at the second look'
}

/** The decision rule: `alpha 1 % per row, 5 % for the family (Holm), no-change band ±2 %`. */
export function policyText(policy: Policy): string {
  const { alpha, familyAlpha, band } = policy
  const family = `${formatShare(familyAlpha)} for the family (Holm)`
  return `alpha ${formatShare(alpha)} per row and ${family}, no-change band ±${formatShare(band)}`
}

/** The confidence level of the intervals: `99 % interval`. */
export function intervalName(policy: Policy): string {
  return `${formatShare(1 - policy.alpha)} interval`
}

/** The first ten digits of a commit, or that it is not known. */
export function commitText(revision: Revision | null): string {
  return visibleText(revision?.commit?.slice(0, 10) ?? 'unknown commit')
}

function testbedText({ testbed }: SideSummary): string {
  if (testbed === null) return 'unknown machine'
  const { grade, gradeReason } = testbed
  const reason = grade === 'tuned' || gradeReason === '' ? '' : ` (${brief(gradeReason)})`
  return `${grade} machine${reason}`
}

function sourcesText({ sources }: SideSummary): string | null {
  if (sources.length === 0) return null
  const more = sources.length > NAMED_SOURCES ? ` and ${sources.length - NAMED_SOURCES} more` : ''
  return `from ${sources.slice(0, NAMED_SOURCES).map(brief).join(', ')}${more}`
}

/** What is known of a side besides its commit: uncommitted changes, sessions, machine, sources (three at most). */
export function sideDetails(side: SideSummary): string[] {
  const details = [
    side.revision?.dirty ? 'with uncommitted changes' : null,
    side.sessions === 1 ? null : counted(side.sessions, 'session'),
    testbedText(side),
    sourcesText(side),
  ]
  return details.filter(detail => detail !== null)
}

/** All of a side on one line: `4f1c2d9be0 on main, 12 sessions, tuned machine, from a.json, b.json`. */
export function sideText(side: SideSummary): string {
  if (side.sessions === 0) return 'none'
  const ref = side.revision?.ref ?? null
  const revision = `${commitText(side.revision)}${ref === null ? '' : ` on ${brief(ref)}`}`
  return [revision, ...sideDetails(side)].join(', ')
}
