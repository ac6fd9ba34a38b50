// What interpreters, shells and builds print when they fail. A run that ended well all the same hides it: by a pipe into another
// command, as `node bench.js | tee out.txt` in a script of npm, by `|| true`, or by a command behind it.
import { plainText } from '../plain-text.ts'

/** `line` is what to show of it, where that is another line than the sign. */
type Failure = { sign: RegExp; line?: RegExp }

const failures: readonly Failure[] = [
  { sign: /^Node\.js v\d+\.\d+\.\d+$/m, line: /^\w*Error\b.*/m },
  { sign: /^Traceback \(most recent call last\):$/m, line: /^(?!Traceback)[A-Za-z_][\w.]*(?:: .*)?$/m },
  { sign: /^\S*python[\d.]*: can't open file .*/m },
  { sign: /^goroutine \d+ \[running/m, line: /^(?:panic|fatal error): .*/m },
  { sign: /^thread '.*'(?: \(\d+\))? panicked at .*/m },
  { sign: /^Exception in thread ".*" .*/m },
  { sign: /^Error: Could not find or load main class .*/m },
  { sign: /^Unhandled exception\. .*/m },
  { sign: /^terminate called .*/m },
  { sign: /^\S+\.rb:\d+:in .*\(\S+\)$/m },
  { sign: /^(?:PHP )?Fatal error: .*/m },
  { sign: /^Execution halted$/m, line: /^Error\b.*/m },
  { sign: /^ERROR: LoadError: .*/m },
  { sign: /^error: (?:Uncaught|Module not found|could not|no such|failed to) .*/m },
  { sign: /^npm (?:ERR!|error) (?:code|Missing script).*/m },
  { sign: /^g?make(?:\[\d+\])?: \*\*\* .*/m },
  {
    sign: /^(?:\S*sh|\S+: line \d+): .*\b(?:command not found|not found|No such file or directory|Permission denied)$/m,
  },
  {
    sign: /^(?:\S+: line \d+: +\d+ )?(?:Segmentation fault|Aborted|Bus error|Illegal instruction|Killed)\b.*/m,
  },
]

/** Characters at the end that are looked at. */
const LOOKED_AT = 64 * 1024

/** The line of an output that says that something failed; null for any other output. */
export function failureShownIn(text: string): string | null {
  const plain = plainText(text.slice(-LOOKED_AT))
  for (const { sign, line = sign } of failures) {
    const [found] = sign.exec(plain) ?? []
    if (found !== undefined) return line.exec(plain)?.[0] ?? found
  }
  return null
}
