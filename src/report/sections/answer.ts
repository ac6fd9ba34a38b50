// The answer of a report, from its sections: `answer` gives that of one comparison.
import { type Warning, whySpared } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { type Answer, answer, effectText, glyphOf, passTitle } from '../words/answer/answer.ts'
import type { Glyph } from '../words/answer/marks.ts'
import { type GatedRows, gatedRows, plainWriting, type WriteName } from '../words/answer/rows.ts'
import { failures, othersText, titleOf, withOthers } from '../words/answer/what-happened.ts'
import { reportAdvice } from './advice.ts'
import { decidedIn, overallConclusion, overallMark, reportFails, sectionMark } from './outcome.ts'
import {
  isCompared,
  isNew,
  onlySection,
  outcomeOf,
  problemText,
  type Report,
  type Section,
  sectionTitle,
  toldIn,
  topOf,
  worstSection,
} from './report.ts'

/** The coloured mark of a section. */
export const sectionGlyph = (section: Section, report: Report): Glyph =>
  isCompared(section) ? answer(section.comparison).glyph : glyphOf(sectionMark(section, report), [])

/** What a section comes to, in one line. */
export const sectionResult = (section: Section, write: WriteName = plainWriting): string =>
  isCompared(section)
    ? answer(section.comparison, write).title
    : `cannot be compared: ${problemText(section)}`

/** The sections that say nothing of their rows: their sides could not be compared, or nothing was established. */
const isMute = (section: Section): boolean =>
  !isNew(section) &&
  outcomeOf(section) === 'not-established' &&
  !section.comparison?.rows.some(row => row.fails)

function muteText([only, ...others]: Section[], report: Report, write: WriteName): string {
  if (only === undefined) return ''
  const which = others.length === 0 ? write(sectionTitle(only, report)) : counted(others.length + 1, 'suite')
  return `${which} could not be compared`
}

/** What is worst in all sections together. */
function wholeTitle(report: Report, gated: GatedRows, write: WriteName): string {
  const { sections, problems, untouched = [] } = report
  const failed = failures(gated)
  const mute = sections.filter(isMute)
  // Several problems may tell of one result, so they are no count.
  const missing = problems.length === 0 ? '' : 'results missing'
  const lacking = [muteText(mute, report, write), missing].filter(Boolean)
  if (failed.length > 0) return titleOf(failed, gated, lacking)
  if (lacking.length > 0) {
    const what = mute.length === 0 ? 'Not all of it was measured' : lacking.join(', ')
    return withOthers(what, othersText(gated, []))
  }
  if (gated.compared.length > 0) return passTitle(gated)
  return sections.length === 0 && untouched.length > 0
    ? 'Nothing to measure: no suite is touched'
    : 'Nothing to compare'
}

/** What a report says of all sections together besides their rows. */
function asides(report: Report, write: WriteName): string[] {
  const { sections, untouched = [], into } = report
  const added = onlySection(report) === null ? sections.filter(isNew).length : 0
  return [
    ...(added === 0 ? [] : [`${counted(added, 'suite')} new`]),
    ...(sections.length === 0 || untouched.length === 0
      ? []
      : [`${counted(untouched.length, 'suite')} not touched`]),
    ...(into === null ? [] : [`into ${write(into)}`]),
  ]
}

/** The note on who accepted what, where somebody did. */
export function acceptance(report: Report): Warning | undefined {
  const { accepted } = report
  return accepted === null ? undefined : topOf(report).find(({ message }) => message.startsWith(accepted))
}

/** Whether the check fails, and why not where that is not what everybody expects. */
function reportEffect(report: Report, glyph: Glyph): string {
  const failing = reportFails(report)
  if (report.accepted !== null && !failing) {
    // Who accepted what, once; the commit is the one that the report is about.
    const message = acceptance(report)?.message ?? `${report.accepted}, for this commit`
    return `This passes the check: ${message}. The next push is judged anew.`
  }
  if (!failing && overallConclusion(report) === 'action_required')
    return 'This check waits: the numbers that a fork reports establish nothing.'
  const [spared = null] = failing ? [] : decidedIn(report).flatMap(each => whySpared(each) ?? [])
  return effectText(failing, glyph, spared)
}

/** The answer of the whole report, of which `answer` gives that of one comparison. */
export function reportAnswer(report: Report, write: WriteName = plainWriting): Answer {
  const { sections, selfReported } = report
  const only = onlySection(report)
  // Of a new suite only its name is news.
  const told = sections.filter(isCompared).filter(each => !isNew(each))
  const gated = gatedRows(toldIn(report, told), write)
  const symbol = overallMark(report)
  const glyph = glyphOf(symbol, gated.rows)
  const title = only ? answer(only.comparison, write).title : wholeTitle(report, gated, write)
  const mark = selfReported ? ['self-reported by a fork'] : []
  const worst = worstSection(report)
  return {
    symbol,
    glyph,
    title: [title, ...asides(report, write), ...mark].join(' · '),
    effect: reportEffect(report, glyph),
    advice: reportAdvice(report),
    also: worst === undefined ? '' : answer(worst.comparison).also,
  }
}
