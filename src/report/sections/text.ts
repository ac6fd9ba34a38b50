// A report for a terminal: its sections, the important ones last, then a line for each of them, then the whole.
import { renderText, type TextOptions } from '../text/comparison.ts'
import { MARK_STYLE, painter } from '../text/paint.ts'
import { answerLines } from '../words/answer/answer.ts'
import { topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { reportAnswer, sectionResult } from './answer.ts'
import { overallMark, sectionMark } from './outcome.ts'
import {
  byImportance,
  isCompared,
  onlySection,
  type Report,
  sectionTitle,
  topOf,
  untouchedText,
  withoutTop,
} from './report.ts'

/** The report as text that ends with a line break. One section that is all of it is shown as its comparison alone. */
export function reportText(report: Report, options: TextOptions): string {
  const only = onlySection(report)
  if (only !== null) return renderText(only.comparison, { ...options, suite: only.suite })
  const paint = painter(options.colour)
  const sections = byImportance(report.sections).reverse()
  const shown = sections
    .filter(isCompared)
    .flatMap(section => [
      paint(`── ${visibleText(sectionTitle(section, report))}`, 'bold'),
      '',
      renderText(withoutTop(section.comparison), { ...options, suite: section.suite }),
    ])
  const width = Math.max(0, ...sections.map(section => sectionTitle(section, report).length))
  const overview = sections.map(section => {
    const mark = sectionMark(section, report)
    const name = visibleText(sectionTitle(section, report)).padEnd(width)
    return `${paint(mark, MARK_STYLE[mark])} ${name}  ${visibleText(sectionResult(section))}`
  })
  const untouched = untouchedText(report)
  const style = MARK_STYLE[overallMark(report)]
  return [
    ...shown,
    ...topOf(report).map(warning => `${paint('warning', 'yellow')}  ${topText(warning)}`),
    ...report.problems.map(problem => `${paint('missing', 'yellow')}  ${visibleText(problem)}`),
    ...overview,
    ...(untouched === '' ? [] : ['', visibleText(untouched)]),
    '',
    ...answerLines(reportAnswer(report)).map((line, i) => (i === 0 ? paint(line, style) : line)),
    '',
  ].join('\n')
}
