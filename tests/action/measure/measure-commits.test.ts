// Real repositories in temporary directories, measured as a job would.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { measureAgainstBase, NoBase } from '../../../src/action/measure/measure-commits.ts'
import { measureEach } from '../../../src/action/suites/measure-each.ts'
import { workDirectory } from '../../../src/action/work-file.ts'
import type { InputName } from '../../../src/inputs/values.ts'
import type { Compared } from '../../../src/job/measure-with-looks.ts'
import { MeasureError } from '../../../src/measure/runs/errors.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { jobContext } from '../../github/setting.ts'
import { jobValues } from '../../inputs/job-values.ts'
import { commit, git, newRepository } from '../../measure/git-fixtures.ts'
import { installed, pythonFiles, withPython } from '../../measure/python-fixtures.ts'

const { RUNNER_TEMP } = process.env

beforeEach(() => {
  process.env.RUNNER_TEMP = mkdtempSync(join(tmpdir(), 'stable-bench-measure-'))
})

afterEach(() => {
  rmSync(process.env.RUNNER_TEMP ?? '', { recursive: true })
  if (RUNNER_TEMP === undefined) delete process.env.RUNNER_TEMP
  else process.env.RUNNER_TEMP = RUNNER_TEMP
})

const benchmark = { name: 'parse', metric: 'time', unit: 'ms', better: 'lower', runs: [[5, 5, 6]] }
const document = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [benchmark] })

type Files = Record<string, string>
type Inputs = Partial<Record<InputName, string>>

type Asked = Inputs | ((repository: string) => Inputs)

/** Measures a pull request that changes `base` into `head`, in the directory `bench`: `asked`, after the suites `before`. */
async function measure(base: Files, head: Files, asked: Asked = {}, before: Inputs[] = []) {
  const repository = newRepository()
  const inputs = typeof asked === 'function' ? asked(repository) : asked
  const sha = commit(repository, base)
  for (const name of Object.keys(base).filter(each => !(each in head))) git(repository, 'rm', '-q', name)
  commit(repository, head)
  const usual = {
    command: 'bash run.sh',
    runs: '5',
    'max-runs': '5',
    'working-directory': join(repository, 'bench'),
  }
  const suites = [...before, inputs].map(own => ({ values: jobValues({ ...usual, ...own }), ofBase: null }))
  const request = { base: sha, policy: defaultPolicy, notes: [] }
  const given = { 'setup-cache': inputs['setup-cache'] ?? '' }
  const measuring = measureEach(given, { measured: suites, described: false }, (suite, builds) =>
    measureAgainstBase(suite, jobContext(), { ...request, builds }),
  )
  const last = measuring.then(outcomes => outcomes.at(-1)?.result as Compared)
  return last.finally(() => {
    expect(readdirSync(workDirectory()).filter(name => name.startsWith('worktrees-'))).toEqual([])
    rmSync(repository, { recursive: true })
  })
}

const prints = { 'bench/run.sh': `echo '${document}'\n` }
const writes = { 'bench/run.sh': `echo '${document}' > out.json\n` }

describe('measuring against the base', () => {
  it('compares what both sides wrote', async () => {
    const { comparison } = await measure(writes, { ...writes, README: 'x' }, { results: 'out*.json' })
    expect(comparison.rows.map(row => row.benchmark)).toEqual(['parse'])
  })

  it('ends at once where the directory for the builds of setup cannot be made', async () => {
    const measured = measure(prints, { ...prints, README: 'x' }, { setup: 'true', 'setup-cache': '/proc/x' })
    await expect(measured).rejects.toThrow(
      /^setup-cache: \/proc\/x cannot be used: ENOENT: .*; choose another directory$/,
    )
  })

  it.each([
    ['', ''],
    [' and has to be set up', 'true'],
  ])('is not possible where the pull request adds the directory%s', async (_, setup) => {
    const measured = measure({ README: 'x' }, { README: 'x', ...prints }, { setup })
    await expect(measured).rejects.toThrow(NoBase)
    await expect(measured).rejects.toThrow(/^the base commit [0-9a-f]{10} has no directory '.*\/bench'$/)
  })

  it.each<InputName>(['command', 'setup', 'prepare', 'relink', 'service'])(
    'refuses a path into the checkout of the job in %s: both sides would use what is there',
    async input => {
      const measured = measure(
        prints,
        { 'bench/run.sh': `sleep 0.01; ${prints['bench/run.sh']}` },
        repository => ({
          ...(input === 'relink' ? { layouts: '5' } : {}),
          [input]: `bash ${repository}/bench/run.sh {layout}`,
        }),
      )
      await expect(measured).rejects.toThrow(
        /^the command names \S+\/bench\/run\.sh, which differs between the commits: both sides would use that of your own checkout/,
      )
    },
  )

  it('refuses a path to what is built for each side, as it lies in the checkout of the job', async () => {
    const measured = measure(prints, { ...prints, README: 'x' }, repository => ({
      setup: 'cp run.sh built.sh',
      command: `bash ${repository}/bench/built.sh`,
    }))
    await expect(measured).rejects.toThrow(/names \S+\/bench\/built\.sh, which is built for each side/)
  })

  it('refuses a program that setup installs for each side in the place of the other one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stable-bench-installed-'))
    const setup = `install run.sh ${directory}/prog`
    const command = `bash ${directory}/prog`
    const measured = measure(
      prints,
      { 'bench/run.sh': `sleep 0.01; ${prints['bench/run.sh']}` },
      { setup, command },
    )
    await expect(measured).rejects.toThrow(`setup installs ${directory}/prog for each side`)
    const same = await measure(prints, { ...prints, README: 'x' }, { setup, command })
    expect(same.comparison.outcome).toBe('pass')
  })

  withPython('refuses a package of Python that both sides import of the checkout of the job', async () => {
    const bench = {
      'bench/src/words/__init__.py': 'cost = 1\n',
      'bench/bench.py': pythonFiles(1)['bench.py'],
      'bench/pyproject.toml': pythonFiles(1)['pyproject.toml'],
    }
    const measured = measure(
      bench,
      { ...bench, 'bench/src/words/__init__.py': 'cost = 2\n' },
      repository => ({
        command: `${installed(join(repository, 'bench'), { editable: true })} bench.py`,
      }),
    )
    await expect(measured).rejects.toThrow(
      /^the Python package words in .* own checkout, and the runs of both sides/,
    )
  })

  it('refuses it of a suite whose setup has run for another suite already', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stable-bench-installed-'))
    const setup = `install run.sh ${directory}/prog`
    const head = { 'bench/run.sh': `sleep 0.01; ${prints['bench/run.sh']}` }
    const measured = measure(prints, head, { setup, command: `bash ${directory}/prog` }, [{ setup }])
    await expect(measured).rejects.toThrow(`setup installs ${directory}/prog for each side`)
  })

  it.each<[string, Files, RegExp]>([
    [
      'writes no results file',
      prints,
      /the command wrote no file that matches 'out\*\.json' in .*base\/bench$/,
    ],
    [
      'writes one in no known format',
      { 'bench/run.sh': 'echo 5 ms > out.json\n' },
      /out\.json of warm-up run 1 of the baseline: is in no known format/,
    ],
    [
      'writes a broken one',
      { 'bench/run.sh': `echo '${document.slice(0, -9)}' > out.json\n` },
      /out\.json of/,
    ],
    [
      'has another file by that name',
      { ...writes, 'bench/out-of-date.json': 'years of work' },
      /matches out-of-date\.json, which is not a benchmark result/,
    ],
    ['fails', { 'bench/run.sh': 'exit 3\n' }, /failed with exit code 3/],
  ])('is not possible where only the base %s', async (_, base, reason) => {
    const measured = measure(base, { ...writes, README: 'x' }, { results: 'out*.json' })
    await expect(measured).rejects.toThrow(NoBase)
    await expect(measured).rejects.toThrow(/^the base commit could not be measured: /)
    await expect(measured).rejects.toThrow(reason)
  })

  it('fails where the pull request itself writes no results file', async () => {
    const measured = measure(writes, prints, { results: 'out*.json' })
    await expect(measured).rejects.toThrow(MeasureError)
    await expect(measured).rejects.toThrow(/the command wrote no file .* in .*head\/bench$/)
  })
})
