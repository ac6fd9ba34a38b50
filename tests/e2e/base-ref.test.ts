// `ab --base-ref`: two checkouts of one repository, set up and interleaved.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { commit, directory, git, newRepository } from '../measure/git-fixtures.ts'
import { installed, pythonFiles, withPython } from '../measure/python-fixtures.ts'
import { scratch, stableBench } from './command-line.ts'

/** A benchmark that costs what the file `cost` says; the setup command builds it. */
const bench = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$(cat built)"\n`

/** A repository with a branch that is checked out; `main` went on after it had begun. */
let original: string

/** Returns a copy of it. */
function branch(): string {
  const repository = directory()
  cpSync(original, repository, { recursive: true, preserveTimestamps: true })
  return repository
}

beforeAll(() => {
  const repository = newRepository()
  commit(repository, { 'bench.sh': bench, cost: '100', '.gitignore': 'built\n', obsolete: 'yes' })
  git(repository, 'checkout', '--quiet', '-b', 'feature')
  commit(repository, { cost: '110' })
  git(repository, 'checkout', '--quiet', 'main')
  commit(repository, { cost: '500' })
  git(repository, 'checkout', '--quiet', 'feature')
  original = repository
})

const flags = ['--runs', '5', '--max-runs', '5', '--cpus', 'none', '--aslr', 'on', '--output', 'json']
const build = ['--setup', 'cp cost built']

async function compared(cwd: string, ...more: string[]) {
  const ended = await stableBench(['ab', ...flags, ...build, ...more, '--', 'bash', 'bench.sh'], { cwd })
  expect(ended).toMatchObject({ code: expect.any(Number), stderr: expect.stringContaining('baseline ') })
  const { baseline, candidate, rows } = comparisonSchema.parse(JSON.parse(ended.stdout))
  return { code: ended.code, stderr: ended.stderr, baseline, candidate, row: rows[0] }
}

describe('a branch compared with main', () => {
  it('is compared with the commit where it began, each side built in its own checkout', async () => {
    const repository = branch()
    const { code, row, baseline, candidate } = await compared(repository, '--base-ref', 'main')
    expect(row).toMatchObject({ benchmark: 'work', baseline: 100, candidate: 110 })
    expect([code, baseline.revision?.dirty, candidate.revision?.dirty]).toEqual([2, false, false])
    expect(baseline.revision?.commit).toBe(git(repository, 'merge-base', 'main', 'feature'))
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(existsSync(join(repository, 'built'))).toBe(false)
  })

  it('counts uncommitted, new and removed files, and leaves the repository as it was', async () => {
    const repository = branch()
    writeFileSync(join(repository, 'cost'), '90')
    writeFileSync(
      join(repository, 'bench.sh'),
      `test -e more && test ! -e obsolete || echo 1 >built\n${bench}`,
    )
    writeFileSync(join(repository, 'more'), 'new')
    rmSync(join(repository, 'obsolete'))
    git(repository, 'add', 'cost')
    const before = git(repository, 'status', '--porcelain')
    const stays = [
      '--base-ref',
      'HEAD',
      '--prepare',
      'test "$STABLE_BENCH_SIDE" = candidate || touch more; rm -f obsolete',
    ]
    const { row, candidate } = await compared(repository, ...stays)
    expect(row).toMatchObject({ baseline: 110, candidate: 90 })
    expect(candidate.revision).toMatchObject({ commit: git(repository, 'rev-parse', 'HEAD'), dirty: true })
    expect(git(repository, 'status', '--porcelain')).toBe(before)
    expect(readFileSync(join(repository, 'cost'), 'utf8')).toBe('90')
  })

  it('is not measured where setup builds the same from both commits', async () => {
    const repository = branch()
    commit(repository, { cost: '100', 'README.md': 'new' })
    const named = ['--base-ref', 'main', '--artifacts', 'built', 'bench.sh']
    const same = await stableBench(['ab', '--cpus', 'none', ...build, ...named, '--', 'false'], {
      cwd: repository,
    })
    expect(same.stdout).toMatch(/✓ Nothing to measure: both builds are identical \(2 files\)\n$/)
    expect(same.stdout).toMatch(
      /^commits {4}[0-9a-f]{10} and [0-9a-f]{10}\nbecause {4}nothing was measured: both commits build the same .*: bench\.sh, built\n✓ .*\n$/,
    )
    expect(same.code).toBe(0)
    commit(repository, { cost: '110' })
    const differs = await compared(repository, '--base-ref', 'main', '--artifacts', 'built')
    expect([differs.code, differs.row?.verdict]).toEqual([2, 'regression'])
    const missing = await stableBench(
      ['ab', ...flags, '--base-ref', 'main', '--artifacts', 'built', '--', 'true'],
      { cwd: repository },
    )
    expect(`${missing.code}: ${missing.stderr}`).toMatch(
      /^64: [\s\S]*artifacts: 'built' matches no file in the checkout of the baseline, after setup/,
    )
  })

  it('is not measured where the command names what is built for each side as it lies in the own checkout', async () => {
    const repository = branch()
    // Built by hand some time ago: it would be compared with itself.
    writeFileSync(join(repository, 'built'), '100')
    const named = ['--base-ref', 'main', ...build, '--', 'cat', join(repository, 'built')]
    const { code, stdout, stderr } = await stableBench(['ab', ...named], { cwd: repository })
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toContain(`the command names ${join(repository, 'built')}, which is built for each side`)
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  /** Each side's setup installs its own `prog` in a directory that both share. */
  const installing = async (repository: string, words: string[], directory = scratch()) => {
    const path = { ...process.env, PATH: `${directory}:${process.env.PATH}` }
    const setup = `(echo '#!/bin/bash'; cat bench.sh) >prog; cp cost built; install prog ${directory}`
    const asked = ['ab', ...flags, '--base-ref', 'main', '--setup', setup, '--', ...words]
    return { directory, ...(await stableBench(asked, { cwd: repository, env: path })) }
  }

  it('is not measured where setup installs the program of each side in the place of the other one', async () => {
    const repository = branch()
    commit(repository, { 'bench.sh': `sleep 0.01; ${bench}` })
    const { code, stdout, stderr, directory } = await installing(repository, ['prog'])
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toContain(
      `setup installs ${directory}/prog for each side, where the other side's is replaced`,
    )
    // The candidate stays built when its command fails; the base is built by the next comparison.
    const elsewhere = scratch()
    expect((await installing(repository, ['bash', '-c', 'prog; exit 3'], elsewhere)).code).toBe(1)
    const again = await installing(repository, ['prog'], elsewhere)
    expect(`${again.code}: ${again.stderr}`).toMatch(/^64: [\s\S]*setup installs /)
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('says so where a script of both sides runs a program that setup installs outside of them', async () => {
    const repository = branch()
    const tool = join(scratch(), 'tool')
    const work = `${tool} -e '$i++ while $i < 4e6'; ${bench}`
    commit(repository, { 'bench.sh': work })
    git(repository, 'checkout', '--quiet', '-b', 'tool')
    commit(repository, { cost: '120' })
    const setup = `cp "$(command -v perl)" ${tool}; cp cost built`
    const asked = ['ab', ...flags, '--base-ref', 'feature', '--setup', setup, '--', 'bash', 'bench.sh']
    const { stdout } = await stableBench(asked, { cwd: repository })
    const { warnings } = comparisonSchema.parse(JSON.parse(stdout))
    const [shared] = warnings.filter(({ code }) => code === 'shared-program')
    expect(shared?.message).toBe(
      `both sides ran ${tool}, written during this job outside of both checkouts. What is built from the code has to be below the ` +
        'directory of each side: both may have run the same build.',
    )
  })

  withPython('is not measured where both sides import a package of the own checkout', async () => {
    const repository = newRepository()
    commit(repository, pythonFiles(100))
    git(repository, 'checkout', '--quiet', '-b', 'feature')
    commit(repository, pythonFiles(200))
    const python = installed(repository)
    const asked = (...more: string[]) =>
      stableBench(['ab', ...flags, '--base-ref', 'main', ...more], { cwd: repository })
    const both = await asked('--', python, 'bench.py')
    expect(`${both.code}: ${both.stderr}`).toMatch(
      /^64: [\s\S]*package words in .* own checkout, and the runs of both sides import it/,
    )
    const unseen = await asked('--warmup-runs', '0', '--', python, 'bench.py')
    expect(`${unseen.code}: ${unseen.stderr}`).toMatch(
      /^64: [\s\S]*whether both sides import it: add --warmup-runs 1, or let setup/,
    )
    // Each side's own.
    const { code, stdout } = await asked('--', 'env', 'PYTHONPATH=src', python, 'bench.py')
    expect([code, comparisonSchema.parse(JSON.parse(stdout)).rows[0]]).toMatchObject([
      2,
      { baseline: 100, candidate: 200 },
    ])
  })

  it('is measured where setup installs the same program for both', async () => {
    const { code, stderr } = await installing(branch(), ['prog'])
    expect(`${code}: ${stderr}`).toMatch(/^2: /)
  })

  it('is not measured where the environment lets both sides load what differs in the own checkout', async () => {
    const repository = branch()
    const options = { cwd: repository, env: { ...process.env, PYTHONPATH: repository } }
    const asked = ['ab', ...flags, '--base-ref', 'main', ...build, '--', 'bash', 'bench.sh']
    const { code, stderr } = await stableBench(asked, options)
    expect(`${code}: ${stderr}`).toMatch(/^64: [\s\S]*PYTHONPATH names \S+, which holds \S+, which differs/)
  })

  it.each([
    ['a file beside the checkout', ['/etc/passwd'], 'true'],
    ['a link that leads out of it', ['passwd'], 'ln -s /etc/passwd passwd'],
    ['a link to a directory beside it', ['out/**'], 'mkdir out && ln -s /etc out/etc'],
  ])('is not measured where artifacts name %s', async (_, artifacts, setup) => {
    const repository = branch()
    const before = git(repository, 'status', '--porcelain')
    const named = ['--base-ref', 'main', '--setup', setup, '--artifacts', ...artifacts]
    const { code, stdout, stderr } = await stableBench(['ab', ...named, '--', 'touch', 'ran'], {
      cwd: repository,
    })
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toMatch(
      /--artifacts: '[^']+' of the baseline is outside its checkout, where both sides would share it; let setup build inside/,
    )
    expect(stderr).not.toMatch(/run 1/)
    expect(git(repository, 'status', '--porcelain')).toBe(before)
  })

  it('is neither built nor measured where no file that can matter differs, uncommitted ones included', async () => {
    const repository = branch()
    const paths = ['--base-ref', 'HEAD', '--paths', 'cost', '*.sh']
    writeFileSync(join(repository, 'README.md'), 'new')
    const flags = ['--setup', 'false', '--output', 'json']
    const same = await stableBench(['ab', ...flags, ...paths, '--', 'false'], { cwd: repository })
    expect(comparisonSchema.parse(JSON.parse(same.stdout))).toMatchObject({
      outcome: 'pass',
      unmeasured: { reason: 'unchanged-paths', files: ['cost', '*.sh'] },
      rows: [],
    })
    writeFileSync(join(repository, 'more.sh'), 'true')
    const changed = await stableBench(['ab', ...flags, ...paths, '--', 'false'], { cwd: repository })
    expect(`${changed.code}: ${changed.stderr}`).toMatch(/^1: [\s\S]*setup/)
    const typo = await stableBench(
      ['ab', ...flags, '--base-ref', 'HEAD', '--paths', 'scr/**', '--', 'true'],
      { cwd: repository },
    )
    expect(`${typo.code}: ${typo.stderr}`).toMatch(
      /^64: [\s\S]*paths: 'scr\/\*\*' matches no file of the repository/,
    )
  })

  it('says what is wrong', async () => {
    const repository = branch()
    const said = async (...args: string[]) => {
      const { code, stderr } = await stableBench(['ab', ...flags, ...args], { cwd: repository })
      return `${code}: ${stderr}`
    }
    expect(await said('--base-ref', 'main')).toMatch(/^64: .*no command; put it after --/)
    expect(await said('--base-ref', 'mian', '--', 'true')).toMatch(
      /^64: .*git knows no 'mian' in .*; the branches here: .*\bmain\b.*\n$/,
    )
    expect(await said('--base-ref', 'HEAD', '--', 'true')).toMatch(/^64: .*nothing differs from 'HEAD'/)
    expect(await said('--base-ref', 'main', '--', './built')).toMatch(
      /^1: [\s\S]*could not be started[\s\S]*build what it needs with --setup\n$/,
    )
    const { code, stderr } = await stableBench(['ab', '--base-ref', 'main', '--', 'true'], {})
    expect(`${code}: ${stderr}`).toMatch(/^64: .*is in no git repository/)
  })

  it('names a missing directory for temporary files, as bisect does, and does not make it', async () => {
    const cwd = branch()
    const TMPDIR = join(scratch(), 'missing')
    for (const args of [
      ['ab', '--base-ref', 'main'],
      ['bisect', 'HEAD~1..HEAD'],
    ]) {
      const { stderr } = await stableBench([...args, '--', 'true'], { cwd, env: { ...process.env, TMPDIR } })
      expect(stderr).toContain(`${TMPDIR}, the directory for temporary files, cannot be written: ENOENT`)
    }
    expect(existsSync(TMPDIR)).toBe(false)
  })

  it('names the directory that the base commit lacks by its path in the repository, of a command and of suites', async () => {
    const repository = branch()
    const files = {
      'perf/new/bench.sh': bench,
      'perf/new/.stable-bench.yml': 'suites: { a: { command: "true" } }',
    }
    commit(repository, files)
    const cwd = join(repository, 'perf/new')
    const ab = ['ab', ...flags, '--base-ref', 'main', '--quiet']
    const { code, stderr } = await stableBench([...ab, '--', 'true'], { cwd })
    expect(`${code}: ${stderr}`).toMatch(/^64: .*: commit [0-9a-f]{10} has no directory 'perf\/new'\n$/)
    const suites = await stableBench(ab, { cwd })
    expect(suites.stdout).toContain("the base commit has no directory 'perf/new'")
    const bisected = await stableBench(['bisect', 'HEAD~1..', '--quiet', '--', 'true'], { cwd })
    expect(bisected.stderr).toContain("it has no directory 'perf/new'")
  })
})
