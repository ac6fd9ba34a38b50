// Load generators and tables: failures count, units are right, and what broke off or is damaged is refused.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { ownNames } from '../../../src/formats/tell-apart.ts'
import { type Fixture, fixtures } from '../fixtures.ts'
import { refusal } from '../refusal.ts'

const textOf = (format: string, file: string) =>
  (fixtures.find(each => each.format === format && each.file === file) as Fixture).text
const parsed = (format: string, text: string) =>
  checkSamples(ownNames(formatNamed(format).parse(text, 'out'), { name: format }), 'out')
const rowsOf = (format: string, text: string) =>
  parsed(format, text).samples.map(
    ({ name, metric, unit, better, runs }) =>
      `${name} (${metric}): ${runs.flat().map(value => Number(value.toPrecision(4)))} ${unit} ${better}`,
  )

const WRK = textOf('wrk', 'wrk-latency-busy.txt')
const HEY = textOf('hey', 'hey-busy.txt')
const AUTOCANNON = textOf('autocannon', 'autocannon-busy.json')
const REDIS = textOf('redis-benchmark', 'redis-benchmark.csv')
const YCSB = textOf('ycsb', 'hand-ycsb.txt')
const JETPACK = textOf('jetpack-benchmark', 'hand-benchmarkData.json')
const JTL = textOf('jmeter', 'hand-results.jtl')

const loads = fixtures.filter(({ expected }) => /^(?:.*: )?failed-requests$/m.test(expected))

it.each(loads)('counts the requests of $format/$file: a service is judged by its CPU time for each', load => {
  expect(formatNamed(load.format).parse(load.text, load.file).requests).toBeGreaterThan(0)
})

describe('what failed', () => {
  it.each([
    ['wrk', WRK, 33.33],
    ['hey', HEY, 33.33],
    ['ab', textOf('ab', 'ab-busy.txt'), 33.33],
    ['h2load', textOf('h2load', 'h2load-busy.txt'), 33.33],
    ['vegeta', textOf('vegeta', 'vegeta-busy.json'), 33.33],
    ['bombardier', textOf('bombardier', 'bombardier-busy.json'), 33.33],
    ['autocannon', AUTOCANNON, 33.33],
    ['artillery', textOf('artillery', 'artillery-2.0.34.json'), 15],
  ])('is a share that %s shows, and no part of the rate', (format, text, share) => {
    expect(rowsOf(format, text)).toContain(`failed-requests (failed-share): ${share} % lower`)
    const { samples } = parsed(format, text)
    expect(samples.find(({ name }) => name === 'requests')).toMatchObject({
      metric: 'successful-rate',
      better: 'higher',
    })
  })

  it('is all there is where no request succeeded: no time counts', () => {
    const { samples, failures } = parsed('hey', textOf('hey', 'hey-broken.txt'))
    expect(failures).toEqual([{ name: 'latency', reason: 'all requests failed' }])
    expect(samples.map(({ name, runs }) => [name, runs])).toEqual([
      ['requests', [[0]]],
      ['failed-requests', [[100]]],
    ])
  })

  it('counts connections that broke', () => {
    const errors = '  Socket errors: connect 1, read 2, write 3, timeout 4\n'
    expect(rowsOf('wrk', WRK.replace(/^ +Non-2xx.*\n/m, errors))).toContain(
      'failed-requests (failed-share): 0.2195 % lower',
    )
    const refused = HEY.replace(
      /(\[503\].*\n)/,
      '$1\nError distribution:\n  [10]\tGet "http://127.0.0.1:1": connection refused\n',
    )
    expect(rowsOf('hey', refused)).toContain('failed-requests (failed-share): 40 % lower')
    expect(rowsOf('autocannon', AUTOCANNON.replace('"errors":0', '"errors":30'))).toContain(
      'failed-requests (failed-share): 50 % lower',
    )
    const vegeta = textOf('vegeta', 'vegeta.txt').replace('200:100', '0:20  200:60  503:20')
    expect(rowsOf('vegeta', vegeta)).toContain('failed-requests (failed-share): 40 % lower')
  })

  it('leaves out requests that the end of a run of oha cut off', () => {
    const oha = textOf('oha', 'hand-oha.json').replace('"503": 822', '"503": 0')
    expect(rowsOf('oha', oha)).toContain('failed-requests (failed-share): 0 % lower')
  })

  it('is all there is where tools print NaN for the times of a server that is down', () => {
    const down = HEY.replace(/(Average:\s+)\S+/, '$1NaN').replace(/^ +\[200\].*\n/m, '')
    expect(parsed('hey', down).failures).toEqual([{ name: 'latency', reason: 'all requests failed' }])
  })

  it('is nothing where no request was answered: neither 0 of 0, nor the 0 that wrk has for times then', () => {
    const silent = `Running 2s test @ http://127.0.0.1:80/
  1 threads and 1 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     0.00us    0.00us   0.00us    -nan%
    Req/Sec     0.00      0.00     0.00      -nan%
  0 requests in 2.00s, 0.00B read
Requests/sec:      0.00
Transfer/sec:       0.00B
`
    const { samples, failures } = parsed('wrk', silent)
    const reason = 'no requests were answered'
    expect(failures).toMatchObject([
      { name: 'latency', reason },
      { name: 'failed-requests', reason },
    ])
    expect(samples.map(({ name, runs }) => [name, runs])).toEqual([['requests', [[0]]]])
  })

  it('keeps times of failed requests out of those of JMeter', () => {
    expect(rowsOf('jmeter', JTL)).toContain('Cart: latency (time): 14000000 ns lower')
  })
})

it('counts the requests of vegeta that were answered, not those that were sent: a slow server does not change these', () => {
  for (const file of ['vegeta.json', 'vegeta.txt', 'vegeta-busy.json']) {
    const text = textOf('vegeta', file)
    const throughput = /"throughput":([\d.]+)|throughput\] .*, (\S+)\n/.exec(text)
    const rates = parsed('vegeta', text).samples.filter(({ metric }) => metric === 'successful-rate')
    expect(rates.map(({ runs }) => runs)).toEqual([[[Number(throughput?.[1] ?? throughput?.[2])]]])
  }
})

describe('units and directions', () => {
  it.each([
    [
      'wrk',
      WRK,
      [
        'latency (p50): 172000 ns lower',
        'latency (mean): 6220000 ns lower',
        'requests (successful-rate): 2714 requests/s higher',
      ],
    ],
    ['wrk', WRK.replace('6.22ms', '1.50m'), ['latency (mean): 90000000000 ns lower']],
    ['wrk', WRK.replace('  50%  ', '  50.000%  '), ['latency (p50): 172000 ns lower']],
    ['hey', HEY, ['latency (p50): 100000 ns lower']],
    [
      'vegeta',
      textOf('vegeta', 'vegeta.txt'),
      ['latency (p50): 583900 ns lower', 'latency (mean): 1508000 ns lower'],
    ],
    [
      'pgbench',
      textOf('pgbench', 'pgbench.txt'),
      ['latency (mean): 10020000 ns lower', 'transactions (successful-rate): 199.6 transactions/s higher'],
    ],
    [
      'redis-benchmark',
      REDIS,
      ['SET: latency (p50): 823000 ns lower', 'SET: requests (successful-rate): 20830 requests/s higher'],
    ],
    [
      'fio',
      textOf('fio', 'fio.json'),
      ['read/read: latency (mean): 117900 ns lower', 'read/read: bandwidth (rate): 34310000 B/s higher'],
    ],
    ['sysbench', textOf('sysbench', 'sysbench-cpu.txt'), ['events (rate): 1652 events/s higher']],
    [
      'tasty-bench',
      textOf('tasty-bench', 'hand-tasty-bench.csv'),
      ['All.sort.1000 (time): 87400 ns lower', 'All.sort.1000 (peak-memory): 2097000 B lower'],
    ],
    [
      'gas-snapshot',
      textOf('gas-snapshot', 'hand-gas-snapshot.txt'),
      ['CounterTest:test_Increment() (gas): 31300 gas lower'],
    ],
    [
      'lighthouse',
      textOf('lighthouse', 'hand-lighthouse.json'),
      [
        '/shop/ (largest-contentful-paint): 1421000000 ns lower',
        '/shop/ (performance) (score): 0.98  higher',
      ],
    ],
  ])('%s', (format, text, expected) => {
    expect(rowsOf(format, text)).toEqual(expect.arrayContaining(expected))
  })
})

describe('several reports in one output', () => {
  it('are told apart by what was asked, or by their order', () => {
    const rows = rowsOf('wrk', `${textOf('wrk', 'wrk.txt')}${WRK}`)
    expect(rows).toContain('//latency (mean): 2020000 ns lower')
    expect(rows).toContain('/busy/latency (mean): 6220000 ns lower')
    expect(rowsOf('hey', `${HEY}${HEY}`)).toContain('latency #2 (p50): 100000 ns lower')
  })

  const medians = (...files: string[]) =>
    parsed('vegeta', files.map(file => textOf('vegeta', file)).join('\n'))
      .samples.filter(({ metric }) => metric === 'p50')
      .flatMap(({ runs }) => runs.flat())

  it('of a tool with two forms are both read', () => {
    expect(medians('vegeta.txt', 'vegeta-busy.json')).toHaveLength(2)
  })

  it('that are one report in two forms count once, as the exact one says', () => {
    expect(medians('vegeta.txt', 'vegeta.json')).toEqual([583932])
  })
})

describe('damaged output', () => {
  it.each([
    ['wrk', WRK.slice(0, WRK.indexOf('Transfer')), 'looks truncated'],
    ['wrk', 'Running', 'has no report of wrk'],
    ['hey', HEY.replace(/(Average:\s+)\S+/, '$1NaN'), '"NaN" is not a number'],
    ['hey', HEY.replace('10490.5840', '1.049,584'), 'is not a number'],
    [
      'autocannon',
      AUTOCANNON.replace('"mean":1.19', '"mean":"fast"'),
      'latency/mean is "fast", expected a number',
    ],
    ['autocannon', AUTOCANNON.replace('"total":90', '"total":9'), '30 of 9 failed, which cannot be'],
    ['autocannon', '[1]', 'expected an object'],
    ['vegeta', '{"latencies":{},"bytes_in":1,"status_codes":1,"success":1}', 'throughput is missing'],
    ['redis-benchmark', REDIS.replace('"20833.33",', ''), 'has 7 cells, expected 8'],
    ['redis-benchmark', REDIS.trimEnd(), 'and no end'],
    ['redis-benchmark', REDIS.replace('"SET"', '""'), 'has no name'],
    ['redis-benchmark', REDIS.replace('1.520', 'fast'), '"fast" is not a number'],
    [
      'redis-benchmark',
      textOf('redis-benchmark', 'redis-benchmark-q.txt').replace('p50=0.751', 'p99=0.751'),
      'redis-benchmark (SET) has no times in its report',
    ],
    [
      'sysbench',
      textOf('sysbench', 'sysbench-cpu.txt').replace(/^ +events per second.*\n/m, ''),
      'looks truncated',
    ],
    ['locust', textOf('locust', 'locust_stats.csv').replace(/^,Agg.*$/m, ''), 'its last row is missing'],
    ['ycsb', YCSB.replace(/^\[UPDATE\].*\n/gm, ''), 'some operations have no figures'],
    ['ycsb', YCSB.replace(/^\[UPDATE\], Return.*\n/gm, ''), 'UPDATE does not say how its operations ended'],
    ['ycsb', YCSB.replace('850.37\n', 'fast\n'), '"fast" is not a number'],
    ['jetpack-benchmark', JETPACK.replace('"runs": [4, 4, 4]', '"runs": 4'), 'allocationCount has no runs'],
    ['jetpack-benchmark', JETPACK.replace('"parse"', '3'), 'the name is 3'],
    ['jmeter', JTL.replace('text,true', 'text,yes'), "success is 'yes'"],
    ['gas-snapshot', 'A:test_a() (gas: many)\n', 'is not a result of forge snapshot'],
    ['size-limit', '[{"name":"a","size":"large"}]', 'size is "large", expected a number'],
    ['lighthouse', '{"lighthouseVersion":1,"audits":3,"categories":{}}', 'audits is 3'],
  ])('of %s is refused: %#', (format, text, message) => {
    expect(refusal(() => parsed(format, text))).toContain(message)
  })

  it('is a failed row where the tool says so', () => {
    const fio = textOf('fio', 'fio.json').replace('"error" : 0', '"error" : 5')
    expect(parsed('fio', fio).failures).toEqual([
      { name: 'read/read: latency', reason: 'all operations failed' },
    ])
    expect(parsed('celero', textOf('celero', 'hand-celero.csv')).failures).toEqual([
      { name: 'Sort/StdSort/64', reason: 'it failed' },
    ])
    const page = textOf('lighthouse', 'hand-lighthouse.json').replace(
      '"fetchTime"',
      '"runtimeError": { "code": "NO_FCP" }, "fetchTime"',
    )
    expect(parsed('lighthouse', page).failures).toMatchObject([{ reason: 'Lighthouse says NO_FCP' }])
  })
})
