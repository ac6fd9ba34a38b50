// The bracket in bash, where there is no Perl: microseconds, no peak memory, no switches, faults or counters. The
// wall time includes bash's fork. Without exec, bash would do what it has built in (`true`, `echo`) itself.

// EPOCHREALTIME has microseconds and the locale's decimal point; times prints the children's on its second line, also
// those of the wrappers that became this process: it is asked before and after.
const PROGRAM = `times >&3; begin=$EPOCHREALTIME; (exec "$@" 3>&-); code=$?; end=$EPOCHREALTIME
{ echo "$begin $end $code"; times; } >&3; exit "$code"`

/** The command line that measures `argv`. */
export const bashBracketed = (argv: string[]): string[] => ['bash', '-c', PROGRAM, 'bash', ...argv]

const seconds = (minutes: string | undefined, rest: string | undefined) =>
  Number(minutes) * 60 + Number(rest?.replace(',', '.'))

/** Nanoseconds and the exit code of a report, null for anything else. */
export function parseBashReport(
  report: string,
): { wall: number; user: number; system: number; exit: number } | null {
  const clock = /^(\d+)[.,](\d{6}) (\d+)[.,](\d{6}) (\d+)$/m.exec(report)
  const times = [...report.matchAll(/^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/gm)]
  const [, before, , after] = times
  if (!clock || !before || !after) return null
  const [, beginSeconds, beginMicros, endSeconds, endMicros, code] = clock
  const micros = (Number(endSeconds) - Number(beginSeconds)) * 1e6 + Number(endMicros) - Number(beginMicros)
  return {
    wall: micros * 1e3,
    user: Math.round((seconds(after[1], after[2]) - seconds(before[1], before[2])) * 1e9),
    system: Math.round((seconds(after[3], after[4]) - seconds(before[3], before[4])) * 1e9),
    exit: Number(code),
  }
}
