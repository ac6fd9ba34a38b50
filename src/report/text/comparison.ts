// A comparison for a terminal: the table first and the answer last, where the eye is when the command returns.
import type { Comparison } from '../../model/index.ts'
import { explainedName, explainedTexts, plainShowing } from '../explain/words.ts'
import { answer, answerLines, explanationText } from '../words/answer/answer.ts'
import { budgetTexts } from '../words/budgets.ts'
import { commitText, listedFacts } from '../words/design.ts'
import { evidenceLine } from '../words/evidence.ts'
import { acceptanceLines, acceptanceTitle } from '../words/how-to-accept.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { MARK_STYLE, painter } from './paint.ts'
import { rowLines } from './rows.ts'
import { spaced } from './table.ts'

export type TextOptions = {
  /** Whether to write ANSI colours. */
  colour: boolean
  /** Columns of the terminal; without, no line is made to fit. */
  width?: number
  /** Whether every row is shown, not only those that somebody has to look at. */
  all?: boolean
  /** The suite that it is of, where the configuration of the base commit judges. */
  suite?: string
}

function factLines(comparison: Comparison): string[] {
  const commits = [comparison.baseline, comparison.candidate].map(({ revision }) => commitText(revision))
  // Where nothing was measured, nothing has to be said of how.
  const facts: [name: string, text: string | null][] = comparison.unmeasured
    ? [['commits', commits.join(' and ')]]
    : [...listedFacts(comparison), ['evidence', evidenceLine(comparison)]]
  return [...facts, ['because', explanationText(comparison)]].flatMap(([name = '', text]) =>
    text ? [visibleText(`${name.padEnd(9)}  ${text}`)] : [],
  )
}

/** Why rows changed: a block for each benchmark that was explained. */
const explainedLines = ({ explained = [] }: Comparison): string[] =>
  explained.flatMap(each => {
    const texts = explainedTexts(each, plainShowing)
    return [`why ${explainedName(each)} differs`, ...texts.map(text => `  ${visibleText(text)}`), '']
  })

/** The comparison as text that ends with a line break. No control or invisible character reaches the terminal. */
export function renderText(comparison: Comparison, options: TextOptions): string {
  const paint = painter(options.colour)
  const { top, others, leftOut } = splitWarnings(comparison)
  const warned = (text: string) => `${paint('warning', 'yellow')}  ${text}`
  const above = top.map(warning => warned(topText(warning)))
  const warnings = [
    ...others.map(warning => warned(visibleText(warning.message.trim() || warning.code))),
    ...leftOut.map(warning => `left out  ${topText(warning, true)}`),
  ]
  const told = answer(comparison)
  const budgets = budgetTexts(comparison.budgets).map(text => `budget     ${text}`)
  const accepting = acceptanceLines(comparison)
  const acceptance = accepting.length === 0 ? [] : [acceptanceTitle(options.suite), '', ...accepting]
  return [
    ...spaced(above),
    ...rowLines(comparison, {
      width: options.width ?? Number.POSITIVE_INFINITY,
      paint,
      all: options.all ?? false,
    }),
    ...spaced(warnings),
    ...budgets,
    ...explainedLines(comparison),
    ...spaced(acceptance),
    ...factLines(comparison),
    ...(comparison.unmeasured === undefined ? [''] : []),
    ...answerLines(told).map((line, i) => (i === 0 ? paint(line, MARK_STYLE[told.symbol]) : line)),
    '',
  ].join('\n')
}
