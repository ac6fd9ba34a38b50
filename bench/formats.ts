// Measures the CPU time that the command line takes to read large outputs of tools, and how much memory:
// `npm run bench:formats [-- MEGABYTES]`. The files are made in a temporary directory, in the shape that the tools
// write. Prints a table, and with the usual size writes it into docs/formats/README.md.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withRegion } from './page-region.ts'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const repeats = 3

type Goal = { seconds: number; megabytes: number }
type Case = { name: string; bytes: number; goal: Goal; pieces: (bytes: number) => Generator<string> }

/** The same numbers in every run. */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const MACHINE = {
  node: 'host',
  processor: '',
  machine: 'x86_64',
  python_version: '3.11.7',
  system: 'Linux',
  cpu: {},
}

/** Indented by four, as pytest-benchmark writes it: most of the file is white space. */
function* pytest(bytes: number): Generator<string> {
  const random = randomNumbers()
  yield `{\n    "machine_info": ${JSON.stringify(MACHINE)},\n    "commit_info": {},\n    "benchmarks": [`
  const rounds = 20_000
  for (let written = 0, i = 0; written < bytes; i++) {
    const data = Array.from(
      { length: rounds },
      () => `\n                    ${(1e-5 * (1 + random())).toPrecision(17)}`,
    )
    const name = `test_work[${i}]`
    const stats = `"stats": {\n                "min": 1e-05,\n                "data": [${data.join(',')}\n                ],\n                "rounds": ${rounds}\n            }`
    const text = `${i === 0 ? '' : ','}\n        {\n            "name": "${name}",\n            "fullname": "test_work.py::${name}",\n            ${stats}\n        }`
    written += text.length
    yield text
  }
  yield '\n    ],\n    "datetime": "2026-11-20T03:00:00+00:00",\n    "version": "5.2.3"\n}\n'
}

function googleRow(i: number, repetition: number, random: () => number): string {
  const time = 100 * (1 + random())
  const row = {
    name: `BM_Work/${i}`,
    family_index: i,
    per_family_instance_index: 0,
    run_name: `BM_Work/${i}`,
    run_type: 'iteration',
    repetitions: 20,
    repetition_index: repetition,
    threads: 1,
    iterations: 6_842_105,
    real_time: time,
    cpu_time: time * 0.99,
    time_unit: 'ns',
    bytes_per_second: 1e9 / time,
  }
  return JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')
}

/** `repetitions` of each benchmark, as many benchmarks as make `bytes`. */
const google = (repetitions: number) =>
  function* rows(bytes: number): Generator<string> {
    const random = randomNumbers()
    yield '{\n  "context": {\n    "num_cpus": 2,\n    "library_build_type": "release"\n  },\n  "benchmarks": ['
    for (let written = 0, i = 0; written < bytes; i++) {
      for (let repetition = 0; repetition < repetitions; repetition++) {
        const text = `${written === 0 ? '' : ','}\n    ${googleRow(i, repetition, random)}`
        written += text.length
        yield text
      }
    }
    yield '\n  ]\n}\n'
  }

const TRENDS = ['duration', 'blocked', 'connecting', 'tls_handshaking', 'sending', 'waiting', 'receiving']

/** The output of `--out json` for requests to twenty addresses: eight lines each. */
function* k6(bytes: number): Generator<string> {
  const random = randomNumbers()
  const declare = (metric: string, type: string, contains: string) =>
    `${JSON.stringify({ type: 'Metric', data: { name: metric, type, contains, thresholds: [], submetrics: null }, metric })}\n`
  yield declare('http_reqs', 'counter', 'default')
  for (const trend of TRENDS) yield declare(`http_req_${trend}`, 'trend', 'time')
  for (let written = 0, i = 0; written < bytes; i++) {
    const url = `https://shop.example/cart/${i % 20}`
    const from = { expected_response: 'true', group: '', method: 'GET', name: url, proto: 'HTTP/1.1' }
    const tags = { ...from, scenario: 'default', status: '200', url }
    const time = '2026-11-23T14:27:37.161632926Z'
    const line = (metric: string, value: number) =>
      `${JSON.stringify({ metric, type: 'Point', data: { time, value, tags } })}\n`
    const lines = TRENDS.map(trend => line(`http_req_${trend}`, Number((10 * random()).toFixed(6))))
    const text = line('http_reqs', 1) + lines.join('')
    written += text.length
    yield text
  }
}

/** Lines of `go test -bench . -benchmem`, appended to one file run by run: 20,000 benchmarks of one package. */
function* go(bytes: number): Generator<string> {
  const random = randomNumbers()
  const cell = (value: number | string, unit: string) => `\t${String(value).padStart(10)} ${unit}`
  for (let written = 0; written < bytes; ) {
    yield 'goos: linux\ngoarch: amd64\npkg: example.org/store\n'
    for (let i = 0; i < 20_000 && written < bytes; i++) {
      const values = `${cell((120 * (1 + random())).toFixed(1), 'ns/op')}${cell(i % 64, 'B/op')}${cell(i % 5, 'allocs/op')}`
      const line = `BenchmarkLookup/size-${i}-8         \t${String(10_000_000 + i).padStart(8)}${values}\n`
      written += line.length
      yield line
    }
    yield 'PASS\nok  \texample.org/store\t12.3s\n'
  }
}

const USUAL = 100
const size = Number(process.argv[2] ?? USUAL) * 1e6
const large = { seconds: 3, megabytes: 300 }
/** A row of a file with one repetition has some 440 bytes. */
const tenThousand = 10_000 * googleRow(9999, 0, randomNumbers()).length

const cases: Case[] = [
  { name: 'pytest-benchmark', bytes: size, goal: large, pieces: pytest },
  { name: 'k6 points', bytes: size, goal: large, pieces: k6 },
  { name: 'Google Benchmark, 20 repetitions', bytes: size, goal: large, pieces: google(20) },
  {
    name: 'Google Benchmark, 10,000 benchmarks',
    bytes: tenThousand,
    goal: { seconds: 1, megabytes: 300 },
    pieces: google(1),
  },
  { name: 'Go text', bytes: 0.4 * size, goal: { seconds: 2, megabytes: 600 }, pieces: go },
]

function write(path: string, { bytes, pieces }: Case): void {
  const file = openSync(path, 'w')
  for (const piece of pieces(bytes)) writeSync(file, piece)
  closeSync(file)
}

/** The child reports its own time and memory: Node has no rusage of children. */
const report = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  process.stderr.write('took ' + maxRSS + ' ' + (userCPUTime + systemCPUTime) + '\\n')
})`

/**
 * The least of some runs, in seconds of CPU time: the time that passes says more of other work on the machine.
 */
function read(directory: string, file: string): Goal {
  const preload = join(directory, 'peak.mjs')
  writeFileSync(preload, report)
  const runs = Array.from({ length: repeats }, () => {
    const args = ['--import', preload, cli, 'export', '--out', '/dev/null', file]
    const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`exit code ${status}: ${stderr.slice(0, 2000)}`)
    const [, kilobytes, microseconds] = /^took (\d+) (\d+)$/m.exec(stderr) ?? []
    return { seconds: Number(microseconds) / 1e6, megabytes: Number(kilobytes) / 1000 }
  })
  const least = (field: keyof Goal) => Math.min(...runs.map(run => run[field]))
  return { seconds: least('seconds'), megabytes: least('megabytes') }
}

const seconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} s`
const megabytes = (value: number) => `${value.toFixed(0)} MB`

/** A line of the table. */
function rowOf(directory: string, each: Case): string {
  const path = join(directory, 'results.json')
  write(path, each)
  const took = read(directory, path)
  const cells = [
    `${each.name}, ${megabytes(statSync(path).size / 1e6)}`,
    seconds(took.seconds),
    seconds(each.goal.seconds),
    megabytes(took.megabytes),
    megabytes(each.goal.megabytes),
  ]
  return `| ${cells.join(' | ')} |`
}

const load = (loadavg()[0] ?? 0).toFixed(1)
const directory = mkdtempSync(join(tmpdir(), 'stable-bench-formats-'))
try {
  const text = `Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model ?? 'unknown'}), load ${load} before it began:

| | CPU time | limit | memory | limit |
| --- | ---: | ---: | ---: | ---: |
${cases.map(each => rowOf(directory, each)).join('\n')}
`
  process.stdout.write(text)
  if (size === USUAL * 1e6) {
    const page = fileURLToPath(new URL('../docs/formats/README.md', import.meta.url))
    writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'costs', text))
  }
} finally {
  rmSync(directory, { recursive: true })
}
