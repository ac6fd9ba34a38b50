// Keeps what a command leaves running until the job ends, and ends it then. The keeper is a process in Perl, as the bracket is: the
// parent that orphans come to, even daemons. It learns of the end of the job by the end of its standard input, so it does its
// work after SIGKILL of this process, too. Without Perl nobody knows what a command left.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { endOfStatus, type NotStarted, notStartedBy, notStartedIn } from './bracketed.ts'
import { perlBracketWorks, SWEEP, systemCalls } from './perl-bracket.ts'

// It says how the command ended as soon as it has, and what is running a tenth of a second later. The signal that stops a
// command (SIGTERM to the group) ends all that it started.
const KEEP = `my ($prctl) = splice @ARGV, 0, 1;
open($report, '>&=', 3) or die "no descriptor 3: $!"; fcntl $report, 2, 1;
syscall $prctl, 36, 1, 0, 0, 0;
my $pid = fork; if (!defined $pid) { syswrite $report, 'fork ' . ($! + 0) . " $!\\n"; exit 127 }
if (!$pid) { open STDIN, '<', '/dev/null'; exec { $ARGV[0] } @ARGV;
  syswrite $report, 'exec ' . ($! + 0) . " $!\\n"; require POSIX; POSIX::_exit(127) }
$SIG{TERM} = sub { sweep(); exit 143 };
my $gone; 1 until ($gone = waitpid -1, 0) == $pid or $gone < 0 && $! != 4;
my ($status, @left) = ($?);
for (1 .. 50) { 1 while waitpid(-1, 1) > 0; @left = children(); last if !@left; select undef, undef, undef, 0.002 }
my @commands = map { my $words = content("/proc/$_/cmdline"); $words =~ tr/\\0/ /; $words =~ s/[^ -~]/?/g; substr $words, 0, 1000 } @left;
syswrite $report, sprintf "ended %d %s\\n", $status, join "\t", @commands;
if (@left) { 1 while sysread STDIN, my $nothing, 1; sweep() }
exit 0;`

/** The command line that keeps what `argv` leaves running. Descriptor 3 must be a pipe, and 0 one that stays open. */
const keeping = (argv: string[]): string[] =>
  perlBracketWorks() ? ['perl', '-e', `${SWEEP}${KEEP}`, '--', String(systemCalls().prctl), ...argv] : argv

/** How a kept command ended, by exit code, and the command lines of what it left running. */
type CommandEnd = { code: number | null; left: string[] }

function endIn(report: string): CommandEnd | NotStarted | null {
  // The keeper ends after a command that could not be started, too, and both may come at once.
  const refused = notStartedIn(report)
  if (refused !== null) return refused
  const [, status, commands = ''] = /^ended (\d+) (.*)\n/m.exec(report) ?? []
  if (status === undefined) return null
  const left = commands.split('\t').map(each => each.trim())
  return { code: endOfStatus(Number(status)).exitCode, left: left.filter(Boolean) }
}

export type Kept = {
  child: ChildProcess
  /** Resolves when the command has ended, rejects with `NotStarted` where it could not be started. */
  ended: Promise<CommandEnd>
  end: () => Promise<void>
}

type Where = { cwd: string; env: NodeJS.ProcessEnv; output: number }

/** Starts `argv` with its output on the descriptor `output`. Throws as `spawn` does. */
export function startKept(argv: string[], { cwd, env, output }: Where): Kept {
  const line = keeping(argv)
  const [file = '', ...args] = line
  const stdio = [line === argv ? 'ignore' : 'pipe', output, output, 'pipe'] as const
  const child = spawn(file, args, { cwd, env, detached: true, stdio: [...stdio] })
  // A signal that cannot be sent is told of in the same way as a program that is not there.
  child.on('error', () => {})
  const exited = once(child, 'exit').then(
    ([code]: (number | null)[]) => code ?? null,
    error => Promise.reject(notStartedBy(error)),
  )
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    const report = child.stdio[3] as Readable
    let said = ''
    // What the keeper has said may still be in the pipe when it is known to have exited, and its own exit code is not the command's. Without
    // a keeper nothing is said, and what the command left running may hold the pipe.
    const saidAll = line === argv ? null : new Promise(over => report.once('close', over))
    report.on('error', () => {})
    report.on('data', chunk => {
      said += chunk
      const end = endIn(said)
      if (end === null) return
      if ('notStarted' in end) reject(end)
      else resolve(end)
    })
    exited.then(async code => {
      await saidAll
      resolve({ code, left: [] })
    }, reject)
  })
  ended.catch(() => {})
  const end = async () => {
    child.stdin?.end()
    await exited.catch(() => {})
  }
  return { child, ended, end }
}
