// Why a suite could not be tried: in a line, and as the comment that the configuration gets.
import { visibleText } from '../../report/words/visible-text.ts'

/** What compilers and interpreters write before an error: `error[E0432]: `, `Error [ERR_MODULE_NOT_FOUND]: `, `panic: `. */
const ERROR = /(?:error|exception|panic|fatal)(?: ?\[\w+\])?: \S/i

/** The line that says what is wrong: the first that looks like an error. What is printed after it is often a summary. */
const errorIn = (printed: string[]) => printed.find(line => ERROR.test(line))

const linesOf = (problem: string) => problem.split('\n').filter(line => line.trim() !== '')

/** What failed, and the error that was printed, or the last line with a word. */
export function problemInShort(problem: string): string {
  const [first = '', ...printed] = linesOf(problem)
  const what = first.replace(/; its last output was:$/, '')
  const said = errorIn(printed) ?? printed.findLast(line => /\p{L}/u.test(line)) ?? printed.at(-1)
  const more = /\(setup-timeout\)/.test(what) ? '; give it more time with --max-time' : ''
  return `${what}${said === undefined ? '' : `: ${said.trim()}`}${more}`
}

const MOST_LINES = 6
const LONGEST = 500

/** The first line, the error, and the last lines of what was said. */
export function problemLines(problem: string): string {
  const [first = '', ...printed] = linesOf(problem)
  const last = printed.slice(2 - MOST_LINES)
  const error = errorIn(printed)
  const between = error === undefined || last.includes(error) ? [] : [error, '…']
  const shown = printed.length < MOST_LINES ? [first, ...printed] : [first, '…', ...between, ...last]
  return shown.map(line => visibleText(line).slice(0, LONGEST)).join('\n')
}
