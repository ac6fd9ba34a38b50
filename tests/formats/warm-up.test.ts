// What is left out of the beginning of a run, by every reader that knows the order or the time of what was measured.
import { describe, expect, it } from '@jest/globals'
import { formatNamed } from '../../src/formats/index.ts'
import { parseOutput, textOutput } from '../../src/formats/output.ts'
import { groupRuns } from '../../src/formats/runs/group-runs.ts'

const read = (format: string, text: string) => parseOutput(textOutput(text, 'out'), formatNamed(format))

/** Times of 300 requests, 10 ms apart: 20 ms for the first second, then 10 ms, each a little off. */
const requests = Array.from({ length: 300 }, (_, i) => ({
  start: Date.UTC(2026, 0, 1) + 10 * i,
  took: (i < 100 ? 20 : 10) + ((i * 7) % 10) / 20,
}))
const line = (entry: object) => `${JSON.stringify(entry)}\n`
const date = (time: number) => new Date(time).toISOString()

const k6 = [
  line({ metric: 'http_req_duration', type: 'Metric', data: { type: 'trend', contains: 'time' } }),
  ...requests.map(({ start, took }) => {
    const point = (metric: string, value: number) =>
      line({
        metric,
        type: 'Point',
        data: { time: date(start + Math.round(took)), value, tags: { name: 'x', method: 'GET' } },
      })
    return `${point('http_reqs', 1)}${point('http_req_failed', 0)}${point('http_req_duration', took)}`
  }),
].join('')
const vegeta = requests
  .map(({ start, took }, seq) =>
    line({
      ...{ attack: '', seq, code: 200, timestamp: date(start), latency: took * 1e6, bytes_out: 0 },
      ...{ error: '', method: 'GET', url: 'http://127.0.0.1:8080/x' },
    }),
  )
  .join('')
const jmeter = `timeStamp,elapsed,label,responseCode,success\n${requests
  .map(({ start, took }) => `${start},${took},x,200,true\n`)
  .join('')}`

describe.each([
  ['k6', k6],
  ['vegeta', vegeta],
  ['jmeter', jmeter],
])('requests of %s', (format, text) => {
  it('count from where their times are steady, and so does their rate', () => {
    const { samples, load } = read(format, text)
    const [latency] = samples
    const left = latency?.warmUp?.leftOut[0] ?? 0
    expect(latency?.warmUp?.unit).toBe('s')
    expect(left).toBeGreaterThanOrEqual(0.98)
    expect(left).toBeLessThan(1.3)
    // The last slow ones end after the first fast ones.
    expect(latency?.runs[0]?.filter(took => took > 11).length).toBeLessThan(3)
    const { ends = [], since = 0 } = load ?? {}
    expect(ends).toHaveLength(300)
    expect(ends.filter(end => end >= since).length).toBe(latency?.runs[0]?.length)
    expect(since - (requests[0]?.start ?? 0)).toBeCloseTo(1000 * left + 20, -2)
    const rate = samples.find(({ metric }) => metric === 'successful-rate')
    expect(rate?.runs[0]?.[0]).toBeGreaterThan(97)
    expect(rate?.runs[0]?.[0]).toBeLessThan(103)
    expect(rate?.warmUp).toEqual(latency?.warmUp)
    // A warm-up that fails is a failure.
    expect(samples.find(({ metric }) => metric === 'failed-share')?.warmUp).toBeUndefined()
  })
})

it('keeps what is only asked for at the beginning', () => {
  const login = line({
    ...{ metric: 'http_req_duration', type: 'Point' },
    data: { time: date(requests[0]?.start ?? 0), value: 90, tags: { name: 'login', method: 'POST' } },
  })
  const { samples } = read('k6', k6.replace('\n', `\n${login}`))
  expect(samples.find(({ name }) => name === 'POST login')?.runs).toEqual([[90]])
})

/** A load of Locust by the second: what it answers in each one, of `/cart` and in all. */
function locustHistory(seconds: { requests: number; took: number; failed?: number }[]): string {
  const header =
    'Timestamp,User Count,Type,Name,Requests/s,Failures/s,50%,95%,99%,Total Request Count,Total Failure Count,' +
    'Total Median Response Time,Total Average Response Time,Total Min Response Time,Total Max Response Time,Total Average Content Size'
  let [count, failures, time] = [0, 0, 0]
  const rows = seconds.flatMap(({ requests, took, failed = 0 }, i) => {
    count += requests
    failures += failed
    time += requests * took
    const figures = `5.0,0.0,9,9,9,${count},${failures},9,${count === 0 ? 0 : time / count},1,99,2.0`
    return [`GET,/cart`, ',Aggregated'].map(name => `${1_700_000_000 + i},2,${name},${figures}`)
  })
  return `${[header, ...rows].join('\n')}\n`
}

describe('seconds of Locust', () => {
  const nothing = { requests: 0, took: 0 }
  const warm = Array.from({ length: 30 }, (_, i) => ({ requests: 50, took: 10 + ((i * 7) % 10) / 20 }))
  const cold = Array.from({ length: 8 }, () => ({ requests: 20, took: 30, failed: 1 }))
  const rowsOf = (text: string) =>
    read('locust', text).samples.map(({ name, metric, runs, warmUp }) => [
      ...[name, metric, runs[0]?.[0]],
      warmUp?.leftOut[0],
    ])

  it('count from where their times are steady, and failures from the first one on', () => {
    const [latency, rate, failed] = rowsOf(locustHistory([nothing, ...cold, ...warm]))
    const left = Number(latency?.[3])
    expect(left).toBeGreaterThanOrEqual(8)
    expect(left).toBeLessThan(11)
    expect(latency?.slice(0, 3)).toEqual(['GET /cart: latency', 'mean', expect.closeTo(10.225, 1)])
    expect(rate).toEqual([
      'GET /cart: requests',
      'successful-rate',
      expect.closeTo(50 * (1 - 8 / 1660), 6),
      left,
    ])
    expect(failed).toEqual([
      'GET /cart: failed-requests',
      'failed-share',
      expect.closeTo(800 / 1660, 6),
      undefined,
    ])
  })

  it('all count where they are steady, also where only the sum has rows', () => {
    const text = locustHistory([nothing, ...warm])
    const [latency, rate] = rowsOf(text)
    expect(latency).toEqual(['GET /cart: latency', 'mean', expect.closeTo(10.225, 6), undefined])
    expect(rate?.[2]).toBeCloseTo(50, 6)
    const sum = rowsOf(text.replace(/^.*\/cart.*\n/gm, ''))
    expect(sum[0]).toEqual(['latency', 'mean', expect.closeTo(10.225, 6), undefined])
  })

  it('are refused where they broke off', () => {
    const text = locustHistory(warm)
    const cut = text.slice(0, text.lastIndexOf('1700'))
    expect(() => rowsOf(cut)).toThrow(/out: looks truncated: its last row is missing; run it with --csv NAME/)
  })
})

describe('iterations', () => {
  const slow = (count: number, all: number, level = 10) =>
    Array.from({ length: all }, (_, i) => (i < count ? 2 * level : level) + ((i * 7) % 10) / 50)
  const jmh = (mode: string, unit: string, forks: number[][]) =>
    JSON.stringify([
      { jmhVersion: '1.37', benchmark: 'a.B.c', mode, primaryMetric: { scoreUnit: unit, rawData: forks } },
    ])

  it('of JMH count in each fork from where they are steady', () => {
    const [sample] = read('jmh', jmh('avgt', 'ns/op', [slow(6, 40), slow(0, 40)])).samples
    expect(sample?.warmUp).toEqual({ unit: 'measurements', leftOut: [6, 0] })
    expect(sample?.runs.map(run => run.length)).toEqual([34, 40])
  })

  it('of JMH that get faster are a throughput that begins too low', () => {
    const rates = slow(6, 40).map(value => 1000 / value)
    const [sample] = read('jmh', jmh('thrpt', 'ops/s', [rates])).samples
    expect(sample?.warmUp?.leftOut).toEqual([6])
  })

  it('of pyperf, criterion and BenchmarkDotNet count from there, too', () => {
    const [byPyperf] = read(
      'pyperf',
      JSON.stringify({
        ...{ perf_version: '2', version: '1.0', metadata: { name: 'a', unit: 'second' } },
        benchmarks: [{ runs: [{ values: slow(5, 30) }] }],
      }),
    ).samples
    expect(byPyperf?.warmUp?.leftOut).toEqual([5])
    const times = slow(8, 100)
    const message = line({
      ...{ reason: 'benchmark-complete', id: 'a', unit: 'ns' },
      ...{ measured_values: times, iteration_count: times.map(() => 1) },
    })
    expect(read('cargo-criterion', message).samples[0]?.warmUp?.leftOut).toEqual([8])
    const dotnet = read(
      'benchmark-dotnet',
      JSON.stringify({
        HostEnvironmentInfo: {},
        Benchmarks: [
          {
            FullName: 'a',
            Statistics: {},
            Measurements: slow(4, 25).map(Nanoseconds => ({
              ...{
                IterationMode: 'Workload',
                IterationStage: 'Result',
                LaunchIndex: 1,
                Nanoseconds,
                Operations: 1,
              },
            })),
          },
        ],
      }),
    )
    expect(dotnet.samples[0]?.warmUp?.leftOut).toEqual([4])
  })

  it('that never get steady all count, and that is written down', () => {
    const falling = Array.from({ length: 60 }, (_, i) => 20 - i / 6 + ((i * 7) % 10) / 50)
    const [sample] = read('jmh', jmh('avgt', 'ns/op', [falling])).samples
    expect(sample?.warmUp?.leftOut).toEqual([null])
    expect(sample?.runs[0]).toHaveLength(60)
  })

  it('of several runs are written down for each', () => {
    const [sample] = groupRuns([
      read('jmh', jmh('avgt', 'ns/op', [slow(0, 40)])),
      read('jmh', jmh('avgt', 'ns/op', [slow(6, 40)])),
    ]).samples
    expect(sample?.warmUp).toEqual({ unit: 'measurements', leftOut: [0, 6] })
  })
})
