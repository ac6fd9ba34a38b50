// The suites of `.stable-bench.yml` on the command line: no command stands on it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { reportSchema } from '../../src/model/index.ts'
import { commit, directory, git, newRepository } from '../measure/git-fixtures.ts'
import { installed, pythonFiles, withPython } from '../measure/python-fixtures.ts'
import { until } from '../until.ts'
import { scratch, stableBench } from './command-line.ts'

/** A benchmark with the name of its first argument, which costs what the file `built` says. */
const bench = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"%s","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$1" "$(cat built)"\n`

/** Suites of several kinds. Each setup leaves a line in the file that the environment names. */
const suites = `
suites:
  parse:
    setup: echo "$STABLE_BENCH_SIDE parse" >>"$SETUPS"; cp cost built
    command: bash bench.sh {benchmark}
    benchmarks: [json, xml]
  http:
    working-directory: server
    setup: echo "$STABLE_BENCH_SIDE http" >>"$SETUPS"; cp cost built
    command: bash ../bench.sh http
  query:
    setup: echo "$STABLE_BENCH_SIDE parse" >>"$SETUPS"; cp cost built
    command: bash bench.sh query
  docs:
    command: touch "$SETUPS.docs"; false
    paths: docs/**
  gone:
    command: bash bench.sh gone
`

const changed = suites
  .replace(/ {2}gone:[\s\S]*/, '  added: { command: cp cost built; bash bench.sh added }\n')
  .replace('[json, xml]', '[json, yaml]')

let original: string

/** A copy of a repository: on its branch the cost went from 100 to 110, one suite went, and another came. */
function branch(files: Record<string, string> = {}): string {
  const repository = directory()
  cpSync(original, repository, { recursive: true, preserveTimestamps: true })
  if (Object.keys(files).length > 0) commit(repository, files)
  return repository
}

beforeAll(() => {
  const repository = newRepository()
  const files = {
    'bench.sh': bench,
    cost: '100',
    'server/cost': '5',
    'docs/a.md': '',
    '.gitignore': 'built\n',
  }
  commit(repository, { ...files, '.stable-bench.yml': suites })
  git(repository, 'checkout', '--quiet', '-b', 'feature')
  commit(repository, { cost: '110', '.stable-bench.yml': changed })
  original = repository
})

const quick = ['--cpus', 'none', '--aslr', 'on', '--warmup-runs', '0']
const both = ['--base-ref', 'main', ...quick, '--runs', '5', '--max-runs', '5']

/** Compares both commits; also returns the setups that ran. */
async function compared(cwd: string, ...more: string[]) {
  const SETUPS = join(scratch(), 'setups')
  const ended = await stableBench(['ab', ...both, '--output', 'json', ...more], {
    cwd,
    env: { ...process.env, SETUPS },
  })
  const text = ended.stdout === '' ? null : ended.stdout
  const report = text === null ? null : reportSchema.parse(JSON.parse(text))
  const setups = existsSync(SETUPS) ? readFileSync(SETUPS, 'utf8').trim().split('\n') : []
  const section = (suite: string) => report?.sections.find(each => each.suite === suite)
  return { ...ended, report, setups, section, docsRan: existsSync(`${SETUPS}.docs`) }
}

describe('the suites of the file, on two commits', () => {
  it('are measured all, each as its own commit says, and reported together', async () => {
    const repository = branch()
    const { code, report, section, setups, stderr, docsRan } = await compared(repository)
    expect(report).toMatchObject({ outcome: 'regression', fails: true, untouched: ['docs'], problems: [] })
    expect(report?.result).toMatch(
      /^2 of 3 benchmarks are larger, by up to .* · 2 not measured, 1 unchanged, 1 new · 1 suite new · 1 suite not touched$/,
    )
    expect(report?.sections.map(({ suite }) => suite)).toEqual(['parse', 'http', 'query', 'added', 'gone'])
    const rows = (suite: string) =>
      section(suite)?.comparison?.rows.map(row => [row.benchmark, row.baseline, row.candidate, row.verdict])
    expect(rows('parse')).toEqual([
      ['json', 100, 110, 'regression'],
      ['xml', 100, null, 'removed'],
      ['yaml', null, 110, 'new'],
    ])
    expect(rows('http')).toEqual([['http', 5, 5, 'no-change']])
    expect(rows('added')).toEqual([['added', null, 110, 'new']])
    expect(rows('gone')).toEqual([['gone', null, null, 'removed']])
    expect(section('parse')?.comparison?.warnings).toContainEqual({
      code: 'suite-changed',
      message: "the candidate changes what this suite is: benchmarks is 'json yaml', and was 'json xml'",
    })
    expect([code, docsRan]).toEqual([2, false])
    expect(setups).toEqual(['candidate parse', 'baseline parse', 'candidate http', 'baseline http'])
    expect(stderr.match(/^suite .*$/gm)).toEqual([
      'suite 1 of 4: parse',
      'suite 2 of 4: query',
      'suite 3 of 4: http',
      'suite 4 of 4: added',
    ])
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('are chosen by name and by pattern, and may go to one JUnit file', async () => {
    const { stdout } = await stableBench(['ab', ...both, '--suite', 'htt?', 'que*', '--output', 'junit'], {
      cwd: branch(),
      env: { ...process.env, SETUPS: '/dev/null' },
    })
    expect(stdout.match(/<testsuite name="\w+"/g)).toEqual([
      '<testsuite name="http"',
      '<testsuite name="query"',
    ])
  })

  it('are one report in every form', async () => {
    const save = join(scratch(), 'kept')
    const flags = ['--suite', 'http', 'query', '--save', save]
    const env = { ...process.env, SETUPS: '/dev/null' }
    const { stdout } = await stableBench(['ab', ...both, ...flags], { cwd: branch(), env })
    expect(stdout).toMatch(
      /^── http$[\s\S]*^── query$[\s\S]*\n✗ query is 10\.0 % larger · 1 unchanged\nThis fails the check/m,
    )
    const kept = (name: string) => readFileSync(join(save, name), 'utf8')
    expect(kept('report.md')).toMatch(
      /^### 🔴 `query` is 10\.0\u00a0% larger · 1 unchanged\n[\s\S]*\| `query` \|/,
    )
    expect(kept('report.html')).toMatch(/<h1>query is 10\.0/)
    expect(reportSchema.parse(JSON.parse(kept('report.json'))).sections).toHaveLength(2)
    expect(readdirSync(save).sort()).toEqual(['http', 'query', 'report.html', 'report.json', 'report.md'])
    expect(readdirSync(join(save, 'http')).sort()).toEqual(['baseline.json.gz', 'candidate.json.gz'])
  })

  it('are judged as the base commit says, and the report says what counts only later', async () => {
    const repository = branch({ '.stable-bench.yml': `${changed}\nshadow: true\ndefaults: { band: 50% }\n` })
    const { code, section } = await compared(repository, '--suite', 'query')
    expect([code, section('query')?.comparison?.rows[0]?.band]).toEqual([2, 0.02])
    const said = section('query')?.comparison?.warnings.filter(each => each.code === 'config-changed')
    expect(said?.map(({ message }) => message)).toEqual([
      'the candidate changes .stable-bench.yml, which counts only once it is merged: it sets band in defaults to 50%, which is not set now',
      'the candidate changes .stable-bench.yml, which counts only once it is merged: it sets shadow to true, which is false now',
    ])
  })

  it('are missing until the base commit accepts that', async () => {
    const gone = await compared(branch(), '--suite', 'gone')
    expect([gone.code, gone.report?.outcome]).toEqual([3, 'not-established'])
    const waiver = `waivers: [{ benchmark: gone, missing: true, expires: 2999-12-31, reason: replaced }]\n`
    const repository = branch()
    git(repository, 'checkout', '--quiet', 'main')
    commit(repository, { '.stable-bench.yml': `${suites}${waiver}` })
    git(repository, 'checkout', '--quiet', '-b', 'later')
    commit(repository, { '.stable-bench.yml': `${changed}${waiver}` })
    const accepted = await compared(repository, '--suite', 'gone')
    expect([accepted.code, accepted.report?.outcome]).toEqual([0, 'pass'])
  })

  it('are measured as the candidate says where the base commit describes none', async () => {
    const repository = branch()
    git(repository, 'checkout', '--quiet', 'main')
    rmSync(join(repository, '.stable-bench.yml'))
    git(repository, 'commit', '--quiet', '--all', '--message', 'none')
    git(repository, 'checkout', '--quiet', '-b', 'first')
    writeFileSync(join(repository, 'cost'), '90')
    writeFileSync(join(repository, '.stable-bench.yml'), changed)
    const { code, section } = await compared(repository, '--suite', 'query')
    expect(section('query')?.comparison).toMatchObject({
      rows: [{ baseline: 100, candidate: 90, verdict: 'improvement' }],
      warnings: expect.arrayContaining([
        {
          code: 'suites-assumed',
          message:
            'the base commit describes no suite, so it was measured as .stable-bench.yml of the candidate says',
        },
      ]),
    })
    expect(code).toBe(0)
  })

  it('are not measured where one names what is built for each side as it lies in the own checkout', async () => {
    const repository = branch()
    const config = changed.replace('bash bench.sh query', `cat ${repository}/built; bash bench.sh query`)
    commit(repository, { '.stable-bench.yml': config })
    // Built by hand some time ago.
    writeFileSync(join(repository, 'built'), '100')
    const { code, stderr } = await stableBench(['ab', ...both, '--suite', 'query'], {
      cwd: repository,
      env: { ...process.env, SETUPS: join(scratch(), 'setups') },
    })
    expect(code).toBe(64)
    expect(stderr).toContain(`the command names ${repository}/built, which is built for each side`)
  })

  it('are not measured where setup installs the program of each side in the place of the other one', async () => {
    const repository = branch()
    const installed = join(scratch(), 'installed')
    const config = changed
      .replaceAll('cp cost built', `cp cost built; cp cost ${installed}`)
      .replace('bash bench.sh query', `cat ${installed}; bash bench.sh query`)
    git(repository, 'checkout', '--quiet', 'main')
    commit(repository, { '.stable-bench.yml': config })
    git(repository, 'checkout', '--quiet', '-b', 'other')
    commit(repository, { cost: '120' })
    const { code, stderr } = await stableBench(['ab', ...both, '--suite', 'query'], {
      cwd: repository,
      env: { ...process.env, SETUPS: join(scratch(), 'setups') },
    })
    expect(`${code}: ${stderr}`).toMatch(/^64: [\s\S]*setup installs \S+\/installed for each side/)
  })

  withPython('are not measured where both sides import a package of the own checkout', async () => {
    const repository = branch({
      '.stable-bench.yml': 'suites:\n  words: { command: "$BENCH_PYTHON bench.py" }\n',
      ...pythonFiles(1),
    })
    git(repository, 'checkout', '--quiet', 'main')
    git(repository, 'merge', '--quiet', 'feature')
    git(repository, 'checkout', '--quiet', '-b', 'other')
    commit(repository, pythonFiles(2))
    const { code, stderr } = await stableBench(['ab', ...both], {
      cwd: repository,
      env: { ...process.env, BENCH_PYTHON: installed(repository) },
    })
    expect(`${code}: ${stderr}`).toMatch(
      /^64: [\s\S]*package words in .* own checkout, and only a warm-up run shows/,
    )
  })

  it('are measured although one of them fails, each in the directory of its own commit', async () => {
    const moved = changed
      .replace('bench.sh query', 'bench.sh query; exit 7')
      .replace('working-directory: server', 'working-directory: srv')
    const repository = branch({ '.stable-bench.yml': moved, 'srv/cost': '5', cost: '100' })
    git(repository, 'rm', '-r', '--quiet', 'server')
    const { code, section, stderr } = await compared(repository, '--suite', 'parse', 'query', 'http')
    expect(section('parse')?.comparison?.rows[0]).toMatchObject({ benchmark: 'json', verdict: 'no-change' })
    expect(section('query')).toMatchObject({
      comparison: null,
      problem: expect.stringContaining('exit code 7'),
    })
    expect(section('http')?.comparison?.rows[0]).toMatchObject({ baseline: 5, candidate: 5 })
    expect(stderr).toMatch(/^stable-bench: suite query: .*exit code 7/m)
    expect(code).toBe(1)
  })

  it('pass without being built where nothing touches them', async () => {
    const quiet = `suites:\n  parse: { setup: 'false', command: 'false', paths: docs/** }\n`
    const repository = branch({ '.stable-bench.yml': quiet })
    git(repository, 'checkout', '--quiet', '-b', 'next')
    commit(repository, { cost: '500' })
    const compare = () =>
      stableBench(['ab', '--base-ref', 'feature', '--output', 'json'], { cwd: repository })
    const same = await compare()
    expect(reportSchema.parse(JSON.parse(same.stdout))).toMatchObject({
      outcome: 'pass',
      untouched: ['parse'],
      sections: [],
    })
    expect(same.code).toBe(0)
    writeFileSync(join(repository, '.stable-bench.yml'), quiet.replace("setup: 'false'", "setup: 'exit 9'"))
    const described = await compare()
    expect(`${described.code}: ${described.stderr}`).toMatch(
      /^1: [\s\S]*suite parse: the setup command failed/,
    )
  })

  it('take as many calls of git where there are 200 of them as where there are two', async () => {
    const shim = scratch()
    writeFileSync(
      join(shim, 'git'),
      `#!/bin/sh\necho call >>"$CALLS"\nPATH="${process.env.PATH}" exec git "$@"\n`,
      { mode: 0o755 },
    )
    const callsOf = async (count: number) => {
      const names = Array.from({ length: count }, (_, i) => `  s${i}: { command: 'false', paths: docs/** }\n`)
      const repository = branch({ '.stable-bench.yml': `suites:\n${names.join('')}` })
      git(repository, 'checkout', '--quiet', '-b', 'next')
      commit(repository, { cost: '500' })
      const CALLS = join(scratch(), 'calls')
      const env = { ...process.env, CALLS, PATH: `${shim}${delimiter}${process.env.PATH}` }
      const { code, stdout } = await stableBench(['ab', '--base-ref', 'feature', '--output', 'json'], {
        cwd: repository,
        env,
      })
      expect([code, JSON.parse(stdout).untouched.length]).toEqual([0, count])
      return readFileSync(CALLS, 'utf8').split('\n').length
    }
    expect(await callsOf(200)).toBe(await callsOf(2))
  })
})

it('suites that were measured before a signal are kept, and no checkout stays behind', async () => {
  const cwd = branch({
    '.stable-bench.yml': changed.replace('bench.sh query', 'bench.sh query; touch "$SETUPS.slow"; sleep 60'),
  })
  const [save, SETUPS] = [join(scratch(), 'kept'), join(scratch(), 'setups')]
  const { code, stdout } = await stableBench(
    ['ab', ...both, '--save', save, '--suite', 'query', 'http'],
    { cwd, env: { ...process.env, SETUPS } },
    pid =>
      void until('the second suite runs', () => existsSync(`${SETUPS}.slow`)).then(() =>
        process.kill(pid, 'SIGINT'),
      ),
  )
  expect([code, stdout]).toEqual([130, ''])
  expect(readdirSync(join(save, 'http')).sort()).toEqual(['baseline.json.gz', 'candidate.json.gz'])
  expect(git(cwd, 'worktree', 'list').split('\n')).toHaveLength(1)
})

// tests/cli/asked-suites.test.ts and tests/policy/config-file.test.ts have the others.
describe('a mistake about suites', () => {
  it('is one message, and nothing is measured', async () => {
    const { code, stdout, stderr, setups } = await compared(branch(), '--suite', 'prase')
    expect([code, stdout, setups]).toEqual([64, '', []])
    expect(stderr).toMatch(/--suite: .*no suite 'prase'; did you mean parse\?/)
    expect(stderr.match(/^stable-bench: /gm)).toHaveLength(1)
  })

  it('is one in the base commit, too, which says so', async () => {
    const repository = branch({ '.stable-bench.yml': 'suites: { parse: { comand: x } }\n' })
    git(repository, 'checkout', '--quiet', '-b', 'mended')
    commit(repository, { '.stable-bench.yml': changed })
    const { code, stderr } = await stableBench(['ab', '--base-ref', 'feature'], { cwd: repository })
    expect(`${code}: ${stderr}`).toMatch(
      /^64: [\s\S]*\.stable-bench\.yml at [0-9a-f]{10}:1:20: suites, parse: .*'comand'/,
    )
  })
})

describe('the suites of the file, as they are here', () => {
  const env = { ...process.env, SETUPS: '/dev/null' }

  it('are run from any directory, a document each, and exported', async () => {
    const cwd = branch()
    const within = join(cwd, 'server')
    const run = await stableBench(['run', ...quick, '--runs', '5', '--suite', 'http', 'query'], {
      cwd: within,
      env,
    })
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('suite 2 of 2: query') })
    const documents = readdirSync(within).filter(name => name.endsWith('.json'))
    expect(documents).toEqual(['stable-bench-result-http.json', 'stable-bench-result-query.json'])
    const exported = await stableBench(['export', '--suite', 'query'], { cwd: within })
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/^query,.*,110,110,110\r$/m)])
    const files = await stableBench(['export', '--suite', 'http', 'query', '-o', 'all.csv'], { cwd: within })
    expect([files.code, readdirSync(within).filter(name => name.endsWith('.csv'))]).toEqual([
      0,
      ['all-http.csv', 'all-query.csv'],
    ])
    const missing = await stableBench(['export', '--suite', 'parse'], { cwd: within })
    expect(`${missing.code}: ${missing.stderr}`).toMatch(
      /^64: .*no stable-bench-result-parse\.json .*run --suite parse\n$/,
    )
  })

  it('are run to the file that was named where there is one, and the others although one fails', async () => {
    const cwd = branch()
    const one = await stableBench(['run', ...quick, '--runs', '5', '--suite', 'query', '-o', 'q.json'], {
      cwd,
      env,
    })
    expect([one.code, existsSync(join(cwd, 'q.json'))]).toEqual([0, true])
    const some = await stableBench(
      ['run', ...quick, '--runs', '5', '--suite', 'docs', 'query', '-o', 'q.json'],
      { cwd, env },
    )
    expect([some.code, existsSync(join(cwd, 'q-query.json')), existsSync(join(cwd, 'q-docs.json'))]).toEqual([
      1,
      true,
      false,
    ])
    const printed = await stableBench(['run', '--suite', 'docs', 'query', '-o', '-'], { cwd, env })
    expect(`${printed.code}: ${printed.stderr}`).toMatch(
      /^64: .*the standard output takes one document, and there are 2 suites/,
    )
  })

  it('are calibrated, a document each', async () => {
    const cwd = branch()
    mkdirSync(join(cwd, 'out'))
    const ended = await stableBench(
      ['calibrate', ...quick, '--calibration-runs', '10', '--suite', 'http', 'query', '-o', 'out/c.json'],
      { cwd, env },
    )
    expect(ended.code).toBe(0)
    expect(readdirSync(join(cwd, 'out'))).toEqual(['c-http.json', 'c-query.json'])
  })
})

it('the advice of a report on suites can be followed on the command line', async () => {
  const unread = 'suites: { size: { command: "echo size: 3; cat cost" } }\n'
  const cwd = branch({ '.stable-bench.yml': unread })
  git(cwd, 'branch', '--force', 'main')
  commit(cwd, { cost: '120' })
  const compared = await stableBench(['ab', ...both], { cwd })
  expect([compared.code, compared.stdout]).toEqual([0, expect.stringMatching(/\bset tool to process\b/)])
  const run = await stableBench(['run', ...quick, '-r', '5'], { cwd })
  expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/\bset tool to process\b/)])
})

it('a command on the line is measured as before, also where the file describes a suite of its name', async () => {
  const cwd = branch()
  const SETUPS = join(scratch(), 'setups')
  const flags = ['--name', 'query', '--setup', 'cp cost built', '--output', 'json']
  const { code, stdout } = await stableBench(['ab', ...both, ...flags, '--', 'bash', 'bench.sh', 'own'], {
    cwd,
    env: { ...process.env, SETUPS },
  })
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'stable-bench/comparison@1',
    rows: [{ benchmark: 'own', baseline: 100, candidate: 110 }],
  })
  expect([code, existsSync(SETUPS)]).toEqual([2, false])
})
