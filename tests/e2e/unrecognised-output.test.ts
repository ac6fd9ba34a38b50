// What the committed command line program does with output that is no benchmark results. tests/job/choose-parser.test.ts has all kinds.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Ended, root, scratch, stableBench } from './command-line.ts'
import { isInstalled } from './tool-example.ts'

const unread = join(root, 'tests/formats/fixtures/unread')
const WARNING =
  'whole processes are timed, since the output is not in a known benchmark format; if that is intended, set tool to process'
/** As the command line shows it. */
const SHOWN = WARNING.replace('set tool to process', 'add --tool process')

/** Neither CPU nor address space of a run matters here: without their programs it costs less. */
const PLAIN = ['--cpus', 'none', '--aslr', 'on']

const run = (command: string[], options: string[] = [], cwd = scratch()): Promise<Ended> =>
  stableBench(['run', '--runs', '5', '--warmup-runs', '0', ...PLAIN, ...options, '--', ...command], { cwd })

/** Compares two commands in a new directory, and keeps what was measured. */
const compare = async (baseline: string, candidate: string, ...options: string[]) => {
  const cwd = scratch()
  const measuring = ['--runs', '5', '--max-runs', '5', '--warmup-runs', '0', ...PLAIN, '--save', 'kept']
  const sides = ['--baseline', baseline, '--candidate', candidate]
  return { ...(await stableBench(['ab', ...measuring, ...options, ...sides], { cwd })), cwd }
}

const warningsIn = (path: string): { code: string }[] => JSON.parse(readFileSync(path, 'utf8')).warnings

it('output of a benchmark tool that is not read is refused with what to do instead', async () => {
  const { code, stdout, stderr } = await run([
    'sh',
    '-c',
    `cat '${join(unread, 'criterion-0.5.1.stderr')}' >&2`,
  ])
  expect(stderr).toContain(
    "the standard error of run 1 looks like the output of criterion, which stable-bench cannot use as it is: add --results 'target/criterion/**/new/sample.json'",
  )
  expect(stderr).toContain('; or add --tool process to time whole processes')
  expect([code, stdout]).toEqual([1, ''])
})

it('a run whose command hides that it failed is refused', async () => {
  const { code, stdout, stderr } = await run(['sh', '-c', 'node nowhere.js | cat'])
  expect(stderr).toMatch(
    /run 1 ended well, and printed 'Error: Cannot find module '.*nowhere\.js'': what it starts failed/,
  )
  expect(stderr).toContain('; or add --tool process to time whole processes')
  expect([code, stdout]).toEqual([1, ''])
})

const withMake = isInstalled('make') ? it : it.skip

withMake(
  'a run is refused where make finds a directory of the name of its target, unless just that is to be timed',
  async () => {
    const cwd = scratch()
    mkdirSync(join(cwd, 'bench'))
    writeFileSync(join(cwd, 'Makefile'), 'bench:\n\tsleep 1\n')
    const refused = await run(['make', 'bench'], [], cwd)
    expect(refused.stderr).toContain(
      'run 1 ran no benchmark: make printed that it had nothing to run, or showed the output of an earlier run; write .PHONY: and the name of ' +
        'the target into the Makefile',
    )
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect((await run(['make', 'bench'], ['--tool', 'process'], cwd)).code).toBe(0)
    expect((await run(['bash', '-c', 'make bench; cat Makefile'], [], cwd)).code).toBe(0)
  },
)

const withNinja = isInstalled('cmake') && isInstalled('ninja') ? it : it.skip

withNinja('a run is refused where all that it does is to ask cmake for what is built', async () => {
  const cwd = scratch()
  const project = 'cmake_minimum_required(VERSION 3.16)\nproject(demo NONE)\n'
  writeFileSync(join(cwd, 'CMakeLists.txt'), project)
  execFileSync('cmake', ['-S', cwd, '-B', join(cwd, 'build'), '-G', 'Ninja'])
  const { code, stdout, stderr } = await run(['cmake', '--build', 'build'], [], cwd)
  expect(stderr).toContain('run 1 ran no benchmark: ninja printed that it had nothing to run')
  expect([code, stdout]).toEqual([1, ''])
})

describe('output that shows measured values, in no known format', () => {
  const wrk =
    "printf '%s\\n' 'Running 30s test' '  4 threads' 'Requests/sec:  61250.40' 'Transfer/sec:     9.40MB'"
  const SAID =
    "only whole processes were timed: the output, such as 'Requests/sec: 61250.40', shows measured values in no known " +
    'benchmark format, and nothing read them; add --tool process to compare the time of the process, or set pattern to say where the results are'

  it('is not established in a comparison, which shows the times', async () => {
    const { code, stdout, cwd } = await compare(wrk, wrk)
    expect(code).toBe(3)
    expect(stdout.split('\n')[0]).toBe(`warning  ${SAID}`)
    expect(stdout).toMatch(/^\S+ · wall-time|^\S+ +[\d.]+ → [\d.]+ ms/m)
    expect(stdout).toContain(
      'because    the output of the candidate shows measured values in no known format',
    )
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/^✗ Nothing read the output, and only whole processes were timed/),
      'This fails the check. Set pattern to say where the results are, or add --tool process to compare the time of the process.',
    ])
    // The stored sessions say it as well.
    const again = ['compare', 'kept/baseline.json.gz', 'kept/candidate.json.gz']
    expect((await stableBench(again, { cwd })).code).toBe(3)
    const exported = await stableBench(['export', 'kept/candidate.json.gz'], { cwd })
    expect(exported.code).toBe(3)
    expect(exported.stderr).toContain(
      `warning: ${SAID.replace('add --tool process', 'set tool to process')}\n`,
    )
  })

  it('ends run and calibrate with 3, and says so first', async () => {
    const cwd = scratch()
    const command = ['bash', '-c', wrk]
    const { code, stdout } = await run(command, [], cwd)
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 3, first: `warning: ${SAID}` })
    expect(stdout).toContain('wall-time: ')
    const calibrate = ['calibrate', '--calibration-runs', '10', ...PLAIN, '--', ...command]
    const calibrated = await stableBench(calibrate, { cwd })
    expect({ code: calibrated.code, first: calibrated.stdout.split('\n')[0] }).toEqual({
      code: 3,
      first: `warning: ${SAID}`,
    })
    const night = await stableBench(['trend', 'stable-bench-result.json'], { cwd })
    expect(night.stderr).toContain(
      'stable-bench-result.json: has times of whole processes, whose output nothing read',
    )
  })
})

describe('other output', () => {
  it('is warned of above the numbers of a run, and in its document, as the first run alone decides', async () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'count'), '')
    // The first run may be made twice, where the machine disturbed it.
    const print = `echo x >> count; [ $(wc -l < count) -gt 2 ] && cat '${join(unread, 'mitata-1.0.34.txt')}'; echo done`
    const { code, stdout } = await run(['sh', '-c', print], [], cwd)
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe(`warning: ${SHOWN}`)
    expect(stdout.split(SHOWN)).toHaveLength(2)
    expect(warningsIn(join(cwd, 'stable-bench-result.json'))[0]).toEqual({
      code: 'output-not-recognised',
      message: WARNING,
    })
  })

  it('is warned of above the numbers of a calibration, and in its document', async () => {
    const cwd = scratch()
    // Where nothing is pinned there is no duet, which would be most of the runs.
    const args = ['calibrate', '--calibration-runs', '10', ...PLAIN, '--', 'sh', '-c', 'echo done']
    const { code, stdout, stderr } = await stableBench(args, { cwd })
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')[0]).toBe(`warning: ${SHOWN}`)
    expect(warningsIn(join(cwd, 'stable-bench-calibration.json'))).toContainEqual({
      code: 'output-not-recognised',
      message: WARNING,
    })
  })

  it('is warned of above the table of every report of a comparison', async () => {
    const { stdout, cwd } = await compare('echo a', 'echo b', '--fail-on', 'never')
    expect(stdout.split('\n')[0]).toBe(`warning  ${SHOWN}`)
    expect(stdout.split(SHOWN)).toHaveLength(2)
    const read = (name: string) => readFileSync(join(cwd, 'kept', name), 'utf8')
    expect(read('report.md').split('\n').slice(2, 6)).toEqual([
      '> [!WARNING]',
      '> **Read this first**',
      '>',
      expect.stringContaining('whole processes are timed'),
    ])
    const body = read('report.html').split('<body>')[1] ?? ''
    expect(body.indexOf('whole processes are timed')).toBeGreaterThan(0)
    expect(body.indexOf('whole processes are timed')).toBeLessThan(body.indexOf('<table'))
    expect(warningsIn(join(cwd, 'kept/comparison.json'))).toContainEqual({
      code: 'output-not-recognised',
      message: WARNING,
    })
  })
})

it('words on the standard error are no output', async () => {
  const { code, stdout } = await run(['sh', '-c', 'echo progress >&2'])
  expect(code).toBe(0)
  expect(stdout).not.toContain('whole processes')
})

it('a comparison is refused where only one side prints results', async () => {
  const results =
    '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ns","better":"lower","runs":[[1]]}]}'
  const { code, stderr } = await compare('echo hello', `echo '${results}'`)
  expect(stderr).toMatch(
    /the first run of the candidate printed results \(samples\), and the first run of the baseline printed none/,
  )
  expect(code).toBe(1)
})
