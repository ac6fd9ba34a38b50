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
  const { baseline, candidate } = comparison
  const explanation = explanationText(comparison)
  // Nothing was measured, so nothing has to be said of how.
  if (comparison.unmeasured !== undefined)
    return [
      `commits    ${commitText(baseline.revision)} and ${commitText(candidate.revision)}`,
      `because    ${explanation}`,
    ].map(visibleText)
  const evidence = evidenceLine(comparison)
  return [
    ...listedFacts(comparison).map(([name, text]) => `${name.padEnd(9)}  ${text}`),
    ...(evidence === null ? [] : [`evidence   ${evidence}`]),
    ...(explanation === '' ? [] : [`because    ${explanation}`]),
  ].map(visibleText)
}

/** Why rows changed: a block for each benchmark that was explained. */
function explainedLines({ explained = [] }: Comparison): string[] {
  const blocks = explained.map(each => {
    const texts = explainedTexts(each, plainShowing)
    return [`why ${explainedName(each)} differs`, ...texts.map(text => `  ${visibleText(text)}`), '']
  })
  return blocks.flat()
}

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
  const style = MARK_STYLE[told.symbol]
  const budgets = budgetTexts(comparison.budgets).map(text => `budget     ${text}`)
  const accepting = acceptanceLines(comparison)
  const acceptance = accepting.length === 0 ? [] : [acceptanceTitle(options.suite), '', ...accepting, '']
  return [
    ...(above.length === 0 ? [] : [...above, '']),
    ...rowLines(comparison, {
      width: options.width ?? Number.POSITIVE_INFINITY,
      paint,
      all: options.all ?? false,
    }),
    ...(warnings.length === 0 ? [] : [...warnings, '']),
    ...budgets,
    ...explainedLines(comparison),
    ...acceptance,
    ...factLines(comparison),
    ...(comparison.unmeasured === undefined ? [''] : []),
    ...answerLines(told).map((line, i) => (i === 0 ? paint(line, style) : line)),
    '',
  ].join('\n')
}
