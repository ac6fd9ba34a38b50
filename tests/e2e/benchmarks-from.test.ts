// A benchmark that only the branch has: what is said of it, and how both commits are measured with it.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { reportSchema } from '../../src/model/index.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { stableBench } from './command-line.ts'

/** A benchmark whose cost is what the code says. */
const script = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"%s","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$1" "$(cat cost)"\n`

const quick = ['--cpus', 'none', '--aslr', 'on', '--runs', '5', '--max-runs', '5', '--output', 'json']

let repository: string

beforeEach(() => {
  repository = newRepository()
  commit(repository, { cost: '100', 'bench/old.sh': 'old' })
  git(repository, 'checkout', '--quiet', '-b', 'feature')
  rmSync(join(repository, 'bench/old.sh'))
  commit(repository, { cost: '110', 'bench/new.sh': script })
})

const base = () => git(repository, 'rev-parse', '--short=10', 'main')

const ab = (...more: string[]) =>
  stableBench(['ab', '--base-ref', 'main', ...quick, ...more], { cwd: repository })

describe('a benchmark that only the branch has', () => {
  it('fails with the side, the commit and the way', async () => {
    const { code, stderr } = await ab('--', 'bash', 'bench/new.sh', 'work')
    expect(code).toBe(1)
    expect(stderr).toContain(`stable-bench: this is the baseline, commit ${base()}\n`)
    expect(stderr).toMatch(/a benchmark that only the candidate has\? .*: --benchmarks-from HEAD\n/)
  })

  it('measures the code of both commits with --benchmarks-from, and the report says so', async () => {
    // Uncommitted benchmarks are the candidate's, too.
    writeFileSync(join(repository, 'bench/new.sh'), `test ! -e bench/old.sh || exit 9\n${script}`)
    const { code, stdout, stderr } = await ab(
      '--benchmarks-from',
      'HEAD',
      '--',
      'bash',
      'bench/new.sh',
      'work',
    )
    expect({ code, stderr: code === 2 ? '' : stderr }).toEqual({ code: 2, stderr: '' })
    const { rows, warnings } = JSON.parse(stdout)
    expect(rows).toMatchObject([{ benchmark: 'work', baseline: 100, candidate: 110 }])
    expect(warnings).toContainEqual({
      code: 'benchmarks-shared',
      message:
        "the base was measured with the candidate's benchmarks (bench/new.sh, bench/old.sh): both sides did the same work",
    })
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain('benchmark-changed')
    expect(git(repository, 'status', '--porcelain')).toBe('M bench/new.sh')
  })

  it('blames no other commit where it is the candidate that fails, and names where to look for files', async () => {
    const own = await ab('--', 'bash', '-c', 'test ! -e bench/new.sh')
    expect(own.stderr).toMatch(/stable-bench: this is the candidate, commit [0-9a-f]{10}\n/)
    expect(own.stderr).not.toContain('--benchmarks-from')
    const none = await ab('--benchmarks-from', 'candidate', '--benchmark-paths', 'perf/**', '--', 'true')
    expect(`${none.code}: ${none.stderr}`).toMatch(
      /^64: [\s\S]*--benchmarks-from: the candidate has no file that matches benchmark-paths \(perf\/\*\*\)/,
    )
  })

  it('follows no link of the base out of its checkout', async () => {
    const outside = newRepository()
    const own = newRepository()
    symlinkSync(outside, join(own, 'bench'))
    commit(own, { cost: '100' })
    git(own, 'checkout', '--quiet', '-b', 'feature')
    rmSync(join(own, 'bench'))
    commit(own, { 'bench/new.sh': script })
    repository = own
    await ab('--benchmarks-from', 'HEAD', '--', 'bash', 'bench/new.sh', 'work')
    expect(git(outside, 'status', '--porcelain', '--untracked-files')).toBe('')
  })
})

describe('a suite that only the branch describes', () => {
  const suites = 'suites:\n  work:\n    command: bash bench/new.sh work\n'

  it('is new, and with --benchmarks-from it is compared', async () => {
    commit(repository, { '.stable-bench.yml': suites })
    const other = 'suites:\n  other:\n    command: echo 1\n'
    git(repository, 'checkout', '--quiet', 'main')
    commit(repository, { '.stable-bench.yml': other })
    git(repository, 'checkout', '--quiet', 'feature')
    git(repository, 'rebase', '--quiet', '-X', 'theirs', 'main')
    const sections = async (...more: string[]) => {
      const { stdout } = await ab('--suite', 'work', ...more)
      return reportSchema.parse(JSON.parse(stdout)).sections
    }
    expect((await sections())[0]?.comparison?.reason).toBe('new-suite')
    const [section] = await sections('--benchmarks-from', 'HEAD')
    expect(section?.comparison?.rows[0]).toMatchObject({
      baseline: 100,
      candidate: 110,
      verdict: 'regression',
    })
    expect(section?.comparison?.warnings.map(({ code }) => code)).toContain('benchmarks-shared')
  })
})
