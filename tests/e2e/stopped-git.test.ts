// A terminal sends its signal to all of the process group: git ends with the program that has started it. That is no mistake in the
// command line, and no fault of a commit. A terminal that closes leaves nothing to write to.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { bisectionSchema } from '../../src/model/index.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { until } from '../until.ts'
import { cli, scratch, stableBench } from './command-line.ts'

/** Both are sent the signal: the program first, or only once it has been told of git's end. */
const orders = {
  'program first': (signal: string) => `kill -${signal} $PPID $$`,
  'git first': (signal: string) =>
    `( while kill -0 $$; do :; done; kill -${signal} $PPID ) >/dev/null 2>&1 & kill -${signal} $$`,
}

/** An environment in which the signal comes while git does `what` for the `nth` time, and git dies of it as well. */
function stoppingGit(
  signal: NodeJS.Signals,
  what: string,
  nth = 1,
  order: keyof typeof orders = 'program first',
): NodeJS.ProcessEnv {
  const bin = scratch()
  const script = `#!/bin/bash
case "$*" in
  *'${what}'*)
    echo >>"${bin}/calls"
    if [ "$(wc -l <"${bin}/calls")" = ${nth} ]; then
      ${orders[order](signal.slice(3))}
      sleep 600
    fi ;;
esac
PATH="${process.env.PATH}" exec git "$@"
`
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TMPDIR: tmpdir() }
}

const worktreesOf = (repository: string) => git(repository, 'worktree', 'list').split('\n').length

const bench = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$(cat cost)"\n`
const suites = 'suites:\n  work: { command: bash bench.sh }\n'

/** A branch of two commits. */
function branch(more: Record<string, string>): string {
  const repository = newRepository()
  commit(repository, { 'bench.sh': bench, cost: '100', ...more })
  git(repository, 'checkout', '--quiet', '-b', 'feature')
  commit(repository, { cost: '110' })
  return repository
}

describe('a signal that git dies of, too', () => {
  it.each<{ signal: NodeJS.Signals; what: string; nth?: number; args: string[] }>([
    { signal: 'SIGINT', what: 'worktree add', args: ['ab', '--base-ref', 'main', '--', 'bash', 'bench.sh'] },
    { signal: 'SIGHUP', what: 'worktree add', args: ['ab', '--base-ref', 'main', '--', 'bash', 'bench.sh'] },
    { signal: 'SIGINT', what: 'diff --raw', args: ['ab', '--base-ref', 'main', '--', 'bash', 'bench.sh'] },
    { signal: 'SIGTERM', what: 'worktree add', nth: 2, args: ['ab', '--base-ref', 'main'] },
    {
      signal: 'SIGINT',
      what: 'worktree prune',
      args: ['ab', '--base-ref', 'main', '--', 'bash', 'bench.sh'],
    },
    { signal: 'SIGINT', what: 'worktree prune', args: ['ab', '--base-ref', 'main'] },
    { signal: 'SIGINT', what: 'worktree prune', args: ['bisect', 'main..feature', '--', 'bash', 'bench.sh'] },
    { signal: 'SIGINT', what: 'worktree add', args: ['bisect', 'main..feature', '--', 'bash', 'bench.sh'] },
    { signal: 'SIGHUP', what: 'worktree add', args: ['init', '--', 'bash', 'bench.sh'] },
  ])('$signal during git $what ends $args.0 as the signal does, and no checkout stays', async asked => {
    const { signal, what, nth, args } = asked
    const cwd = branch(args.includes('--') ? {} : { '.stable-bench.yml': suites })
    const { code, stderr } = await stableBench(args, { cwd, env: stoppingGit(signal, what, nth) })
    // SIGHUP itself ends the program.
    const ended = signal === 'SIGHUP' ? null : 128 + constants.signals[signal]
    expect(`${code}: ${stderr}`).toMatch(RegExp(`^${ended}: (.*\\n)*stable-bench: stopped.*\\n$`))
    expect(worktreesOf(cwd)).toBe(1)
  })

  it('leaves nothing in the directory for temporary files where it is the first git', async () => {
    const TMPDIR = scratch()
    const env = { ...stoppingGit('SIGINT', 'rev-parse --verify'), TMPDIR }
    const { code } = await stableBench(['ab', '--base-ref', 'main', '--', 'true'], { cwd: branch({}), env })
    expect([code, readdirSync(TMPDIR)]).toEqual([130, []])
  })

  it.each(['program first', 'git first'] as const)(
    'does not make bisect pass over the commit that was being checked out, %s',
    async order => {
      const repository = newRepository()
      const shas = [commit(repository, { 'bench.sh': bench, cost: '100' })]
      git(repository, 'tag', 'v1')
      for (const cost of ['101', '150']) shas.push(commit(repository, { cost }))
      const flags = ['--cpus', 'none', '--aslr', 'on', '--warmup-runs', '0', '--output', 'json']
      const args = ['bisect', 'v1..main', ...flags, '--', 'bash', 'bench.sh']
      const env = stoppingGit('SIGINT', 'worktree add', 3, order)
      const stopped = await stableBench(args, { cwd: repository, env })
      expect(`${stopped.code}: ${stopped.stderr}`).toMatch(/^130: (.*\n)*what was measured is kept/)
      expect(stopped.stderr).not.toMatch(/passed over/)
      const { stdout } = await stableBench(args, { cwd: repository })
      const { steps, skipped } = bisectionSchema.parse(JSON.parse(stdout))
      expect([steps[0]?.commits.map(({ sha }) => sha), skipped]).toEqual([[shas[2]], []])
    },
    120_000,
  )
})

// Of util-linux: it runs a command in a terminal of its own, which closes when it ends.
const withTerminal = tryCommand(['script', '--version']).ok ? it : it.skip

withTerminal(
  'a terminal that closes stops a comparison, whose checkouts go',
  async () => {
    const cwd = branch({})
    const [running, code] = [join(scratch(), 'running'), join(scratch(), 'code')]
    const compared = `'${process.execPath}' '${cli}' ab --base-ref main --cpus none -- sh -c 'touch ${running}; sleep 600'`
    // The shell of the terminal ends first.
    const words = ['-qc', `(trap '' HUP; ${compared}; echo $? >${code}); true`, '/dev/null']
    const terminal = spawn('script', words, {
      cwd,
      stdio: 'ignore',
      env: { ...process.env, SHELL: '/bin/bash' },
    })
    await until('the command runs', () => existsSync(running))
    terminal.kill('SIGKILL')
    await until('the comparison has ended', () => existsSync(code) && readFileSync(code, 'utf8') !== '')
    expect([readFileSync(code, 'utf8'), worktreesOf(cwd)]).toEqual(['129\n', 1])
  },
  120_000,
)
