// `stable-bench bisect`: the commit of a range that changed a benchmark, with real git, real setups and real processes. The benchmark
// states what it costs.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { bisectionSchema } from '../../src/model/index.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { installed, pythonFiles, withPython } from '../measure/python-fixtures.ts'
import { until } from '../until.ts'
import { type Ended, scratch, stableBench } from './command-line.ts'

const bench = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"%s","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$(cat name)" "$(cat built)"\n`

const start = {
  'bench.sh': bench,
  name: 'work',
  cost: '100',
  '.gitignore': 'built\n',
  setup: 'cp cost built\n',
}

/** A repository with a commit for each of these changes, behind the tag v1; returns the commits from that on. */
function history(changes: Record<string, string>[]): { repository: string; shas: string[] } {
  const repository = newRepository()
  const shas = [commit(repository, start)]
  git(repository, 'tag', 'v1')
  for (const [i, change] of changes.entries()) shas.push(commit(repository, { count: String(i), ...change }))
  return { repository, shas }
}

/** `count` commits, of which those of `changes` change something. */
const changesAt = (count: number, changes: Record<number, Record<string, string>>) =>
  Array.from({ length: count }, (_, i) => changes[i + 1] ?? {})

const flags = ['--setup', 'bash setup', '--cpus', 'none', '--aslr', 'on', '--warmup-runs', '0']

const bisect = (cwd: string, ...args: string[]) =>
  stableBench(['bisect', ...args, ...flags, '--', 'bash', 'bench.sh'], { cwd })

async function found(cwd: string, ...args: string[]) {
  const ended = await bisect(cwd, ...args, '--output', 'json')
  expect(ended).toMatchObject({ stderr: expect.any(String), stdout: expect.stringMatching(/^\{/) })
  return { ...ended, bisection: bisectionSchema.parse(JSON.parse(ended.stdout)) }
}

const worktreesOf = (repository: string) => git(repository, 'worktree', 'list').split('\n').length
const said = ({ code, stderr }: Ended) => `${code}: ${stderr}`

describe('bisect', () => {
  it('finds the commit, says how to measure it again, and leaves the checkout as it was', async () => {
    const { repository, shas } = history(changesAt(8, { 6: { cost: '110' } }))
    writeFileSync(join(repository, 'cost'), '7')
    const before = git(repository, 'status', '--porcelain')
    const { code, stderr, bisection } = await found(repository, 'v1..main')
    expect(code).toBe(0)
    expect(bisection).toMatchObject({ outcome: 'found', commits: 8, benchmark: 'work', rest: false })
    const [step] = bisection.steps
    expect(step?.commits.map(({ sha }) => sha)).toEqual([shas[6]])
    expect(step).toMatchObject({
      merge: null,
      isMerge: false,
      commits: [{ author: 'test', subject: 'change' }],
    })
    expect(step?.probability).toBeGreaterThan(0.99)
    expect(step?.ratio).toBeCloseTo(1.1, 9)
    expect(bisection.measured.length).toBeLessThanOrEqual(6)
    expect(stderr).toMatch(/the uncommitted changes of this checkout are in no commit/)
    expect(stderr).toMatch(/to measure: \d of 8 commits, about \d+ (second|minute)s?\n/)
    expect(stderr).toMatch(/\d+ of 8 commits are left, the most probable [0-9a-f]{10} with \d/)
    expect(git(repository, 'status', '--porcelain')).toBe(before)
    expect(worktreesOf(repository)).toBe(1)
    const again = step?.repeat.split(' ')[2] ?? ''
    const text = await bisect(repository, again, '--quiet')
    expect(text.stdout).toMatch(RegExp(`^work: \\+10\\.0 % \\(worse\\) since ${shas[6]?.slice(0, 10)}\n`))
    expect(text.stdout).toMatch(/\nauthor {6}test, \d{4}-\d\d-\d\d \d\d:\d\d [+-]\d\d:\d\d\n/)
  }, 120_000)

  it('passes over commits that do not build or lack the benchmark, and names them', async () => {
    const broken = { setup: 'exit 3\n' }
    const { repository, shas } = history(
      changesAt(8, {
        3: broken,
        4: { setup: 'cp cost built\n', name: 'other' },
        5: { name: 'work', cost: '90' },
      }),
    )
    const { bisection } = await found(repository, 'v1..')
    expect(bisection.skipped).toEqual(
      expect.arrayContaining([
        { sha: shas[3], subject: 'change', reason: 'the setup command failed with exit code 3: bash setup' },
        { sha: shas[4], subject: 'change', reason: 'it does not report work' },
      ]),
    )
    expect(bisection.steps[0]?.commits.map(({ sha }) => sha)).toEqual(shas.slice(3, 6))
    expect(bisection.steps[0]?.ratio).toBeCloseTo(0.9, 9)
  }, 120_000)

  it('finds the largest of several steps and says that there are more; with --all finds each', async () => {
    const { repository, shas } = history(changesAt(6, { 2: { cost: '105' }, 5: { cost: '140' } }))
    const one = await found(repository, 'v1..main')
    expect(one.bisection).toMatchObject({ rest: true, steps: [{ commits: [{ sha: shas[5] }] }] })
    const all = await found(repository, 'v1..main', '--all')
    expect(all.bisection).toMatchObject({
      rest: null,
      steps: [{ commits: [{ sha: shas[2] }] }, { commits: [{ sha: shas[5] }] }],
    })
    expect(all.bisection.steps.map(({ ratio }) => ratio)).toEqual([
      expect.closeTo(1.05, 6),
      expect.closeTo(140 / 105, 6),
    ])
  }, 180_000)

  it('goes along the first parents, then inside the merge that brought the change', async () => {
    const { repository } = history(changesAt(3, {}))
    git(repository, 'checkout', '--quiet', '-b', 'topic', 'v1')
    const inside = [0, 1, 2, 3].map(i =>
      commit(repository, { topic: String(i), ...(i === 2 ? { cost: '120' } : {}) }),
    )
    git(repository, 'checkout', '--quiet', 'main')
    git(repository, 'merge', '--quiet', '--no-ff', '--message', 'merge of topic', 'topic')
    const merge = git(repository, 'rev-parse', 'HEAD')
    commit(repository, { count: 'last' })
    const { bisection } = await found(repository, 'v1..main')
    expect(bisection.commits).toBe(5)
    expect(bisection.steps).toMatchObject([
      { commits: [{ sha: inside[2] }], merge: { sha: merge, subject: 'merge of topic' }, isMerge: false },
    ])
  }, 120_000)

  it('refuses a command that names what differs in this checkout: each commit has its own', async () => {
    const { repository } = history(changesAt(3, { 2: { cost: '130' } }))
    const ended = await bisect(repository, 'v1..main', '--prepare', `cp ${repository}/cost built`, '--quiet')
    expect(said(ended)).toMatch(/^64: .*the command names \S+\/cost, which differs between the commits/)
    const build = await bisect(repository, 'v1..main', '--prepare', `cat ${repository}/built`, '--quiet')
    expect(said(build)).toMatch(/^64: .*the command names \S+\/built, which is built for each side/)
    expect(worktreesOf(repository)).toBe(1)
  })

  it('refuses a program that setup installs for each commit in the place of another one', async () => {
    const { repository } = history(changesAt(3, { 2: { cost: '130' } }))
    const installed = join(scratch(), 'installed')
    const setup = `bash setup; cp cost ${installed}`
    const own = flags.with(1, setup)
    const asked = [
      'bisect',
      'v1..main',
      ...own,
      '--prepare',
      `cat ${installed}`,
      '--quiet',
      '--',
      'bash',
      'bench.sh',
    ]
    const ended = await stableBench(asked, { cwd: repository })
    expect(said(ended)).toMatch(/^64: .*setup installs \S+\/installed for each side/)
    expect(worktreesOf(repository)).toBe(1)
  })

  withPython('refuses a package of the own checkout that each commit imports', async () => {
    const repository = newRepository()
    commit(repository, pythonFiles(1))
    git(repository, 'tag', 'v1')
    for (const cost of [2, 3]) commit(repository, pythonFiles(cost))
    const asked = ['bisect', 'v1..main', '--cpus', 'none', '--aslr', 'on', '--quiet', '--']
    const ended = await stableBench([...asked, installed(repository), 'bench.py'], { cwd: repository })
    expect(said(ended)).toMatch(/^64: .*package words in .* own checkout, and the runs of both sides/)
  })

  it('says that there is no change to find, and what would have been seen', async () => {
    const { repository } = history(changesAt(3, {}))
    const { code, stdout } = await bisect(repository, 'v1..main', '--quiet')
    expect(`${code}: ${stdout}`).toMatch(/^3: (work: )?no change is to be found in v1\.\.main/)
    expect(worktreesOf(repository)).toBe(1)
  }, 120_000)

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'goes on where %s stopped it, with what was measured, and removes the checkouts',
    async signal => {
      const { repository, shas } = history(changesAt(16, { 5: { cost: '130' } }))
      let done: Promise<void> = Promise.resolve()
      const stopped = await stableBench(
        ['bisect', 'v1..main', ...flags, '--', 'bash', 'bench.sh'],
        { cwd: repository },
        (pid, stderr) => {
          done = until('a commit was measured', () => /commits are left/.test(stderr())).then(
            () => void process.kill(pid, signal),
          )
        },
      )
      await done
      expect(stopped.stdout).toBe('')
      if (signal === 'SIGINT') {
        expect([stopped.code, worktreesOf(repository)]).toEqual([130, 1])
        expect(stopped.stderr).toMatch(/what was measured is kept; the same command goes on from here/)
      } else expect(worktreesOf(repository)).toBeGreaterThan(1)
      const { stderr, bisection } = await found(repository, 'v1..main')
      expect(stderr).toMatch(/going on with what was measured before/)
      expect(stderr).not.toMatch(/run 1 of the baseline/)
      expect(bisection.steps).toMatchObject([{ commits: [{ sha: shas[5] }] }])
      expect(worktreesOf(repository)).toBe(1)
      expect(readdirSync(join(repository, '.git/stable-bench'))).toEqual(['builds'])
    },
    180_000,
  )

  // tests/measure/checkout/commit-range.test.ts has what is wrong with other ranges.
  it('says in one message what is wrong, and measures nothing', async () => {
    const { repository } = history(changesAt(2, {}))
    const ended = await bisect(repository, 'main..v1')
    expect(said(ended)).toMatch(/^64: .*'v1' is older than 'main'; write the older end first: v1\.\.main/)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(said(await stableBench(['bisect', 'v1..main'], { cwd: repository }))).toMatch(
      /^64: .*no command; put it after --.* or describe suites in \.stable-bench\.yml/,
    )
    expect(worktreesOf(repository)).toBe(1)
  }, 120_000)

  it('says which end cannot be measured, and that a benchmark is only at one of them', async () => {
    const { repository } = history([{ setup: 'exit 4\n' }])
    expect(said(await bisect(repository, 'v1..main'))).toMatch(
      /^1: [\s\S]*failed with exit code 4[\s\S]*this is the new end of the range, commit [0-9a-f]{10}/,
    )
    const renamed = history([{ name: 'other' }])
    const ended = await bisect(renamed.repository, 'v1..main')
    expect(said(ended)).toMatch(/^1: [\s\S]*cannot be compared between the ends/)
    const missing = await bisect(renamed.repository, 'v1..main', '--benchmark', 'parse')
    expect(said(missing)).toMatch(/^64: [\s\S]*neither end reports a benchmark 'parse'; known are/)
    expect(worktreesOf(repository)).toBe(1)
  }, 120_000)

  it('says where the benchmark itself differs, and measures every commit with that of the new end where asked', async () => {
    const { repository, shas } = history(
      changesAt(4, { 2: { cost: '130' }, 3: { 'bench/run.sh': bench.replace('100', '200') } }),
    )
    const command = ['--', 'bash', 'bench/run.sh']
    const each = await stableBench(['bisect', 'v1..main', ...flags, ...command], { cwd: repository })
    expect(said(each)).toMatch(/^1: [\s\S]*the benchmark itself differs between the ends \(bench\/run\.sh\)/)
    expect(each.stderr).toMatch(/with that of the new end: --benchmarks-from HEAD$/m)
    expect(each.stderr).toMatch(/a benchmark that only the new end has\? .*--benchmarks-from HEAD/)
    const shared = ['--benchmarks-from', 'HEAD', '--output', 'json']
    const ended = await stableBench(['bisect', 'v1..main', ...flags, ...shared, ...command], {
      cwd: repository,
    })
    expect(bisectionSchema.parse(JSON.parse(ended.stdout)).steps).toMatchObject([
      { commits: [{ sha: shas[2] }] },
    ])
  }, 120_000)

  it('says how all files of a benchmark that differs are taken from the new end, with those that are not named', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`bench/${i}`, 'text\n']))
    const { repository } = history([{ ...files, 'bench.sh': `${bench}# again\n` }])
    const { stderr } = await bisect(repository, 'v1..main')
    const patterns = "'**/bench/**' '**/benches/**' '**/benchmark/**' '**/benchmarks/**'"
    expect(stderr).toContain(
      `differs between the ends (bench.sh, bench/0, bench/1 and 3 more): the change may be its own; to measure every commit with that of the new end: --benchmarks-from HEAD --benchmark-paths ${patterns} bench.sh\n`,
    )
  }, 120_000)

  it('takes a suite of the configuration: the old end says how it is measured, and each commit what is run', async () => {
    const suite = (command: string, setup: string) =>
      `suites:\n  parse:\n    command: ${command}\n    setup: ${setup}\n    working-directory: core\n`
    const start = { 'core/bench.sh': bench, 'core/name': 'work', 'core/cost': '100', '.gitignore': 'built\n' }
    const { repository, shas } = history([
      { '.stable-bench.yml': suite('bash bench.sh', 'cp cost built'), ...start },
      {},
      { '.stable-bench.yml': 'suites:\n  other:\n    command: bash bench.sh\n' },
      {
        '.stable-bench.yml': suite('bash new.sh', 'cp price built'),
        'core/price': '100',
        'core/new.sh': bench,
      },
      { 'core/price': '120', 'core/cost': '7' },
      {},
    ])
    const measured = ['--warmup-runs', '0', '--cpus', 'none', '--output', 'json']
    const search = (range: string, ...more: string[]) =>
      stableBench(['bisect', range, ...measured, ...more], { cwd: join(repository, 'core') })
    const [old, lone] = [shas[1], shas[3]].map(sha => sha?.slice(0, 10))
    const ended = await search(`${old}..main`)
    const bisection = bisectionSchema.parse(JSON.parse(ended.stdout))
    const [step] = bisection.steps
    expect(step).toMatchObject({ commits: [{ sha: shas[5] }], ratio: expect.closeTo(1.2, 6) })
    expect(step?.repeat).toMatch(
      /^stable-bench bisect \S+ --warmup-runs 0 --cpus none --benchmark work --suite parse$/,
    )
    expect(bisection).toMatchObject({ command: 'bash new.sh', setup: 'cp price built' })
    expect(bisection.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^the new end changes what this suite is: command is 'bash new\.sh', and was 'bash bench\.sh'/,
      ),
    )
    expect(said(await search(`${lone}..main`))).toMatch(
      /^64: .*the configuration of the old end describes no suite parse; begin with a later commit, or .*--benchmarks-from HEAD/,
    )
    const none = await search('v1..main', '--benchmarks-from', 'HEAD')
    expect(said(none)).toMatch(/^1: [\s\S]*it has no directory 'core'[\s\S]*this is the old end of the range/)
    expect(said(await search(`${old}..main`, '--suite', 'pars'))).toMatch(
      /^64: .*describes no suite 'pars'; did you mean parse\?/,
    )
    expect(said(await search(`${old}..main`, '--setup', 'make'))).toMatch(
      /^64: .*--setup belongs to a command/,
    )
    expect(said(await search(`${old}..main`, '--suite', 'parse', '--', 'bash', 'bench.sh'))).toMatch(
      /^64: .*--suite chooses suites of the configuration file, and a command is named, too/,
    )
  }, 180_000)

  it('asks for one suite where the configuration describes several, and passes over commits that describe another', async () => {
    const file = (...names: string[]) =>
      `suites:\n${names.map(name => `  ${name}:\n    command: bash bench.sh\n    setup: bash setup\n`).join('')}`
    const { repository, shas } = history([
      { '.stable-bench.yml': file('parse', 'print') },
      {},
      { '.stable-bench.yml': file('print') },
      { '.stable-bench.yml': file('parse', 'print'), cost: '120' },
    ])
    const search = (...more: string[]) =>
      stableBench(
        ['bisect', `${shas[1]}..main`, '--warmup-runs', '0', '--cpus', 'none', '--output', 'json', ...more],
        {
          cwd: repository,
        },
      )
    expect(said(await search())).toMatch(
      /^64: .*searches for the commit of one suite, and \S+ describes parse, print; choose one: --suite parse\n$/,
    )
    const { steps, skipped } = bisectionSchema.parse(JSON.parse((await search('--suite', 'parse')).stdout))
    expect(skipped).toEqual([
      { sha: shas[3], subject: 'change', reason: 'its configuration describes no suite parse' },
    ])
    expect(steps[0]?.commits.map(({ sha }) => sha)).toEqual(shas.slice(3, 5))
  }, 120_000)
})
