// `ab --base-ref`: a mistake in the command does not cost two builds, and what was built serves the next comparison.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, jest } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { scratch, stableBench } from './command-line.ts'

jest.setTimeout(120_000)

/** Costs what the file `cost` said when setup built it. */
const bench = `test -e built || exit 9
printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$(cat built)"\n`

const flags = '--runs 5 --max-runs 5 --cpus none --aslr on --output json --base-ref main'.split(' ')

function branch() {
  const repository = newRepository()
  commit(repository, { 'bench.sh': bench, cost: '100', '.gitignore': 'built\n' })
  git(repository, 'checkout', '--quiet', '-b', 'feature')
  commit(repository, { cost: '110' })
  const log = join(scratch(), 'builds')
  const setup = `echo $STABLE_BENCH_SIDE >>${log}; cp cost built`
  return {
    repository,
    log,
    compared: (...command: string[]) =>
      stableBench(['ab', ...flags, '--setup', setup, '--', ...command], { cwd: repository }),
    builds: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
    checkouts: () => git(repository, 'worktree', 'list').split('\n').length - 1,
  }
}

const valuesIn = (stdout: string) => {
  const [row] = comparisonSchema.parse(JSON.parse(stdout)).rows
  return [row?.baseline, row?.candidate]
}

describe('a comparison whose command fails', () => {
  it('says so before the baseline is built, and does not build the candidate again', async () => {
    const { compared, builds, checkouts } = branch()
    const typo = await compared('bash', 'bnech.sh')
    expect([typo.code, builds()]).toEqual([1, ['candidate']])
    expect(typo.stderr).toMatch(
      /^a run in this checkout failed \(.*exit code 127.*\); the candidate is built/m,
    )
    expect(typo.stderr).toMatch(/^what setup built stays for the next ab of these files: \S+$/m)
    expect(typo.stderr).toMatch(/this is the candidate, commit/)
    const right = await compared('bash', 'bench.sh')
    expect(right.stderr).toMatch(/^built by an earlier comparison: candidate$/m)
    expect([valuesIn(right.stdout), builds()]).toEqual([
      [100, 110],
      ['candidate', 'baseline'],
    ])
    expect(checkouts()).toBe(0)
  })

  it('in its first warm-up run keeps both builds, of which a changed side is built anew', async () => {
    const { repository, compared, builds, checkouts } = branch()
    const failing = await compared('bash', '-c', 'test $(cat built) -gt 100 && bash bench.sh')
    expect([failing.code, builds(), checkouts()]).toEqual([1, ['candidate', 'baseline'], 2])
    const again = await compared('bash', '-c', 'test $(cat built) -gt 105 && bash bench.sh')
    expect([again.code, builds()]).toEqual([1, ['candidate', 'baseline']])
    writeFileSync(join(repository, 'cost'), '120')
    const right = await compared('bash', 'bench.sh')
    expect([valuesIn(right.stdout), builds()]).toEqual([
      [100, 120],
      ['candidate', 'baseline', 'candidate'],
    ])
    expect(checkouts()).toBe(0)
  })

  it('leaves no builds behind that setup made for the layouts of this job alone', async () => {
    const { repository, checkouts } = branch()
    const layouts = ['--layouts', '5', '--setup', 'cp cost built', '--', 'bash', '-c', 'test {layout} = none']
    const failing = await stableBench(['ab', ...flags, ...layouts], { cwd: repository })
    expect([failing.code, checkouts()]).toEqual([1, 0])
    expect(failing.stderr).not.toMatch(/what setup built stays/)
  })

  it('with another setup command is built anew', async () => {
    const { repository, compared, builds } = branch()
    await compared('bash', 'bnech.sh')
    const other = ['--setup', 'echo 7 >built', '--', 'bash', 'bench.sh']
    const { stdout } = await stableBench(['ab', ...flags, ...other], { cwd: repository })
    expect([valuesIn(stdout), builds()]).toEqual([[7, 7], ['candidate']])
  })

  it('in another environment is built anew, since setup may build something else there', async () => {
    const { repository, compared, builds, log } = branch()
    await compared('bash', 'bnech.sh')
    const setup = `echo $STABLE_BENCH_SIDE >>${log}; echo $(($(cat cost) * \${FACTOR:-1})) >built`
    const inIt = (FACTOR: string, ...command: string[]) =>
      stableBench(['ab', ...flags, '--setup', setup, '--', ...command], {
        cwd: repository,
        env: { ...process.env, FACTOR },
      })
    await inIt('3', 'bash', 'bnech.sh')
    const { stdout } = await inIt('1', 'bash', 'bench.sh')
    expect([valuesIn(stdout), builds()]).toEqual([
      [100, 110],
      ['candidate', 'candidate', 'candidate', 'baseline'],
    ])
  })
})

it('a command that runs in the work tree is tried there alone', async () => {
  const { repository, compared, builds } = branch()
  writeFileSync(join(repository, 'built'), '1')
  const { stdout, stderr } = await compared('bash', 'bench.sh')
  expect(stderr).not.toMatch(/a run in this checkout failed/)
  expect([valuesIn(stdout), builds()]).toEqual([
    [100, 110],
    ['baseline', 'candidate'],
  ])
})

/** What Vitest writes of benchmarks: one without a mean threw. */
const vitest = (...benchmarks: { name: string; mean?: number }[]) =>
  JSON.stringify({ files: [{ filepath: 'a.ts', groups: [{ fullName: 'a.ts', benchmarks }] }] })

it('a benchmark that throws is a row where others are measured beside it, and costs no second build where it is alone', async () => {
  const { repository, compared, builds } = branch()
  git(repository, 'checkout', '--quiet', 'main')
  commit(repository, { 'out.json': vitest({ name: 'parse', mean: 1 }, { name: 'print', mean: 1 }) })
  git(repository, 'checkout', '--quiet', '-b', 'throws')
  writeFileSync(join(repository, 'out.json'), vitest({ name: 'print' }))
  const alone = await compared('cat', 'out.json')
  expect([alone.code, builds()]).toEqual([1, ['candidate']])
  expect(alone.stderr).toContain('a.ts > print failed: it has no mean: it threw, or did not run')
  writeFileSync(join(repository, 'out.json'), vitest({ name: 'parse', mean: 1 }, { name: 'print' }))
  const { code, stdout } = await compared('cat', 'out.json')
  const { rows } = comparisonSchema.parse(JSON.parse(stdout))
  const failed = rows.map(({ benchmark, verdict }) => [benchmark, verdict === 'failed'])
  expect([code, failed]).toEqual([
    3,
    [
      ['a.ts > parse', false],
      ['a.ts > print', true],
    ],
  ])
})

describe('a suite of the file whose command fails', () => {
  /** Two suites; the command of the second one has what `command` says. */
  function withSuites(command: string) {
    const own = branch()
    const log = join(scratch(), 'builds')
    const setup = (name: string) => `echo $STABLE_BENCH_SIDE ${name} >>${log}; cp cost built`
    const file = (second: string) => `
suites:
  one: { setup: '${setup('one')}', command: bash bench.sh }
  two: { setup: '${setup('two')}', command: ${second} }
`
    const write = (second: string) => writeFileSync(join(own.repository, '.stable-bench.yml'), file(second))
    write(command)
    return {
      ...own,
      write,
      builds: () => readFileSync(log, 'utf8').trim().split('\n'),
    }
  }

  it('says so before the base is built for it, and keeps the sides of which all is built', async () => {
    const { repository, builds, checkouts, write } = withSuites('bash bnech.sh')
    const all = () => stableBench(['ab', ...flags], { cwd: repository })
    const typo = await all()
    // The other suite is slower.
    expect(typo.code).toBe(2)
    expect(typo.stderr).toMatch(/^stable-bench: suite two: .*exit code 127/m)
    expect(builds()).toEqual(['candidate one', 'baseline one', 'candidate two'])
    expect(typo.stderr).toMatch(/^what setup built stays for the next ab of these files: \S+$/m)
    const again = await all()
    expect(again.stderr).toMatch(/^built by an earlier comparison: candidate$/m)
    expect(builds().slice(3)).toEqual(['baseline one', 'baseline two'])
    // The candidate has other files now.
    write('bash bench.sh')
    const right = await all()
    expect(right.stderr).toMatch(/^built by an earlier comparison: baseline$/m)
    expect([right.code, builds().slice(5)]).toEqual([2, ['candidate one', 'candidate two']])
    expect(checkouts()).toBe(0)
  })
})
