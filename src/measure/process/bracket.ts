// The clock. A small bracket process starts the command last, after every wrapper, and reports on descriptor 3 what the
// kernel accounted to it. Node cannot read a child's rusage, and its own event loop is in between when it reads the
// time. Inside the bracket, the start-up of `perf stat` would be timed; outside, it would count the bracket too.
import { constants } from 'node:os'
import { type Bracketed, type NotStarted, notStartedIn } from './bracketed.ts'
import { parsePerlReport, perlBracketed, perlBracketWorks } from './perl-bracket.ts'

export type Clock = 'perl' | 'bash'

/** Why a process could not be started, in words. */
export const whyNotStarted = ([program]: string[], { notStarted, errno }: NotStarted): string =>
  program === 'bash' && errno === constants.errno.ENOENT
    ? 'bash is not installed, or not in PATH; it runs setup, prepare and all commands with shell syntax'
    : notStarted

/** The bracket that can run here: Perl where it works, else bash. */
export const availableClock = (env?: NodeJS.ProcessEnv): Clock => (perlBracketWorks(env) ? 'perl' : 'bash')

/**
 * The command line that measures `argv`. Its descriptor 3 must be a pipe; `readBracket` reads the report from it.
 * Perl's waits at a gate on descriptor 4 if it is `gated`, and empties the processor caches with a buffer of `evictBytes`.
 */
export function bracketed(clock: Clock, argv: string[], gated = false, evictBytes = 0): string[] {
  return clock === 'perl'
    ? perlBracketed(argv, gated, evictBytes)
    : ['bash', '-c', BASH_PROGRAM, 'bash', ...argv]
}

/** The bracket's report, or why the command could not be started; null when the bracket itself died. */
export function readBracket(clock: Clock, report: string): Bracketed | NotStarted | null {
  return notStartedIn(report) ?? (clock === 'perl' ? parsePerlReport : parseBashReport)(report)
}

// Without Perl: microseconds, no peak memory, no switches, faults or counters. The wall time includes bash's fork. Without exec,
// bash would run its builtins (`true`, `echo`) itself. EPOCHREALTIME has the locale's decimal point. The second line of `times`
// counts children. It includes the wrappers that became this process, so `times` is called before and after.
const BASH_PROGRAM = `times >&3; begin=$EPOCHREALTIME; (exec "$@" 3>&-); code=$?; end=$EPOCHREALTIME
{ echo "$begin $end $code"; times; } >&3; exit "$code"`

const seconds = (minutes: string | undefined, rest: string | undefined) =>
  Number(minutes) * 60 + Number(rest?.replace(',', '.'))

function parseBashReport(report: string): Bracketed | null {
  const clock = /^(\d+)[.,](\d{6}) (\d+)[.,](\d{6}) (\d+)$/m.exec(report)
  const times = [...report.matchAll(/^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/gm)]
  const [, before, , after] = times
  if (!clock || !before || !after) return null
  const [, beginSeconds, beginMicros, endSeconds, endMicros, code] = clock
  const micros = (Number(endSeconds) - Number(beginSeconds)) * 1e6 + Number(endMicros) - Number(beginMicros)
  const exit = Number(code)
  return {
    accounted: {
      wallTime: micros * 1e3,
      userTime: Math.round((seconds(after[1], after[2]) - seconds(before[1], before[2])) * 1e9),
      systemTime: Math.round((seconds(after[3], after[4]) - seconds(before[3], before[4])) * 1e9),
      peakMemory: null,
      voluntarySwitches: null,
      involuntarySwitches: null,
      minorFaults: null,
      majorFaults: null,
    },
    exitCode: exit > 128 ? null : exit,
    signal: exit > 128 ? exit - 128 : null,
    counterErrors: [],
    left: null,
  }
}
