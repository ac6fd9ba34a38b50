// Why a suite could not be tried or measured: in a line, and as the comment that the configuration gets.
import { errorIn, withoutOutput } from '../../measure/process/complaint.ts'
import type { MeasureError } from '../../measure/runs/errors.ts'
import { visibleText } from '../../report/words/visible-text.ts'

const linesOf = (problem: string) => problem.split('\n').filter(line => line.trim() !== '')

/** What failed, and the error that was printed, or the last line with a word. */
export function problemInShort(problem: string): string {
  const [first = '', ...printed] = linesOf(problem)
  const what = withoutOutput(first)
  const said = errorIn(printed) ?? printed.findLast(line => /\p{L}/u.test(line)) ?? printed.at(-1)
  const more = /\(setup-timeout\)/.test(what) ? '; give it more time with --max-time' : ''
  return `${what}${said === undefined ? '' : `: ${said.trim()}`}${more}`
}

/** The message for a list of suites. Of what was printed it has the error alone: the rest stands above the list. */
export function problemOf({ message, hints }: Pick<MeasureError, 'message' | 'hints'>): string {
  const own = message.split('\n').slice(0, hints.length === 0 ? undefined : -hints.length)
  const [first = ''] = own
  const said = withoutOutput(first) === first ? own : [problemInShort(own.join('\n'))]
  return [...said, ...hints].join('\n')
}

const MOST_LINES = 6
const LONGEST = 500

/** The first line, the error, and the last lines of what was said. */
export function problemLines(problem: string): string {
  const [first = '', ...printed] = linesOf(problem)
  const last = printed.slice(2 - MOST_LINES)
  const error = errorIn(printed)
  const between = error === undefined || last.some(line => error.startsWith(line.trim())) ? [] : [error, '…']
  const shown = printed.length < MOST_LINES ? [first, ...printed] : [first, '…', ...between, ...last]
  return shown.map(line => visibleText(line).slice(0, LONGEST)).join('\n')
}
