// What the committed command line program does with output that is no benchmark results.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Ended, root, scratch, stableBench } from './command-line.ts'

const unread = join(root, 'tests/formats/fixtures/unread')
const WARNING =
  'whole processes are timed, since the output is not in a known benchmark format; if that is intended, set tool to process'
/** As the command line shows it. */
const SHOWN = WARNING.replace('set tool to process', 'add --tool process')

/** A command that prints a capture where the tool printed it. */
const printing = (file: string) => [
  'sh',
  '-c',
  `cat '${join(unread, file)}'${file.endsWith('.stderr') ? ' >&2' : ''}`,
]

/** Neither CPU nor address space of a run matters here: without their programs it costs less. */
const PLAIN = ['--cpus', 'none', '--aslr', 'on']

const run = (command: string[], options: string[] = [], cwd = scratch()): Promise<Ended> =>
  stableBench(['run', '--runs', '5', '--warmup-runs', '0', ...PLAIN, ...options, '--', ...command], { cwd })

const compare = async (base: string, head: string, options: string[] = []) => {
  const cwd = scratch()
  const sides = ['--baseline', base, '--candidate', head]
  const measuring = ['--runs', '5', '--max-runs', '5', ...PLAIN, '--save', 'kept']
  const ended = await stableBench(['ab', ...measuring, ...options, ...sides], { cwd })
  return { ...ended, cwd }
}

/** What a command prints, in quotes for bash. */
const print = (text: string) => `printf '%b' '${text.replaceAll("'", "'\\''").replaceAll('\n', '\\n')}'`

const warningsIn = (path: string): { code: string }[] => JSON.parse(readFileSync(path, 'utf8')).warnings

describe('output of a benchmark tool that is not read', () => {
  it.each([
    [
      'mitata-1.0.34.txt',
      'the standard output',
      "mitata, which stable-bench cannot use as it is: print JSON with run({ format: 'json' })",
    ],
    [
      'criterion-0.5.1.stderr',
      'the standard error',
      "criterion, which stable-bench cannot use as it is: add --results 'target/criterion/**/new/sample.json'",
    ],
    [
      'go-nothing-1.26.txt',
      'the standard output',
      'go test, which stable-bench cannot use as it is: no benchmark ran; give -bench a pattern that matches one',
    ],
    [
      'perf-stat-6.1.stderr',
      'the standard error',
      'perf stat, which stable-bench cannot use as it is: run it with -x, -o FILE and add --results FILE',
    ],
    [
      'hyperfine-1.15.0.stderr',
      'the standard error',
      'hyperfine --export-json, which stable-bench cannot use as it is: print it on the standard output',
    ],
  ])('%s is refused with what to do instead', async (file, where, what) => {
    const { code, stdout, stderr } = await run(printing(file))
    expect(stderr).toContain(`${where} of run 1 looks like the output of ${what}`)
    expect(stderr).toContain('; or add --tool process to time whole processes')
    expect(stdout).toBe('')
    expect(code).not.toBe(0)
  })

  it('is timed without a word with tool process', async () => {
    const cwd = scratch()
    const { code, stdout } = await run(printing('mitata-1.0.34.txt'), ['--tool', 'process'], cwd)
    expect(code).toBe(0)
    expect(stdout).not.toContain('whole processes')
    expect(warningsIn(join(cwd, 'stable-bench-result.json')).map(each => each.code)).not.toContain(
      'output-not-recognised',
    )
  })

  it('is refused by the tool that was named, as ever', async () => {
    const { stderr } = await run(printing('go-nothing-1.26.txt'), ['--tool', 'go'])
    expect(stderr).toMatch(/the standard output of run 1: .*benchmark/)
    expect(stderr).not.toContain('looks like')
  })

  it('is refused in results files, where timing whole processes is no way out', async () => {
    const cwd = scratch()
    const write = ['sh', '-c', `cat '${join(unread, 'hand-jmh-table.txt')}' > out.json`]
    const { stderr } = await run(write, ['--results', 'out.json'], cwd)
    expect(stderr).toContain(
      'out.json of run 1 looks like the output of JMH, which stable-bench cannot use as it is: ',
    )
    expect(stderr).not.toContain('tool: process')
  })

  it('does not matter beside results that are read', async () => {
    const document = {
      schema: 'stable-bench/samples@1',
      benchmarks: [{ name: 'a', metric: 'time', unit: 'ns', better: 'lower', runs: [[1]] }],
    }
    const print = `cat '${join(unread, 'criterion-0.5.1.stderr')}' >&2; echo '${JSON.stringify(document)}'`
    expect((await run(['sh', '-c', print])).code).toBe(0)
  })
})

describe('output that shows measured values, in no known format', () => {
  const wrk = (rate: string) =>
    print(`Running 30s test\n  4 threads\nRequests/sec:  ${rate}\nTransfer/sec:     9.40MB\n`)
  const SAID =
    "only whole processes were timed: the output, such as 'Requests/sec: 61250.40', shows measured values in no known " +
    'benchmark format, and nothing read them; add --tool process to compare the time of the process, or set pattern to say where the results are'

  it('is not established in a comparison, which shows the times', async () => {
    const { code, stdout, cwd } = await compare(wrk('61250.40'), wrk('61250.40'))
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

  it('is not established where only one side prints any', async () => {
    expect((await compare('true', wrk('1'))).code).toBe(3)
    expect((await compare(wrk('1'), 'true')).code).toBe(3)
  })

  it('is not established where one benchmark of a template prints any, and refused where one prints results', async () => {
    const script = `if [ {benchmark} = b ]; then ${wrk('61250.40')}; fi`
    const template = (text: string) => run(['bash', '-c', text], ['--benchmarks', 'a', 'b'])
    const { code, stdout } = await template(script)
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 3, first: `warning: ${SAID}` })
    const go = await template(
      `if [ {benchmark} = b ]; then ${print('goos: linux\nBenchmarkA 100 5 ns/op\nPASS\n')}; fi`,
    )
    expect(go.stderr).toMatch(
      /printed results \(go\), and the runs before it printed none; let both print one format/,
    )
    expect(go.code).toBe(1)
  })

  it('ends run and calibrate with 3, and says so first', async () => {
    const cwd = scratch()
    const command = ['bash', '-c', wrk('61250.40')]
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

  it('is established with tool process, and with a pattern that reads it', async () => {
    expect(
      (await compare(wrk('1'), wrk('1'), ['--tool', 'process', '--fail-on', 'regression'])).code,
    ).not.toBe(3)
    const pattern = ['--pattern', '^Requests/sec: +(?<value>[\\d.]+)', '--pattern-unit', 'requests/s']
    const halved = await compare(wrk('61250.40'), wrk('30625.20'), pattern)
    expect(halved.code).toBe(2)
    expect(halved.stdout).toContain('−50.0 %')
  })
})

describe('a load generator that prints none of its results', () => {
  const at = (path: string, name: string) => {
    writeFileSync(join(path, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    return join(path, name)
  }

  it.each([
    [
      'wrk',
      'print its results on the standard output, or write them to a file and add --results FILE; pattern says where they are in a form that is not read',
    ],
    ['k6', 'run it with --out json=FILE and add --results FILE'],
  ])('is refused: %s', async (name, instead) => {
    const cwd = scratch()
    const { code, stderr } = await run([at(cwd, name), '-d', '1'], [], cwd)
    expect(stderr).toContain(
      `run 1 started ${name}, which measures for itself, and printed nothing of it that stable-bench can read: ${instead}; ` +
        'or add --tool process to time whole processes',
    )
    expect(code).toBe(1)
    const shell = await run(['bash', '-c', `${join(cwd, name)} -d 1 > /dev/null`], [], cwd)
    expect(shell.stderr).toContain(`run 1 started ${name}`)
    expect((await run([join(cwd, name)], ['--tool', 'process'], cwd)).code).toBe(0)
  })

  it('is refused by what autocannon prints on the standard error, whatever started it', async () => {
    const { code, stderr } = await run(printing('autocannon-9.0.0.stderr'))
    expect(stderr).toContain(
      'the standard error of run 1 looks like the output of autocannon, which stable-bench cannot use as it is: run it with --json',
    )
    expect(code).toBe(1)
  })
})

describe('the results of two tools in one output', () => {
  const go = 'goos: linux\npkg: a\nBenchmarkA 100 5 ns/op\nPASS\n'
  const google =
    '{"context":{"num_cpus":2},"benchmarks":[{"name":"b","run_name":"b","run_type":"iteration","iterations":1,"real_time":1,"cpu_time":1,"time_unit":"ns"}]}\n'

  it('are refused with the names of both, and read with the tool that is named', async () => {
    const { code, stderr } = await run(['bash', '-c', print(go + google)])
    expect(stderr).toContain(
      "looks like the output of Google Benchmark --benchmark_format=json and of go test -bench, which stable-bench cannot use as it is: set 'tool: google-benchmark' or 'tool: go' to read the results of that one and leave out the others",
    )
    expect(code).toBe(1)
    const named = await run(['bash', '-c', print(go + google)], ['--tool', 'go'])
    expect(named.stdout).toContain('a.BenchmarkA\n')
  })

  it('are refused in two results files', async () => {
    const write = `${print(go)} > 1.txt; ${print(google)} > 2.txt`
    const { code, stderr } = await run(['bash', '-c', write], ['--results', '*.txt'])
    expect(stderr).toContain(
      '1.txt of run 1 is of go test -bench, and 2.txt of run 1 of Google Benchmark --benchmark_format=json; ' +
        'set results to the files of one tool, or measure them as two suites',
    )
    expect(code).toBe(1)
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
    const cwd = scratch()
    const sides = ['--baseline', 'echo a', '--candidate', 'echo b', '--fail-on', 'never']
    const { stdout } = await stableBench(
      ['ab', '--runs', '5', '--max-runs', '5', ...PLAIN, '--save', 'kept', ...sides],
      { cwd },
    )
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

it.each([
  ['silence', 'true'],
  ['empty lines', "printf '\\n \\n'"],
  ['words on the standard error', 'echo progress >&2'],
])('%s is timed without a word', async (_, command) => {
  const { code, stdout } = await run(['sh', '-c', command])
  expect(code).toBe(0)
  expect(stdout).not.toContain('whole processes')
})

describe('sides of which only one prints results', () => {
  const results =
    '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ns","better":"lower","runs":[[1]]}]}'

  it.each([
    [
      'the baseline prints none',
      'echo hello',
      `echo '${results}'`,
      /the first run of the candidate printed results \(samples\), and the first run of the baseline printed none/,
    ],
    [
      'the candidate prints none',
      `echo '${results}'`,
      'echo hello',
      /the first run of the baseline printed results \(samples\), and the first run of the candidate printed none/,
    ],
  ])('are refused where %s, whichever runs first', async (_, base, head, message) => {
    for (const [seed, first] of [
      ['1', 'baseline'],
      ['3', 'candidate'],
    ] as const) {
      const sides = ['--baseline', base, '--candidate', head]
      const { code, stderr } = await stableBench(['ab', '--runs', '5', ...PLAIN, '--seed', seed, ...sides])
      expect(stderr).toContain(`warm-up run 1 of the ${first}: `)
      expect(stderr).toMatch(message)
      expect(code).toBe(1)
    }
  })
})
