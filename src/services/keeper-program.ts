// The process that keeps a service: it starts the service, counts what all of its processes use, and ends them. It is in Perl,
// as the bracket is, and the parent of whatever the service starts, also of what leaves the process group. The end of its
// standard input is the end of the service, so nothing stays behind after SIGKILL of this process, too.
import { counterAttributes } from '../measure/process/counters.ts'
import { SWEEP, systemCalls } from '../measure/process/perl-bracket.ts'

// A process's CPU clock has the number -8 * pid - 6 (CPUCLOCK_SCHED, include/linux/posix-timers.h). It counts nanoseconds of all
// threads, also of those that have ended; /proc/PID/stat only has ticks of 10 ms. What ended is in the times of the children
// that its parent has waited for. Writing 5 to clear_refs makes VmHWM begin anew (Documentation/filesystems/proc.rst).
const SERVE = `my ($prctl, $gettime, $perf_event_open, $attributes) = splice @ARGV, 0, 4;
open($report, '>&=', 3) or die "no descriptor 3: $!"; fcntl $report, 2, 1;
syscall $prctl, 36, 1, 0, 0, 0; %others = map { $_ => 1 } children() if waitpid(-1, 1) >= 0;
pipe my $held, my $release or die "pipe: $!"; my $pid = fork;
if (!defined $pid) { syswrite $report, 'fork ' . ($! + 0) . " $!\\n"; exit 127 }
if (!$pid) { close $release; sysread $held, my $nothing, 1; open STDIN, '<', '/dev/null'; exec { $ARGV[0] } @ARGV;
  syswrite $report, 'exec ' . ($! + 0) . " $!\\n"; require POSIX; POSIX::_exit(127) }
close $held;
my @counters = map { my $attribute = pack 'H*', $_;
  my $fd = syscall($perf_event_open, $attribute, $pid, -1, -1, 8); $fd < 0 ? -($! + 0) : $fd } split /,/, $attributes;
sub below { my @lists = glob "/proc/$_[0]/task/*/children"; return map { split ' ', content($_) } @lists if @lists;
  opendir my $proc, '/proc' or return; grep { /^\\d/ && content("/proc/$_/stat") =~ /.*\\) \\S (\\d+) /s && $1 == $_[0] } readdir $proc }
sub tree { my @found; my @next = grep !$others{$_}, below($$); while (@next) { push @found, @next; @next = map { below($_) } @next } @found }
sub cpu { my $t = pack 'q2', 0, 0; syscall($gettime, -8 * $_[0] - 6, $t) == 0 or return; my ($s, $ns) = unpack 'q2', $t; $s * 1000000000 + $ns }
sub figures { my ($isWhole) = @_; my @sum = (0) x 8; my ($cpu, $peak) = (0, 0);
  for my $each ($$, tree()) { my @own = content("/proc/$each/stat") =~ /.*\\) \\S \\d+(?: \\S+){5} (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)/s or next;
    my ($minor, $minors, $major, $majors, $user, $system, $users, $systems) = @own;
    if ($each == $$) { ($minor, $major, $user, $system) = (0) x 4 }
    $sum[0] += $user + $users; $sum[1] += $system + $systems; $sum[2] += $minor + $minors; $sum[3] += $major + $majors;
    $cpu += 10000000 * ($users + $systems); next if $each == $$;
    $cpu += cpu($each) // 10000000 * ($user + $system); next if !$isWhole;
    content("/proc/$each/status") =~ /^VmHWM:\\s+(\\d+)/m and $1 > $peak and $peak = $1;
    for my $task (glob "/proc/$each/task/*/status") { my $text = content($task);
      $text =~ /^voluntary_ctxt_switches:\\s+(\\d+)/m and $sum[4] += $1; $text =~ /^nonvoluntary_ctxt_switches:\\s+(\\d+)/m and $sum[5] += $1 } }
  my @counts = map { my $values = ''; if ($_ >= 0) { open my $counter, '<&', $_; sysread $counter, $values, 24 }
    $_ < 0 ? $_ : join '/', unpack 'Q3', $values } @counters;
  syswrite $report, "figures $cpu @sum[0 .. 5] $peak @counts\\n" }
sub names { my @names = map { my $name = content("/proc/$_/comm"); $name =~ s/[^!-~]//g; $name } tree(); syswrite $report, "programs @names\\n" }
sub forget { for (tree()) { open my $file, '>', "/proc/$_/clear_refs" or next; print $file '5'; close $file } syswrite $report, "forgot\\n" }
$SIG{CHLD} = sub { while ((my $gone = waitpid -1, 1) > 0) { next if $gone != $pid; my $status = $?;
  my @left = grep !$others{$_}, children(); my $command = @left ? content("/proc/$left[0]/cmdline") : ''; $command =~ tr/\\0/ /; $command =~ s/[^ -~]/?/g;
  syswrite $report, sprintf "ended %d %d %s\\n", $status, scalar @left, substr $command, 0, 200 } };
my $stop = sub { $SIG{CHLD} = 'DEFAULT'; sweep(['TERM', 5000], ['KILL', 1000]) };
$SIG{TERM} = sub { $stop->(); exit 143 };
syswrite $report, "started $pid\\n"; close $release;
while (1) { my $got = sysread STDIN, my $ask, 1;
  if (!defined $got) { next if $! == 4; last }
  last if !$got; $ask eq 'p' ? forget() : $ask eq 'n' ? names() : figures($ask eq 'f') }
$stop->(); exit 0;`

/** The command line that keeps the service `argv`. It needs a pipe as descriptor 0 and as descriptor 3. */
export function serviceKeeper(argv: string[]): string[] {
  const { prctl, clockGettime, perfEventOpen } = systemCalls()
  const words = [prctl, clockGettime, perfEventOpen].map(String)
  return ['perl', '-e', SWEEP + SERVE, '--', ...words, counterAttributes.join(','), ...argv]
}
