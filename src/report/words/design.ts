// The facts about a comparison that every report lists below its rows: how it was made, and of what.
import {
  type Comparison,
  comparedVerdicts,
  type Design,
  type Policy,
  type Revision,
  type Row,
  type SideSummary,
} from '../../model/index.ts'
import { counted, firstOf, formatCount, shortSha } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import { settingsLine, testbedLine } from './testbed.ts'
import { shortenMiddle, visibleText } from './visible-text.ts'

const NAMED_SOURCES = 3
const LONGEST_REASON = 300

const brief = (text: string) => shortenMiddle(visibleText(text), 120)

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

/** Settings that both sides of a job share. */
function interleavedText({ candidate }: Comparison): string {
  const facts = candidate.testbed?.facts
  if (facts?.duet !== 'yes') return 'both versions interleaved in one job'
  return (facts.service ?? 'none') !== 'none'
    ? 'both services measured at the same time on the same CPUs, so that CPU time decides, and what only waits is not seen'
    : 'both versions measured at the same time, each on a core of its own, and they swap the cores'
}

/** The design and its size: `both versions interleaved in one job, 10 runs per side`. */
export function designText(comparison: Comparison): string {
  const { design, baseline, rows, unmeasured } = comparison
  if (unmeasured) return 'nothing was measured'
  if (baseline.sessions === 0) return 'nothing to compare with'
  const how =
    design === 'interleaved'
      ? interleavedText(comparison)
      : `against a stored baseline of ${counted(baseline.sessions, 'session')}`
  return `${how}, ${runsText(rows, design)}`
}

/** The same with the reason, where the job chose the design itself. */
function chosenDesignText(comparison: Comparison): string {
  const { chosenBecause } = comparison
  const how = designText(comparison)
  return chosenBecause === undefined
    ? how
    : `${how}; chosen because ${shortenMiddle(visibleText(chosenBecause), LONGEST_REASON)}`
}

/** Which of the planned looks decided; null where one was planned, or where several jobs were compared. */
export function lookText({ looks, rows, candidate }: Comparison): string | null {
  if (looks.length < 2 || candidate.sessions > 1) return null
  const compared = rows.filter(row => comparedVerdicts.includes(row.verdict))
  const made = new Set(compared.map(row => looks.findIndex(runs => row.runs.candidate <= runs)))
  const planned = `of ${looks.length} planned looks`
  if (made.size > 1) return `each row decided at one ${planned}`
  const [only = 0] = made
  return `decided at look ${only < 0 ? looks.length : only + 1} ${planned}`
}

/** `alpha 1 % per row and 5 % for the family (Holm), no-change band ±2 %`, and the look that decided where several were planned. */
function decisionText(comparison: Comparison): string {
  const { alpha, familyAlpha, band } = comparison.policy
  const family = `${formatShare(familyAlpha)} for the family (Holm)`
  const rule = `alpha ${formatShare(alpha)} per row and ${family}, no-change band ±${formatShare(band)}`
  const look = lookText(comparison)
  return look === null ? rule : `${rule}, ${look}`
}

/** The error rate of one row: `at most 1 in 100 unchanged benchmarks is called by mistake`. */
export function mistakesText({ alpha }: Policy): string {
  return `at most 1 in ${formatCount(Math.floor(1 / alpha))} unchanged benchmarks is called by mistake`
}

/** The confidence level of the intervals: `99 % interval`. */
export const intervalName = ({ alpha }: Policy): string => `${formatShare(1 - alpha)} interval`

/** The first ten digits of a commit, or that it is not known. */
export function commitText(revision: Revision | null): string {
  return visibleText(revision?.commit ? shortSha(revision.commit) : 'unknown commit')
}

/** What is known of a side besides its commit, and was not said of `other`, the side before it. */
function sideDetails({ revision, sessions, testbed, sources }: SideSummary, other?: SideSummary): string[] {
  const reason = testbed?.gradeReason ?? ''
  const isSaid = testbed?.grade === 'tuned' || reason === '' || other?.testbed?.gradeReason === reason
  return [
    revision?.dirty ? 'with uncommitted changes' : '',
    sessions === 1 ? '' : counted(sessions, 'session'),
    `${testbed?.grade ?? 'unknown'} machine${isSaid ? '' : ` (${brief(reason)})`}`,
    sources.length === 0 ? '' : `from ${firstOf(sources.map(brief), NAMED_SOURCES)}`,
  ].filter(Boolean)
}

/** How a commit, and the words around it, are written for a medium. */
export type SideWriting = { commit: (revision: Revision | null) => string; prose: (text: string) => string }

const plainSides: SideWriting = { commit: commitText, prose: text => text }

/** All of a side on one line: `4f1c2d9be0 on main, 12 sessions, tuned machine, from a.json, b.json`. */
export function sideText(side: SideSummary, other?: SideSummary, { commit, prose } = plainSides): string {
  if (side.sessions === 0) return 'none'
  const ref = side.revision?.ref ?? null
  const revision = `${commit(side.revision)}${ref === null ? '' : ` on ${prose(brief(ref))}`}`
  return [revision, ...sideDetails(side, other).map(prose)].join(', ')
}

/** Baseline, candidate, testbed, settings, design and decision rule, each with its name; those that are known. */
export function listedFacts(comparison: Comparison, writing = plainSides): [name: string, text: string][] {
  const { baseline, candidate } = comparison
  // The testbed is the candidate's, and the baseline's where that one is unknown.
  const testbed = candidate.testbed ?? baseline.testbed
  const others: [string, string | null][] = [
    ['testbed', testbed && testbedLine(testbed)],
    ['settings', testbed && settingsLine(testbed)],
    ['design', chosenDesignText(comparison)],
    ['decision', decisionText(comparison)],
  ]
  return [
    ['baseline', sideText(baseline, undefined, writing)],
    ['candidate', sideText(candidate, baseline, writing)],
    ...others.flatMap(([name, text]): [string, string][] =>
      text === null ? [] : [[name, writing.prose(text)]],
    ),
  ]
}
