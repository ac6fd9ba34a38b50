// What to do about a report of several suites: everything that it takes until the check is green.
import { fails } from '../../model/index.ts'
import { capital, counted } from '../../phrases.ts'
import { answer } from '../words/answer/answer.ts'
import { repairAdvice } from '../words/answer/repair.ts'
import { gatedRows } from '../words/answer/rows.ts'
import { visibleText } from '../words/visible-text.ts'
import { decidedIn, reportFails } from './outcome.ts'
import {
  byImportance,
  type ComparedSection,
  isCompared,
  isNew,
  outcomeOf,
  type Report,
  type Section,
  sectionTitle,
  toldIn,
  worstSection,
} from './report.ts'

const MOST_NEEDS = 2

/** The advice of one section, as it stands in a sentence: lower case, no full stop. */
const adviceOf = ({ comparison }: ComparedSection): string => {
  const { advice } = answer(comparison)
  return `${advice.charAt(0).toLowerCase()}${advice.slice(1)}`.replace(/\.$/, '')
}

/** What to do about all sections that are worse: their rows are in one table. */
const worseAdvice = (worse: ComparedSection[], report: Report): string =>
  repairAdvice(
    worse.flatMap(({ comparison }) => comparison.budgets),
    gatedRows(toldIn(report, worse)),
  )

/** What else it takes besides the `first` advice, a clause for each kind; `told` are the sections that it is about. */
function otherNeeds(report: Report, { told, first }: { told: Section[]; first: string }): string[] {
  const needs = new Map<string, string[]>()
  const failing = byImportance(report.sections).filter(section => !isNew(section) && !told.includes(section))
  for (const section of failing) {
    const own = isCompared(section)
      ? fails(section.comparison) && adviceOf(section)
      : 'see in the list of suites what keeps it from being compared'
    if (own && own !== first)
      needs.set(own, [...(needs.get(own) ?? []), visibleText(sectionTitle(section, report))])
  }
  const ofSuites = [...needs].map(([advice, [name, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more suite')}`
    return `for ${name}${more}: ${advice}`
  })
  return [...ofSuites, ...(report.problems.length === 0 ? [] : ['repair what is missing, and run it again'])]
}

/** One sentence for these needs; of several only how each begins. */
function needsText(needs: string[]): string {
  const shown = needs.slice(0, MOST_NEEDS)
  const texts = needs.length === 1 ? shown : shown.map(need => need.split('; ', 1)[0] ?? '')
  const more = needs.length - shown.length
  return [...texts, ...(more > 0 ? [`${counted(more, 'more suite')} need something else`] : [])].join('; ')
}

/** What to do, as sentences: about what is worst, then what else it takes until the check is green. May be empty. */
export function reportAdvice(report: Report): string {
  const ranked = byImportance(report.sections).filter(isCompared)
  const worst = worstSection(report)
  const own = worst === undefined ? '' : answer(worst.comparison).advice
  if (!reportFails(report) || decidedIn(report).length < 2) return own
  const worse = ranked.filter(section => outcomeOf(section) === 'regression' && fails(section.comparison))
  const isFailing = worst !== undefined && fails(worst.comparison)
  const [told, first] =
    worse.length > 0 ? [worse, worseAdvice(worse, report)] : isFailing ? [[worst], adviceOf(worst)] : [[], '']
  const sentences = [first, needsText(otherNeeds(report, { told, first }))].filter(Boolean)
  return sentences.map(text => `${capital(text)}.`).join(' ')
}
