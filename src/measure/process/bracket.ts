// The clock: a small bracket process starts the command last, after every wrapper, and reports on descriptor 3
// what the kernel accounted to it. Node itself can read neither a child's rusage nor its time without its own event
// loop in between, and `perf stat` inside the bracket would be timed along, outside of it count the bracket.
import type { RunEvidence } from '../../model/index.ts'
import { bashBracketed, parseBashReport } from './bash-bracket.ts'
import { type CounterReading, readCounters } from './counters.ts'
import type { LeftBehind } from './left-behind.ts'
import { parsePerlReport, perlBracketed, perlBracketWorks } from './perl-bracket.ts'

export type Clock = 'perl' | 'bash'

/** `counterErrors` has the errno of each event that could not be opened; `left` is null where nothing was left. */
export type Bracketed = {
  accounted: Omit<RunEvidence, 'startedAt'>
  exitCode: number | null
  signal: number | null
  counterErrors: number[]
  left: LeftBehind | null
}

/** `errno` is that of the system call which failed. */
export type NotStarted = { notStarted: string; errno: number }

/** The bracket that can run here: perl where it works, else bash. */
export function availableClock(works: (argv: string[]) => boolean): Clock {
  return perlBracketWorks(works) ? 'perl' : 'bash'
}

/** The command line that measures `argv`. Its descriptor 3 must be a pipe; `readBracket` reads what comes. */
export function bracketed(clock: Clock, argv: string[]): string[] {
  return clock === 'perl' ? perlBracketed(argv) : bashBracketed(argv)
}

/** What the bracket reported, or the reason why the command could not be started; null if it died itself. */
export function readBracket(clock: Clock, report: string): Bracketed | NotStarted | null {
  const refused = /^(?:exec|fork) (\d+) (.*)$/m.exec(report)
  if (refused) return { notStarted: refused[2] ?? '', errno: Number(refused[1]) }
  return clock === 'perl' ? readPerl(report) : readBash(report)
}

const errorsOf = (readings: CounterReading[]) =>
  readings.flatMap(reading => ('error' in reading ? [reading.error] : []))

function readPerl(report: string): Bracketed | null {
  const seen = parsePerlReport(report)
  if (seen === null) return null
  const signal = seen.status & 127
  const counters = readCounters(seen.counters)
  return {
    accounted: {
      wallTime: seen.wall,
      userTime: seen.userMicros * 1e3,
      systemTime: seen.systemMicros * 1e3,
      peakMemory: seen.kibibytes * 1024,
      voluntarySwitches: seen.voluntary,
      involuntarySwitches: seen.involuntary,
      minorFaults: seen.minor,
      majorFaults: seen.major,
      ...(counters === null ? {} : { counters }),
    },
    exitCode: signal ? null : seen.status >> 8,
    signal: signal || null,
    counterErrors: errorsOf(seen.counters),
    left: seen.left,
  }
}

function readBash(report: string): Bracketed | null {
  const seen = parseBashReport(report)
  if (seen === null) return null
  return {
    accounted: {
      wallTime: seen.wall,
      userTime: seen.user,
      systemTime: seen.system,
      peakMemory: null,
      voluntarySwitches: null,
      involuntarySwitches: null,
      minorFaults: null,
      majorFaults: null,
    },
    exitCode: seen.exit > 128 ? null : seen.exit,
    signal: seen.exit > 128 ? seen.exit - 128 : null,
    counterErrors: [],
    left: null,
  }
}
