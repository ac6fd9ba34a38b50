// What a child that failed printed, as the end of a message: the last lines, and the error where it stands further up.
import type { ChildResult } from './child-process.ts'

/** What compilers and interpreters write before an error: `error[E0432]: `, `Error [ERR_MODULE_NOT_FOUND]: `, `panic: `. */
const ERROR = /(?:error|exception|panic|fatal)(?: ?\[\w+\])?: \S/i
/** `./parse_test.go:7:2: undefined: parse`, but no warning. */
const COMPILER = /^\S*\.\w+:\d+:\d+: (?!warning|note)\S/
/** `go test` gives the reason in the line below. */
const GO_FAILURE = /^\s*--- FAIL: /

const isError = (line: string) => [ERROR, COMPILER, GO_FAILURE].some(form => form.test(line))

/** The line that says what is wrong: the first that looks like an error. What is printed after it is often a summary. */
export function errorIn(printed: string[]): string | undefined {
  const at = printed.findIndex(isError)
  const [line, below] = printed.slice(Math.max(at, 0))
  if (at === -1 || line === undefined) return undefined
  return GO_FAILURE.test(line) && below !== undefined ? `${line.trim()} ${below.trim()}` : line
}

const LAST = 15
const OF_ERROR = 5

function linesOf(text: string): string[] {
  const lines = text.trimEnd().split('\n')
  const last = lines.slice(-LAST)
  const [at, rest] = [lines.findIndex(isError), lines.length - LAST]
  if (at === -1 || at >= rest) return last
  const error = lines.slice(at, Math.min(at + OF_ERROR, rest))
  return [...error, ...(at + OF_ERROR < rest ? ['…'] : []), ...last]
}

const OUTPUT = '; its last output was:'

/** The last lines that a child printed, as the end of a message, below the error where that stands before them. */
export function complaint(child: Pick<ChildResult, 'stdout' | 'stderr'>): string {
  const said = [child.stdout, child.stderr].map(text => linesOf(text).join('\n')).filter(Boolean)
  return said.length > 0 ? `${OUTPUT}\n${said.join('\n')}` : '; it printed nothing'
}

/** What failed, without the announcement of its output. */
export const withoutOutput = (line: string): string =>
  line.endsWith(OUTPUT) ? line.slice(0, -OUTPUT.length) : line
