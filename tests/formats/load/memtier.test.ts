// memtier_benchmark: what counts of several runs, what failed, and what was cut off.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { fixtures } from '../fixtures.ts'
import { refusal } from '../refusal.ts'

const textOf = (file: string) =>
  fixtures.find(each => each.format === 'memtier' && each.file === file)?.text ?? ''
const parsed = (text: string) => checkSamples(formatNamed('memtier').parse(text, 'out'), 'out')
const figure = (text: string, name: string, metric: string) => {
  const found = parsed(text).samples.filter(each => each.name === name && each.metric === metric)
  return found.map(({ runs, unit, better }) => [runs.flat()[0], unit, better])
}

const TABLE = textOf('simple.txt')
const JSON_REPORT = textOf('simple.json')

it('has times that should be low, rates that should be high, and as many operations as both forms say', () => {
  expect(figure(TABLE, 'Gets: latency', 'p99')).toEqual([[335000, 'ns', 'lower']])
  expect(figure(TABLE, 'operations', 'successful-rate')).toEqual([[27492.4, 'operations/s', 'higher']])
  expect(figure(JSON_REPORT, 'operations', 'successful-rate')).toEqual([[27492.4, 'operations/s', 'higher']])
  expect(figure(TABLE, 'bandwidth', 'rate')).toEqual([[1166.13 * 1024, 'B/s', 'higher']])
})

it('counts the average of several runs once', () => {
  expect(figure(textOf('all.txt'), 'operations', 'successful-rate')).toEqual([
    [30846.72, 'operations/s', 'higher'],
  ])
  expect(figure(textOf('runs.json'), 'Sets: latency', 'mean')).toEqual([[60000, 'ns', 'lower']])
})

describe('what failed', () => {
  it('is a share of all operations, and no part of the rate', () => {
    const broken = JSON_REPORT.replace(/("Totals":\{[^}]*?"Connection Errors": )0/, '$16874')
    expect(figure(broken, 'failed-operations', 'failed-share')).toEqual([[20, '%', 'lower']])
    expect(figure(broken, 'operations', 'successful-rate')[0]?.[0]).toBeCloseTo(27492.4)
  })

  it('is a failed row where the server did not answer at all, whatever the form', () => {
    const { failures, samples } = parsed(textOf('down.json'))
    expect(failures).toEqual([{ name: 'latency', reason: 'all operations failed' }])
    expect(samples.map(({ name }) => name)).not.toContain('latency')
    const down = TABLE.replace(/^(Sets|Gets|Totals) .*$/gm, '$1 0.00 0.00 0.00 -nan 0.007 0.007 0.007 0.00 ')
    expect(parsed(down).failures).toEqual([{ name: 'latency', reason: 'all operations failed' }])
  })
})

describe('damaged output', () => {
  it.each([
    [TABLE.slice(0, TABLE.indexOf('Totals')), 'its table has no Totals'],
    [TABLE.slice(0, TABLE.indexOf('1166.13') + 3), 'its table has no Totals'],
    [TABLE.replace('24992.73', 'fast'), '"fast" is not a number'],
    [TABLE.replace('0.07373', ''), 'too few cells'],
    [JSON_REPORT.replace('24992.73', '"fast"'), 'rate is "fast", expected a number'],
    [JSON_REPORT.replace('"ALL STATS"', '"SOME STATS"'), 'no benchmarks in it'],
  ])('is refused: %#', (text, message) => {
    expect(refusal(() => parsed(text))).toContain(message)
  })
})

it('the columns of earlier versions, of clusters and of long percentiles are read', () => {
  const rule = '='.repeat(80)
  const table = (header: string, row: string) =>
    `ALL STATS\n${rule}\nType  Ops/sec ${header} KB/sec \n${'-'.repeat(80)}\nGets  100.50 ${row} 2.00 \nTotals  100.50 ${row} 2.00 \n\n`
  const earlier = table('Hits/sec   Misses/sec      Latency', '0.00 100.50 1.25000')
  expect(figure(earlier, 'latency', 'mean')).toEqual([[1250000, 'ns', 'lower']])
  const cluster = table(
    'MOVED/sec ASK/sec Avg. Latency p50 Latency p99.999 Latency',
    '0.00 0.00 1.25 0.75 9.50',
  )
  expect(figure(cluster, 'Gets: latency', 'p50')).toEqual([[750000, 'ns', 'lower']])
  expect(figure(cluster, 'operations', 'successful-rate')).toEqual([[100.5, 'operations/s', 'higher']])
})
