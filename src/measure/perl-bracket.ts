// The bracket in Perl: fork, hold the child until its counters are open, start the clock, let it execute the command,
// wait, and report what the kernel accounted. System calls go by number: Perl has no wait4 or perf_event_open,
// and loading Time::HiRes takes longer than all the rest (4 ms).
import { type CounterReading, counterAttributes, parseReading } from './counters.ts'

type Numbers = { wait4: number; clockGettime: number; perfEventOpen: number }

// arch/*/entry/syscalls and include/uapi/asm-generic/unistd.h in Linux.
const GENERIC: Numbers = { wait4: 260, clockGettime: 113, perfEventOpen: 241 }
const NUMBERS: Partial<Record<NodeJS.Architecture, Numbers>> = {
  x64: { wait4: 61, clockGettime: 228, perfEventOpen: 298 },
  arm64: GENERIC,
  riscv64: GENERIC,
}

// The fork is over before the clock starts, as is opening the counters: what is timed is exec to exit. Descriptor 3
// must not reach the command; Perl closes all others above 2 by itself. A rusage is 18 longs on 64 bit, a timespec
// two. It is that of the one child, by wait4: what getrusage sums up of all children would include those of the
// wrappers that became this process, such as the sudo of an attach. The pause lets the CPU's scheduler forgive what
// Perl's own start has used up: on a busy CPU the command would pay for it (/bin/true: 1.4 ms without, 1.0 ms with it).
const PROGRAM = `my ($wait4, $gettime, $perf_event_open, $attributes) = splice @ARGV, 0, 4;
open(my $report, '>&=', 3) or die "no descriptor 3: $!"; fcntl $report, 2, 1;
sub now { my $t = pack 'q2', 0, 0; syscall($gettime, 1, $t) == 0 or die "clock_gettime: $!";
  my ($s, $ns) = unpack 'q2', $t; $s * 1000000000 + $ns }
my ($usage, $ended) = (pack('q18', (0) x 18), pack 'i', 0); now();
pipe my $held, my $release or die "pipe: $!"; my $pid = fork;
if (!defined $pid) { syswrite $report, 'fork ' . ($! + 0) . " $!\\n"; exit 127; }
if (!$pid) { close $release; sysread $held, my $nothing, 1; exec { $ARGV[0] } @ARGV;
  syswrite $report, 'exec ' . ($! + 0) . " $!\\n"; require POSIX; POSIX::_exit(127); }
close $held;
my @counters = map { my $attribute = pack 'H*', $_;
  my $fd = syscall($perf_event_open, $attribute, $pid, -1, -1, 8); $fd < 0 ? -($! + 0) : $fd } split /,/, $attributes;
select undef, undef, undef, 0.002;
my $begin = now(); close $release;
syscall($wait4, $pid, $ended, 0, $usage) == $pid or die "wait4: $!"; my $wall = now() - $begin;
my $status = unpack 'i', $ended; my @u = unpack 'q18', $usage;
my @counts = map { my $values = ''; if ($_ >= 0) { open my $counter, '<&=', $_; sysread $counter, $values, 24; }
  $_ < 0 ? $_ : join '/', unpack 'Q3', $values } @counters;
syswrite $report, sprintf "%d %d %d %d %d %d %d %d %d @counts\\n", $wall, $status,
  $u[0] * 1e6 + $u[1], $u[2] * 1e6 + $u[3], $u[4], $u[16], $u[17], $u[8], $u[9];
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);`

/** Whether there is a Perl here, with 64-bit integers, on an architecture whose system calls are known. */
export function perlBracketWorks(works: (argv: string[]) => boolean): boolean {
  return NUMBERS[process.arch] !== undefined && works(['perl', '-e', 'length pack "q", 1'])
}

/** The command line that measures `argv`. */
export function perlBracketed(argv: string[]): string[] {
  const numbers = NUMBERS[process.arch]
  if (!numbers) throw new Error(`the system calls of ${process.arch} are not known`)
  const { wait4, clockGettime, perfEventOpen } = numbers
  const words = [wait4, clockGettime, perfEventOpen].map(String)
  return ['perl', '-e', PROGRAM, '--', ...words, counterAttributes.join(','), ...argv]
}

export type PerlReport = {
  wall: number
  status: number
  userMicros: number
  systemMicros: number
  kibibytes: number
  voluntary: number
  involuntary: number
  minor: number
  major: number
  counters: CounterReading[]
}

/** The numbers of a report, null for anything else. */
export function parsePerlReport(report: string): PerlReport | null {
  const words = report.trim().split(' ')
  const fields = words.slice(0, 9).map(Number)
  if (fields.length !== 9 || !fields.every(Number.isFinite)) return null
  const [wall, status, userMicros, systemMicros, kibibytes, voluntary, involuntary, minor, major] =
    fields as Nine
  const counters = words.slice(9).map(parseReading)
  return {
    wall,
    status,
    userMicros,
    systemMicros,
    kibibytes,
    voluntary,
    involuntary,
    minor,
    major,
    counters,
  }
}

type Nine = [number, number, number, number, number, number, number, number, number]
