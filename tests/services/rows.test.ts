import { describe, expect, it } from '@jest/globals'
import type { Parsed, ParsedSample } from '../../src/formats/format.ts'
import type { RunEvidence } from '../../src/model/index.ts'
import { askedRate, rateNotReached, saturatedGenerator } from '../../src/services/doubts.ts'
import { serviceRows } from '../../src/services/rows.ts'

const evidence = (rest: Partial<RunEvidence> = {}): RunEvidence => ({
  ...{ startedAt: '2026-11-27T00:00:00Z', wallTime: 2e9, userTime: 6e8, systemTime: 4e8, peakMemory: 5e7 },
  ...{ voluntarySwitches: 300, involuntarySwitches: 100, minorFaults: 2000, majorFaults: 0 },
  ...rest,
})

const time = (name: string, metric: string, values: number[]): ParsedSample => ({
  ...{ name, metric, unit: 'ms', better: 'lower' },
  runs: [values],
})

const parsed = (samples: ParsedSample[], requests?: number): Parsed => ({
  ...{ samples, failures: [], warnings: [] },
  ...(requests !== undefined && { requests }),
})

const texts = ({ samples }: Parsed) =>
  samples.map(({ name, metric, unit, runs }) => `${name} ${metric} ${runs.flat().join(' ')} ${unit}`)

describe('the rows of a service', () => {
  it('are what it used for each request that the load generator counted', () => {
    expect(texts(serviceRows(parsed([], 1000), evidence()))).toEqual([
      'service cpu-time 1000000 ns/request',
      'service peak-memory 50000000 B',
      'service context-switches 0.4 switches/request',
      'service page-faults 2 faults/request',
    ])
  })

  it('are missing where nothing counted the requests, with a warning', () => {
    const rows = serviceRows(parsed([time('latency', 'p50', [1])]), evidence())
    expect(texts(rows)).toEqual(['latency p50 1 ms'])
    expect(rows.warnings.map(({ code }) => code)).toEqual(['requests-not-counted'])
  })

  it('leave one latency, and not near copies of it', () => {
    const all = ['p50', 'mean', 'p90', 'p95', 'p97_5', 'p99'].map((metric, i) =>
      time('latency', metric, [i + 1]),
    )
    expect(texts(serviceRows(parsed(all, 1), evidence())).slice(0, 4)).toEqual([
      'latency p50 1 ms',
      'latency p95 4 ms',
      'latency p99 6 ms',
      'service cpu-time 1000000000 ns/request',
    ])
    const onlyMean = serviceRows(parsed([time('latency', 'mean', [3])], 1), evidence())
    expect(texts(onlyMean)[0]).toBe('latency mean 3 ms')
    // autocannon has whole milliseconds for percentiles, and the mean first.
    const rounded = ['mean', 'p50', 'p90', 'p97_5', 'p99'].map((metric, i) => time('latency', metric, [i]))
    expect(texts(serviceRows(parsed(rounded, 1), evidence())).slice(0, 2)).toEqual([
      'latency mean 0 ms',
      'latency p99 4 ms',
    ])
  })

  it('are the percentiles of requests that stand one by one', () => {
    const requests = Array.from({ length: 200 }, (_, i) => 200 - i)
    const rows = serviceRows(
      parsed(
        [time('GET /', 'http_req_duration', requests), time('GET /', 'http_req_waiting', requests)],
        200,
      ),
      evidence(),
    )
    expect(texts(rows).slice(0, 3)).toEqual(['GET / p50 101 ms', 'GET / p95 190 ms', 'GET / p99 198 ms'])
    expect(rows.samples.filter(({ name }) => name === 'GET /')).toHaveLength(3)
  })

  /** A load of 50 requests a second for 6 s, and readings of a service every 0.1 s that used `cost` ns for each request. */
  const timed = (cost: (second: number) => number, since = Number.NEGATIVE_INFINITY) => {
    const ends = Array.from({ length: 300 }, (_, i) => 1000 + 20 * i)
    const readings = Array.from({ length: 61 }, (_, i) => 1000 + 100 * i)
    const course = readings.map(at => ({
      ...{ at, instructions: null },
      cpuTime: ends.filter(end => end > at).reduce((sum, end) => sum + cost((end - 1000) / 1000), 0),
    }))
    const load = { ends, since }
    const all = { ...parsed([time('latency', 'p50', [1])], 300), load }
    return serviceRows(all, evidence({ userTime: course[0]?.cpuTime ?? 0, systemTime: 0 }), course)
  }
  const cpuOf = ({ samples }: Parsed) => samples.find(({ metric }) => metric === 'cpu-time')

  it('leave out what a service uses until it is warm, also where times of requests are steady', () => {
    const cold = cpuOf(timed(second => (second < 2 ? 3e6 : 1e6)))
    expect(cold?.runs[0]?.[0]).toBeCloseTo(1e6, -4)
    expect(cold?.warmUp?.leftOut[0]).toBeGreaterThanOrEqual(1.9)
    expect(cold?.warmUp?.leftOut[0]).toBeLessThan(2.3)
    const warm = cpuOf(timed(() => 1e6))
    expect([warm?.runs[0]?.[0], warm?.warmUp]).toEqual([expect.closeTo(1e6, -5), undefined])
  })

  it('leave out as much at least as is left out of the times of requests, between two readings too', () => {
    const rows = timed(second => (second < 2.05 ? 1e6 : 2e6), 3050)
    expect(cpuOf(rows)?.runs[0]?.[0]).toBeCloseTo(2e6, -5)
    expect(cpuOf(rows)?.warmUp?.leftOut).toEqual([2.05])
    expect(rows.samples.filter(({ warmUp }) => warmUp).map(({ metric }) => metric)).toEqual(['cpu-time'])
  })

  it('are of all requests where a service is never warm, or was not read', () => {
    const falling = cpuOf(timed(second => 4e6 - 5e5 * second))
    expect(falling?.warmUp?.leftOut).toEqual([null])
    const unread = { ...parsed([], 1000), load: { ends: [1, 2], since: 1.5 } }
    expect(texts(serviceRows(unread, evidence()))[0]).toBe('service cpu-time 1000000 ns/request')
  })

  it('leave out the iterations of k6 where its requests have rows', () => {
    const rate = (name: string): ParsedSample => ({
      ...time(name, 'rate', [3]),
      unit: 'x/s',
      better: 'higher',
    })
    const iterations = [
      time('iteration_duration (scenario=a)', 'iteration_duration', [1]),
      rate('iterations'),
    ]
    const names = (samples: ParsedSample[]) =>
      serviceRows(parsed(samples), evidence()).samples.map(({ name }) => name)
    expect(names([...iterations, rate('http_reqs')])).toEqual(['http_reqs'])
    expect(names(iterations)).toEqual(['iteration_duration (scenario=a)', 'iterations'])
  })
})

describe('a load generator', () => {
  const runs = (share: number, cpus: number) =>
    [0.9, 1, 1.1].map(factor => evidence({ load: { cpuTime: 2e9 * share * cpus * factor } }))

  it('is named where it used most of its CPUs, in the middle one of the runs', () => {
    const said = (share: number, cpus: number, loadCpus: string | null, beside?: RunEvidence[]) =>
      saturatedGenerator(runs(share, cpus), { loadCpus, ...(beside && { beside }) }).map(
        ({ message }) => message,
      )
    expect(said(0.93, 2, '2-3')).toEqual([
      'the load generator used 93 % of its CPUs (2-3): it is the limit, and not the service; give more with load-cpus, or ask for less',
    ])
    expect(saturatedGenerator(runs(0.93, 2), { loadCpus: '2-3' })[0]?.code).toBe('generator-saturated')
    expect(said(0.75, 2, '2-3')).toEqual([])
    expect(said(0.99, 1, null)).toEqual([])
    expect(saturatedGenerator([evidence()], { loadCpus: '2' })).toEqual([])
    // In a duet the load of the other version has the same CPUs.
    expect(said(0.45, 2, '2-3', runs(0.1, 2))).toEqual([])
    expect(said(0.45, 2, '2-3', runs(0.45, 2))).toEqual([
      'the load generators of both versions used 90 % of their CPUs (2-3): they are the limit, and not the service; give more with load-cpus, or ask for less',
    ])
  })

  it.each([
    ['wrk2 -t2 -R 500 -d5s http://x', 500],
    ['wrk -R500 http://x', 500],
    ['echo GET http://x | ./vegeta attack -rate 200 -duration 2s | ./vegeta report -type json', 200],
    ['vegeta attack -rate=50/1s -duration 2s', 50],
    ['vegeta attack -rate=50/1m -duration 2s', null],
    ['oha -q 100 --latency-correction http://x', 100],
    ['npx autocannon -c 4 -R 300 http://x', 300],
    ['ghz --rps 40 localhost:1', 40],
    ['wrk -t2 -c4 http://x', null],
    ['./load.sh -R 500', null],
  ])('is asked for a rate: %s', (command, rate) => {
    expect(askedRate(command)).toBe(rate)
  })

  it('is named where it made fewer requests than it was asked for, failed ones included', () => {
    const sample = (metric: string, values: number[]) => ({
      ...{ name: 'requests', metric, unit: '', better: 'higher' as const },
      runs: values.map(value => [value]),
    })
    const of = (rate: number, failed: number) => ({
      benchmarks: [
        sample('successful-rate', [rate, rate, rate]),
        sample('failed-share', [failed, failed, failed]),
      ],
    })
    expect(rateNotReached(of(420, 0), 'wrk2 -R 500 http://x').map(({ message }) => message)).toEqual([
      'the load asked for 500 requests/s and made 420: service or load generator is the limit, so times of requests hold their waiting; ' +
        'ask for less than the slower side can serve',
    ])
    expect(rateNotReached(of(250, 50), 'wrk2 -R 500 http://x')).toEqual([])
    expect(rateNotReached(of(0, 100), 'wrk2 -R 500 http://x')).toEqual([])
    expect(rateNotReached(of(490, 0), 'wrk2 -R 500 http://x')).toEqual([])
    expect(rateNotReached(of(1, 0), 'wrk http://x')).toEqual([])
  })
})
