// The bracket in Perl. It forks, holds the child until its counters are open, starts the clock, and lets the child execute the
// command. Then it waits, reports the kernel's account, and ends the processes that the command left running. It calls wait4, prctl
// and perf_event_open by number, because Perl has none of them; loading Time::HiRes would take longer than the rest (4 ms).
import { tryCommand } from '../pin/wrappers.ts'
import { type Bracketed, endOfStatus, type LeftBehind } from './bracketed.ts'
import { EVICT } from './caches.ts'
import { counterAttributes, readCounters } from './counters.ts'

type Numbers = Record<
  'wait4' | 'clockGettime' | 'perfEventOpen' | 'prctl' | 'getAffinity' | 'setAffinity',
  number
>

// arch/*/entry/syscalls and include/uapi/asm-generic/unistd.h in Linux.
const GENERIC: Numbers = {
  wait4: 260,
  clockGettime: 113,
  perfEventOpen: 241,
  prctl: 167,
  getAffinity: 123,
  setAffinity: 122,
}
const NUMBERS: Partial<Record<NodeJS.Architecture, Numbers>> = {
  x64: { wait4: 61, clockGettime: 228, perfEventOpen: 298, prctl: 157, getAffinity: 204, setAffinity: 203 },
  arm64: GENERIC,
  riscv64: GENERIC,
}

// This process is the subreaper (prctl 36) of everything that the command starts. It becomes the parent of processes
// that outlive their own parent, even of a daemon that left the process group. It also reaps those that end before the
// command: a command that stops its own daemon and waits for it would otherwise wait for a zombie for ever. A process
// that does not end by itself within 0.1 s gets SIGTERM, and a second later SIGKILL. Children of the wrappers that
// became this process are spared. Each pass lists the children anew, because those of a process that has just ended
// come along. The time limit (SIGTERM to the group) ends everything as well.
export const SWEEP = `my ($report, %others);
sub content { local $/; open my $file, '<', shift or return ''; <$file> // '' }
sub children { my $list = '/proc/thread-self/children'; return split ' ', content($list) if -e $list;
  opendir my $proc, '/proc' or return;
  grep { /^\\d/ && content("/proc/$_/stat") =~ /.*\\) \\S (\\d+) /s && $1 == $$ } readdir $proc }
sub sweep { $SIG{TERM} = 'IGNORE'; my (%seen, $first, $gone, @left);
  for my $step (@_ ? @_ : (['', 100], ['TERM', 1000], ['KILL', 400])) { my ($signal, $most) = @$step; my %told;
    for (my $waited = 0; $waited <= $most; $waited += 2) {
      1 while ($gone = waitpid -1, 1) > 0;
      @left = $gone < 0 ? () : grep !$others{$_}, children(); last if !@left;
      for my $pid ($signal ? @left : ()) {
        my $command = content("/proc/$pid/cmdline"); $command =~ s/\\0$//; $command =~ tr/\\0/ /; $command =~ s/[^ -~]/?/g;
        if ($command ne '' && !$seen{$pid}++) { $first //= substr $command, 0, 200 }
        kill $signal, $pid if !$told{$pid}++; }
      select undef, undef, undef, 0.002; } last if !@left; }
  syswrite $report, sprintf "left %d %d %s\\n", scalar keys %seen, scalar @left, $first if %seen; }
`

// The clock starts after the fork and after the counters are open, so it times exec to exit. Descriptor 3 must not reach the
// command; Perl closes all others above 2 by itself. A rusage is 18 longs on 64 bit, a timespec two. The rusage is that of the one
// child, from wait4: getrusage would add the children of the wrappers that became this process, such as the sudo of an attach. The
// pause of 2 ms lets the scheduler forget the CPU time of Perl's own start; on a busy CPU the command would pay for it (/bin/true:
// 1.4 ms without, 1.0 ms with the pause). The child first tries to execute a directory, which the kernel refuses: then the pages of
// Perl that lead to execve are its own before the clock starts (0.05 to 0.1 ms). Descriptor 4 is a gate: it is read, and made to
// wait (F_SETFL), so that the commands behind it start together. SIGKILL of stable-bench is SIGTERM here (prctl 1,
// PR_SET_PDEATHSIG): then the command and all that it started end, too.
const MEASURE = `my ($wait4, $gettime, $perf_event_open, $prctl, $get_affinity, $set_affinity, $attributes, $gated, $evicted) = splice @ARGV, 0, 9;
open($report, '>&=', 3) or die "no descriptor 3: $!"; fcntl $report, 2, 1;
my $gate; if ($gated) { open($gate, '<&=', 4) or die "no descriptor 4: $!"; fcntl $gate, 2, 1; fcntl $gate, 4, 0 }
sub now { my $t = pack 'q2', 0, 0; syscall($gettime, 1, $t) == 0 or die "clock_gettime: $!";
  my ($s, $ns) = unpack 'q2', $t; $s * 1000000000 + $ns }
my ($usage, $ended) = (pack('q18', (0) x 18), pack 'i', 0); now();
syscall $prctl, 36, 1, 0, 0, 0; syscall $prctl, 1, 15, 0, 0, 0; %others = map { $_ => 1 } children() if waitpid(-1, 1) >= 0;
pipe my $held, my $release or die "pipe: $!"; my $pid = fork;
if (!defined $pid) { syswrite $report, 'fork ' . ($! + 0) . " $!\\n"; exit 127; }
if (!$pid) { close $release; exec { '/' } @ARGV; sysread $held, my $nothing, 1; exec { $ARGV[0] } @ARGV;
  syswrite $report, 'exec ' . ($! + 0) . " $!\\n"; require POSIX; POSIX::_exit(127); }
close $held; $SIG{TERM} = sub { sweep(); exit 143 };
my @counters = map { my $attribute = pack 'H*', $_;
  my $fd = syscall($perf_event_open, $attribute, $pid, -1, -1, 8); $fd < 0 ? -($! + 0) : $fd } split /,/, $attributes;
evict($evicted, $get_affinity, $set_affinity) if $evicted;
select undef, undef, undef, 0.002;
if ($gate) { syswrite $report, "ready\n"; sysread $gate, my $nothing, 1 }
my $begin = now(); close $release;
my $gone; 1 until ($gone = syscall($wait4, -1, $ended, 0, $usage)) == $pid or $gone < 0 && $! != 4 && die "wait4: $!";
my $wall = now() - $begin;
my $status = unpack 'i', $ended; my @u = unpack 'q18', $usage;
my @counts = map { my $values = ''; if ($_ >= 0) { open my $counter, '<&=', $_; sysread $counter, $values, 24; }
  $_ < 0 ? $_ : join '/', unpack 'Q3', $values } @counters;
syswrite $report, sprintf "%d %d %d %d %d %d %d %d %d @counts\\n", $wall, $status,
  $u[0] * 1e6 + $u[1], $u[2] * 1e6 + $u[3], $u[4], $u[16], $u[17], $u[8], $u[9];
sweep();
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);`

const PROGRAM = SWEEP + EVICT + MEASURE

/** The numbers of the system calls here. Throws where they are not known, as `perlBracketWorks` says. */
export function systemCalls(): Numbers {
  const numbers = NUMBERS[process.arch]
  if (!numbers) throw new Error(`the system calls of ${process.arch} are not known`)
  return numbers
}

/** Whether Perl is here, with 64-bit integers, on an architecture whose system call numbers are known. */
export const perlBracketWorks = (env?: NodeJS.ProcessEnv): boolean =>
  NUMBERS[process.arch] !== undefined && tryCommand(['perl', '-e', 'length pack "q", 1'], env).ok

/**
 * The command line that measures `argv`, if `gated` once descriptor 4 lets it. Reads `evictBytes` on each CPU before, to empty
 * caches.
 */
export function perlBracketed(argv: string[], gated: boolean, evictBytes: number): string[] {
  const { wait4, clockGettime, perfEventOpen, prctl, getAffinity, setAffinity } = systemCalls()
  const calls = [wait4, clockGettime, perfEventOpen, prctl, getAffinity, setAffinity].map(String)
  const words = [...calls, counterAttributes.join(','), gated ? '1' : '', String(evictBytes)]
  return ['perl', '-e', PROGRAM, '--', ...words, ...argv]
}

function parseLeft(line: string | undefined): LeftBehind | null {
  const [, processes, alive, command = ''] = /^left (\d+) (\d+) (.*)$/.exec(line ?? '') ?? []
  return processes === undefined ? null : { processes: Number(processes), alive: Number(alive), command }
}

/** The numbers that the program writes ahead of the counters. */
type Accounted = [number, number, number, number, number, number, number, number, number]

/** The line that a gated bracket writes first: it is about to execute its command, and waits at the gate. */
const READY = 'ready\n'

/** Reads the bracket's report; null for any other text. */
export function parsePerlReport(report: string): Bracketed | null {
  const [numbers = '', left] = report.replace(READY, '').trim().split('\n')
  const words = numbers.split(' ')
  const accounted = words.slice(0, 9).map(Number)
  if (accounted.length !== 9 || !accounted.every(Number.isFinite)) return null
  const [wallTime, status, userMicros, systemMicros, kibibytes, voluntary, involuntary, minor, major] =
    accounted as Accounted
  const { counters, errors } = readCounters(words.slice(9))
  return {
    accounted: {
      wallTime,
      userTime: userMicros * 1e3,
      systemTime: systemMicros * 1e3,
      peakMemory: kibibytes * 1024,
      voluntarySwitches: voluntary,
      involuntarySwitches: involuntary,
      minorFaults: minor,
      majorFaults: major,
      ...(counters === null ? {} : { counters }),
    },
    ...endOfStatus(status),
    counterErrors: errors,
    left: parseLeft(left),
  }
}
