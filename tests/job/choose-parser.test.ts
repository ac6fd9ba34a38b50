// What a job takes the output of its first runs for, where it may be no benchmark results. tests/e2e/unrecognised-output.test.ts has
// what the command line then does.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { chooseParser, type Parser, parserAfter } from '../../src/job/choose-parser.ts'
import { assertRan, parseRun } from '../../src/job/parse-output.ts'
import type { MeasureRequest } from '../../src/job/request/request.ts'
import type { Run } from '../../src/measure/runs/measure-runs.ts'
import type { PlannedRun } from '../../src/measure/runs/schedule.ts'

type Asked = Parameters<typeof chooseParser>[1]

/** What a run printed, or wrote into its results files. */
type Printed = Partial<PlannedRun> & { stdout?: string; stderr?: string; files?: Record<string, string> }

function run({ stdout = '', stderr = '', files, ...planned }: Printed): Run {
  const outputs = Object.entries(files ?? { 'the standard output': stdout }).map(([source, text]) => ({
    source,
    text,
  }))
  const first = { side: 'candidate', kind: 'measured', number: 0, ...planned } as const
  return { planned: first, outputs, stdout, stderr, evidence: [], perOperation: null, port: null, course: [] }
}

const asked = (overrides: Partial<Asked> = {}): Asked => ({
  tool: 'auto',
  results: null,
  commands: { baseline: 'bash bench.sh', candidate: 'bash bench.sh' },
  published: null,
  ...overrides,
})

const capture = (file: string) =>
  readFileSync(new URL(`../formats/fixtures/unread/${file}`, import.meta.url), 'utf8')

/** A run that prints a capture where the tool printed it. */
const printing = (file: string) =>
  run({ alone: true, [file.endsWith('.stderr') ? 'stderr' : 'stdout']: capture(file) })

const chosen = (printed: Printed, overrides?: Partial<Asked>) =>
  chooseParser(run({ alone: true, ...printed }), asked(overrides))

const SAMPLES =
  '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ns","better":"lower","runs":[[1]]}]}\n'
const GO = 'goos: linux\npkg: a\nBenchmarkA 100 5 ns/op\nPASS\n'
const GOOGLE =
  '{"context":{"num_cpus":2},"benchmarks":[{"name":"b","run_name":"b","run_type":"iteration","iterations":1,"real_time":1,"cpu_time":1,"time_unit":"ns"}]}\n'
const WRK = 'Running 30s test\n  4 threads\nRequests/sec:  61250.40\nTransfer/sec:     9.40MB\n'
const OR_PROCESSES = '; or set tool to process to time whole processes'

describe('output of a benchmark tool that is not read', () => {
  it.each([
    [
      'mitata-1.0.34.txt',
      'the standard output',
      "mitata, which stable-bench cannot use as it is: print JSON with run({ format: 'json' }), before mitata 1 with run({ json: true })",
    ],
    [
      'criterion-0.5.1.stderr',
      'the standard error',
      "criterion, which stable-bench cannot use as it is: set results to 'target/criterion/**/new/sample.json'",
    ],
    [
      'go-nothing-1.26.txt',
      'the standard output',
      'go test, which stable-bench cannot use as it is: no benchmark ran; give -bench a pattern that matches one, and name its package',
    ],
    [
      'perf-stat-6.1.stderr',
      'the standard error',
      'perf stat, which stable-bench cannot use as it is: run it with -x, -o FILE and set results to FILE, or leave it out of the command: stable-bench times and counts processes itself',
    ],
    [
      'hyperfine-1.15.0.stderr',
      'the standard error',
      'hyperfine --export-json, which stable-bench cannot use as it is: print it on the standard output',
    ],
    [
      'autocannon-9.0.0.stderr',
      'the standard error',
      'autocannon, which stable-bench cannot use as it is: run it with --json',
    ],
  ])('%s is refused with what to do instead', (file, where, what) => {
    const message = `${where} of run 1 looks like the output of ${what}${OR_PROCESSES}`
    expect(() => chooseParser(printing(file), asked())).toThrow(message)
  })

  it('is timed without a word with tool process', () => {
    expect(chooseParser(printing('mitata-1.0.34.txt'), asked({ tool: 'process' }))).toEqual({
      name: 'process',
      side: 'candidate',
      format: null,
    })
  })

  it('is refused by the tool that was named, as ever', () => {
    const nothing = printing('go-nothing-1.26.txt')
    const parser = chooseParser(nothing, asked({ tool: 'go' }))
    expect(() => parseRun(nothing, parser, null)).toThrow(/^the standard output of run 1: .*benchmark/)
  })

  it('is refused in results files, where timing whole processes is no way out', () => {
    const files = { 'out.json': capture('hand-jmh-table.txt') }
    const refused = () => chosen({ files }, { results: 'out.json' })
    expect(refused).toThrow(
      'out.json of run 1 looks like the output of JMH, which stable-bench cannot use as it is: ',
    )
    expect(refused).not.toThrow(/whole processes/)
  })

  it('does not matter beside results that are read', () => {
    expect(chosen({ stdout: SAMPLES, stderr: capture('criterion-0.5.1.stderr') })).toMatchObject({
      name: 'samples',
    })
  })
})

describe('output that shows measured values, in no known format', () => {
  const unread = { format: null, unreadOutput: 'measured-values' }

  it('is doubted, with the value', () => {
    expect(chosen({ stdout: WRK })).toMatchObject({
      ...unread,
      warning: { message: expect.stringContaining("such as 'Requests/sec: 61250.40'") },
    })
  })

  it.each([
    ['the baseline', WRK, ''],
    ['the candidate', '', WRK],
  ])('is doubted where only %s prints any', (_, baseline, candidate) => {
    const first = chooseParser(run({ side: 'baseline', stdout: baseline }), asked())
    expect(parserAfter(run({ stdout: candidate }), first, asked())).toMatchObject(unread)
  })

  it('is doubted where one benchmark of a template prints any, and refused where one prints results', () => {
    const first = chosen({ benchmark: 'a' })
    const other = (stdout: string) => run({ alone: true, benchmark: 'b', stdout })
    expect(first).not.toHaveProperty('unreadOutput')
    expect(parserAfter(other(WRK), first, asked())).toMatchObject(unread)
    expect(() => parserAfter(other(GO), first, asked())).toThrow(
      'run 1 of b printed results (go), and the runs before it printed none; let both print one format',
    )
  })

  it('is not doubted with tool process', () => {
    expect(chosen({ stdout: WRK }, { tool: 'process' })).not.toHaveProperty('warning')
  })
})

describe('a load generator that prints none of its results', () => {
  it.each([
    [
      'wrk',
      'print its results on the standard output, or write them to a file and set results to FILE; pattern says where they are in a form that is not read',
    ],
    ['k6', 'run it with --out json=FILE and set results to FILE'],
  ])('is refused: %s', (name, instead) => {
    for (const candidate of [
      [`/opt/${name}`, '-d', '1'],
      ['bash', '-c', `/opt/${name} -d 1 > /dev/null`],
    ]) {
      const commands = { candidate }
      expect(() => chosen({}, { commands })).toThrow(
        `run 1 started ${name}, which measures for itself, and printed nothing of it that stable-bench can read: ${instead}${OR_PROCESSES}`,
      )
      expect(chosen({}, { commands, tool: 'process' })).toMatchObject({ format: null })
    }
  })
})

describe('a run that ended well, and printed that something failed', () => {
  const trace = "Error: Cannot find module './lib'\n    at Module._load\n\nNode.js v24.1.0\n"

  it.each([
    ['on the standard error', { stderr: trace }],
    ['on the standard output', { stdout: `start\n${trace}` }],
  ])('is refused %s', (_, printed) => {
    expect(() => chosen(printed)).toThrow(
      "run 1 ended well, and printed 'Error: Cannot find module './lib'': what it starts failed, and the command hides that",
    )
    expect(chosen(printed, { tool: 'process' })).toMatchObject({ format: null })
  })

  it('counts where it printed results all the same, with a note that there may have been more', () => {
    const found = run({ alone: true, stdout: SAMPLES, stderr: trace })
    const { samples, warnings } = parseRun(found, chooseParser(found, asked()), null)
    expect(samples.map(({ name }) => name)).toEqual(['a'])
    expect(warnings).toEqual([
      {
        code: 'hidden-failure',
        message:
          'a run ended well, and printed on its standard error that something failed: what that would have printed is in no row; let it fail, in bash with set -o pipefail',
      },
    ])
  })
})

describe('a program that starts only what is not done yet', () => {
  it.each([
    ['make', 'make --silent bench'],
    ['make', 'cd lib && make -sC build bench'],
    ['gmake', 'gmake -ks'],
    ['gradlew', './gradlew jmh -q'],
    ['ninja', 'ninja --quiet bench'],
    ['task', 'task --silent bench'],
  ])('is refused where it is to be quiet, and nothing shows what it ran: %s', (name, candidate) => {
    const commands = { candidate }
    expect(() => chosen({}, { commands })).toThrow(
      `${name} printed nothing in run 1, and is told to be quiet where there is nothing to do: leave that flag out to see what it starts${OR_PROCESSES}`,
    )
    expect(chosen({ stdout: SAMPLES }, { commands })).toMatchObject({ name: 'samples' })
    expect(chosen({}, { commands, tool: 'process' })).toMatchObject({ format: null })
  })

  it.each([
    'make bench',
    'make -C sources bench',
    'make -j4 -f rules.mk',
    './quick --silent',
    'npm run --silent bench',
    'make -s && ./bench',
    'cd build && ninja --quiet && ./bench',
    'cargo bench --no-run -q && ./bench',
    'task bench -- -s 3',
  ])('is timed where it would say so, or starts all anew: %s', candidate => {
    expect(chosen({}, { commands: { candidate } })).toMatchObject({ name: 'process' })
  })
})

it('a task that was up to date says nothing of results that another one printed', () => {
  const request = asked({ commands: { candidate: 'task bench' } }) as MeasureRequest
  const stderr = 'task: Task "build" is up to date\n'
  expect(() => assertRan(run({ alone: true, stdout: SAMPLES, stderr }), request)).not.toThrow()
  expect(() => assertRan(run({ alone: true, stderr }), request)).toThrow(
    /run 1 ran no benchmark: Task printed/,
  )
  expect(() => assertRan(run({ alone: true, stderr }), { ...request, tool: 'process' })).not.toThrow()
})

describe('cargo bench that prints nothing', () => {
  it.each<string | string[]>([
    ['cargo', 'bench', '--quiet', '--', 'nothing'],
    'cd parse && cargo +nightly bench --no-run',
  ])('has run no benchmark: %s', candidate => {
    const commands = { candidate }
    expect(() => chosen({}, { commands })).toThrow(
      `cargo bench printed nothing in run 1, so no benchmark ran: give it a filter that matches one, and no --no-run${OR_PROCESSES}`,
    )
    expect(chosen({}, { commands, tool: 'process' })).toMatchObject({ format: null })
  })

  it('is no other command of cargo', () => {
    const commands = { candidate: 'cargo run --release --quiet --bin bench' }
    expect(chosen({}, { commands })).toEqual({ name: 'process', side: 'candidate', format: null })
  })
})

describe('the results of two tools in one output', () => {
  it('are refused with the names of both, and read with the tool that is named', () => {
    const both = run({ alone: true, stdout: GO + GOOGLE })
    expect(() => chooseParser(both, asked())).toThrow(
      "looks like the output of Google Benchmark --benchmark_format=json and of go test -bench, which stable-bench cannot use as it is: set 'tool: google-benchmark' or 'tool: go' to read the results of that one and leave out the others",
    )
    const { samples } = parseRun(both, chooseParser(both, asked({ tool: 'go' })), null)
    expect(samples.map(({ name }) => name)).toEqual(['a.BenchmarkA'])
  })

  it('are refused in two results files', () => {
    const files = { '1.txt': GO, '2.txt': GOOGLE }
    expect(() => chosen({ files }, { results: '*.txt' })).toThrow(
      '1.txt of run 1 is of go test -bench, and 2.txt of run 1 of Google Benchmark --benchmark_format=json; ' +
        'set results to the files of one tool, or measure them as two suites',
    )
  })
})

/** What JMH 1.37 prints: a benchmark that runs, one that throws in each thread, and one that ends its JVM. */
const JMH_STDOUT = `# JMH version: 1.37
# Threads: 1 thread, will synchronize iterations
# Benchmark: demo.Words.rev
# Parameters: (n = 10, order = a, b)

# Warmup Iteration   1: 26.1 us/op
Iteration   1: 24.8 us/op

# JMH version: 1.37
# Threads: 2 threads, will synchronize iterations
# Benchmark: demo.Words.rev
# Parameters: (order = a, b, n = 300)

# Warmup Iteration   1: <failure>

java.lang.IllegalStateException: too long
\tat demo.Words.rev(Words.java:4)

java.lang.IllegalStateException: More threads than expected

# JMH version: 1.37
# Threads: 1 thread, will synchronize iterations
# Benchmark: demo.Sum.sum

# Warmup Iteration   1: <failure: VM prematurely exited before JMH had finished with it, explicit System.exit was called?>
<forked VM failed with exit code 3>
`

it('a benchmark that JMH leaves out of its file is a failure, by the name that it has in the file elsewhere', () => {
  const failed = run({
    alone: true,
    stdout: JMH_STDOUT,
    files: {
      'out.json':
        '[{"jmhVersion":"1.37","benchmark":"demo.Words.rev","mode":"avgt","threads":1,"params":{"n":"10","order":"a, b"},' +
        '"primaryMetric":{"score":24.8,"scoreUnit":"us/op","rawData":[[24.8]]}}]',
    },
  })
  const asJmh = asked({ results: 'out.json' })
  const { samples, failures } = parseRun(failed, chooseParser(failed, asJmh), null)
  expect(samples.map(({ name }) => name)).toEqual(['demo.Words.rev (n=10, order=a, b)'])
  expect(failures).toEqual([
    {
      name: 'demo.Words.rev (n=300, order=a, b, threads=2)',
      reason: 'java.lang.IllegalStateException: too long',
      quotes: true,
    },
    {
      name: 'demo.Sum.sum',
      reason: 'VM prematurely exited before JMH had finished with it, explicit System.exit was called?',
      quotes: true,
    },
  ])
})

it.each<[string, Printed]>([
  ['silence', {}],
  ['empty lines', { stdout: '\n \n' }],
  ['words on the standard error', { stderr: 'progress\n' }],
])('%s is timed without a word', (_, printed) => {
  expect(chosen(printed)).toEqual({ name: 'process', side: 'candidate', format: null })
})

it('other output is warned of as the first run alone decides', () => {
  const silent = chosen({})
  expect(chosen({ stdout: 'done\n' })).toMatchObject({ warning: { code: 'output-not-recognised' } })
  expect(parserAfter(run({ alone: true, number: 1, stdout: WRK }), silent, asked())).toBe(silent)
})

describe('sides of which only one prints results', () => {
  const joining = (first: Parser, later: Printed) => () => parserAfter(run(later), first, asked())

  it.each([
    ['the baseline', 'candidate', 'baseline'],
    ['the candidate', 'baseline', 'candidate'],
  ] as const)('are refused where %s prints none, whichever runs first', (_, printing, silent) => {
    const message =
      `the first run of the ${printing} printed results (samples), and the first run of the ${silent} printed none; ` +
      'let both print one format'
    const [prints, hello] = [
      { side: printing, stdout: SAMPLES },
      { side: silent, stdout: 'hello\n' },
    ]
    expect(joining(chooseParser(run(prints), asked()), hello)).toThrow(message)
    expect(joining(chooseParser(run(hello), asked()), prints)).toThrow(message)
  })
})
