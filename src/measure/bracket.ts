// The clock: a small bracket process starts the command last, after every wrapper, and reports on descriptor 3
// what the kernel accounted to it. Perl's fork, wait and getrusage(2) are used since Node can read neither a
// child's rusage nor its time without its own event loop in between; bash is the fallback.
import type { RunEvidence } from '../model.ts'

export type Clock = 'perl' | 'bash'

export type Bracketed = Omit<RunEvidence, 'startedAt'> & { exitCode: number | null; signal: number | null }

// getrusage has no Perl builtin and perl-base ships no syscall.ph. Numbers: arch/*/entry/syscalls in Linux.
const GETRUSAGE: Partial<Record<NodeJS.Architecture, number>> = { x64: 98, arm64: 165, riscv64: 165 }

// $^F: descriptor 3 must not reach the command. The rusage of waited-for children is 18 longs on 64 bit.
const PERL = `use strict; use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);
my $number = shift @ARGV; open(my $report, '>&=', 3) or die "no descriptor 3: $!"; fcntl($report, 2, 1);
my $begin = clock_gettime(CLOCK_MONOTONIC); my $pid = fork; die "fork: $!" unless defined $pid;
if (!$pid) { exec { $ARGV[0] } @ARGV; syswrite $report, "exec $!\\n"; require POSIX; POSIX::_exit(127); }
waitpid $pid, 0; my $status = $?; my $wall = clock_gettime(CLOCK_MONOTONIC) - $begin;
my $usage = pack 'q18', (0) x 18; syscall($number, -1, $usage) == 0 or die "getrusage: $!";
my @u = unpack 'q18', $usage;
syswrite $report, sprintf "%.0f %d %d %d %d %d %d %d %d\\n", $wall * 1e9, $status,
  $u[0] * 1e6 + $u[1], $u[2] * 1e6 + $u[3], $u[4], $u[16], $u[17], $u[8], $u[9];
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);`

// EPOCHREALTIME has microseconds and the locale's decimal point; times prints the children's on its second line.
const BASH = `begin=$EPOCHREALTIME; "$@" 3>&-; code=$?; end=$EPOCHREALTIME
{ echo "$begin $end $code"; times; } >&3; exit "$code"`

/** The bracket that can run here: perl where it has Time::HiRes and this CPU's getrusage number is known. */
export function availableClock(works: (argv: string[]) => boolean): Clock {
  const supported = GETRUSAGE[process.arch] !== undefined
  return supported && works(['perl', '-MTime::HiRes=clock_gettime,CLOCK_MONOTONIC', '-e1']) ? 'perl' : 'bash'
}

/** The command line that measures `argv`. Its descriptor 3 must be a pipe; `readBracket` reads what comes. */
export function bracketed(clock: Clock, argv: string[]): string[] {
  if (clock === 'bash') return ['bash', '-c', BASH, 'bash', ...argv]
  return ['perl', '-e', PERL, '--', String(GETRUSAGE[process.arch]), ...argv]
}

/** What the bracket reported, or the reason why the command could not be started; null if it died itself. */
export function readBracket(clock: Clock, report: string): Bracketed | { notStarted: string } | null {
  const refused = /^exec (.*)$/m.exec(report)
  if (refused) return { notStarted: refused[1] ?? '' }
  return clock === 'perl' ? readPerl(report) : readBash(report)
}

function readPerl(report: string): Bracketed | null {
  const fields = report.trim().split(' ').map(Number)
  if (fields.length !== 9 || !fields.every(Number.isFinite)) return null
  const [wall, status, user, system, kibibytes, voluntary, involuntary, minor, major] = fields as Nine
  const signal = status & 127
  return {
    exitCode: signal ? null : status >> 8,
    signal: signal || null,
    wallTime: wall,
    userTime: user * 1e3,
    systemTime: system * 1e3,
    peakMemory: kibibytes * 1024,
    voluntarySwitches: voluntary,
    involuntarySwitches: involuntary,
    minorFaults: minor,
    majorFaults: major,
  }
}

type Nine = [number, number, number, number, number, number, number, number, number]

const seconds = (minutes: string | undefined, rest: string | undefined) =>
  Number(minutes) * 60 + Number(rest?.replace(',', '.'))

function readBash(report: string): Bracketed | null {
  const clock = /^(\d+)[.,](\d{6}) (\d+)[.,](\d{6}) (\d+)$/m.exec(report)
  const times = [...report.matchAll(/^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/gm)][1]
  if (!clock || !times) return null
  const [, beginSeconds, beginMicros, endSeconds, endMicros, code] = clock
  const micros = (Number(endSeconds) - Number(beginSeconds)) * 1e6 + Number(endMicros) - Number(beginMicros)
  const exit = Number(code)
  return {
    exitCode: exit > 128 ? null : exit,
    signal: exit > 128 ? exit - 128 : null,
    wallTime: micros * 1e3,
    userTime: seconds(times[1], times[2]) * 1e9,
    systemTime: seconds(times[3], times[4]) * 1e9,
    peakMemory: null,
    voluntarySwitches: null,
    involuntarySwitches: null,
    minorFaults: null,
    majorFaults: null,
  }
}
