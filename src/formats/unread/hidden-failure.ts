// What interpreters, shells and builds print when they fail. A run that ended well all the same hides it: by a pipe into another
// command, as `node bench.js | tee out.txt` in a script of npm, by `|| true`, or by a command behind it.
import { plainText } from '../plain-text.ts'

const FAILURES: readonly RegExp[] = [
  /^\w*Error\b.*(?=\n(?:.*\n){0,60}?Node\.js v\d+\.\d+\.\d+$)/m,
  // Python goes on after one that it ignores, or that a program has logged.
  /(?<!^(?:Exception ignored |ERROR:).*\n)^Traceback \(most recent call last\):\n(?:[ \t].*\n)+(.+)/m,
  /^\S*python[\d.]*: can't open file .*/m,
  /^(?:panic|fatal error): .*(?=\n(?:.*\n){0,5}?goroutine \d+ \[)/m,
  /^thread '.*'(?: \(\d+\))? panicked at .*/m,
  /^Exception in thread ".*" .*/m,
  /^Error: Could not find or load main class .*/m,
  /^Unhandled exception\. .*/m,
  /^terminate called .*/m,
  /^\S+\.rb:\d+:in .* \(\S+\)$/m,
  /^(?:PHP )?Fatal error: .*/m,
  /^Error\b.*(?=\n(?:.*\n){0,10}?Execution halted$)/m,
  /^ERROR: LoadError: .*/m,
  /^error: (?:Uncaught|Module not found|could not (?:compile|find `Cargo)|no such command).*/m,
  /^npm (?:ERR!|error) (?:code|Missing script).*/m,
  // The first make: it may ignore that one below it failed.
  /^g?make: \*\*\* .*/m,
  // Not of a locale, nor of a setting of the machine that only root may change.
  /^(?:(?:\S*\/)?(?:ba|da|k|z)?sh|\S+\.sh): (?!.*(?:warning: |\/(?:proc|sys)\/))\S.*\b(?:not found|No such file or directory|Permission denied)$/m,
  /^\S+: line \d+: (?!.*(?:warning: |\/(?:proc|sys)\/))\S.*\b(?:command not found|No such file or directory|Permission denied)$/m,
  /^(?:Segmentation fault|Aborted|Bus error|Illegal instruction)(?: +\(core dumped\).*)?$/m,
  /^\S+: line \d+: +\d+ (?:Segmentation fault|Aborted|Bus error|Illegal instruction)\b.*/m,
]

/** Characters at the end that are looked at. */
const LOOKED_AT = 64 * 1024

/** The line of an output that says that something failed; null for any other output. */
export function failureShownIn(text: string): string | null {
  const plain = plainText(text.slice(-LOOKED_AT))
  for (const failure of FAILURES) {
    const found = failure.exec(plain)
    if (found) return found[1] ?? found[0]
  }
  return null
}
