// The data.js of github-action-benchmark, as src/history/import reads it. The file is made here, in its published shape.
import { describe, expect, it } from '@jest/globals'
import { isDataJs, readDataJs } from '../../../src/history/import/data-js.ts'
import { dataJs, entryOf } from './example-data-js.ts'

const read = (entries: Record<string, unknown[]>) => readDataJs(dataJs(entries), 'data.js')
const bench = (value: unknown, unit = 'ns/iter', name = 'parse') => ({ name, value, unit, range: '± 3' })

describe('a data.js', () => {
  it('is known by its first line, and so is the plain JSON of external-data-json-path', () => {
    const text = dataJs({ Suite: [entryOf(0, [bench(1)])] })
    const plain = text.replace('window.BENCHMARK_DATA = ', '')
    expect([text, plain, '{"lastUpdates":{}}', 'var x = 1'].map(isDataJs)).toEqual([true, true, false, false])
    expect(readDataJs(plain, 'data.js').points).toEqual(readDataJs(text, 'data.js').points)
  })

  it('gives every result its commit, the time it was measured, and a unit that compares', () => {
    const { points, leftOut, repository } = read({ Suite: [entryOf(0, [bench(2, 'us/iter')])] })
    expect([leftOut, repository]).toEqual([[], 'https://github.com/org/repo'])
    expect(points).toEqual([
      {
        source: 'data.js: entries["Suite"][0]',
        tool: 'github-action-benchmark',
        machine: 'imported',
        commit: '0'.repeat(39).concat('1'),
        date: '2026-01-01T00:00:00.000Z',
        benchmarks: [{ name: 'parse', metric: 'time', unit: 'ns/iter', better: 'lower', runs: [[2000]] }],
      },
    ])
  })

  it.each([
    ['cargo', 'ns/iter', 'lower'],
    ['go', 'ns/op\t       0 B/op\t       0 allocs/op', 'lower'],
    ['pytest', 'iter/sec', 'higher'],
    ['benchmarkjs', 'ops/sec', 'higher'],
    ['jmh', 'ops/s', 'higher'],
    ['jmh', 'us/op', 'lower'],
    ['catch2', 'ns', 'lower'],
    ['customBiggerIsBetter', 'Percent', 'higher'],
    ['customSmallerIsBetter', 'ops/s', 'lower'],
  ])('says with %s and the unit %j that %s is better', (tool, unit, better) => {
    const { points } = read({ Suite: [entryOf(0, [bench(1, unit)], { tool })] })
    expect(points[0]?.benchmarks[0]?.better).toBe(better)
  })

  it('names each result that it leaves out: file, place and reason', () => {
    const benches = [
      bench(1),
      bench(null),
      bench(-1, 'ns', 'b'),
      bench('NaN', 'ns', 'c'),
      bench(2),
      { value: 1 },
    ]
    const { points, leftOut } = read({
      Suite: [entryOf(0, benches), entryOf(1, [bench(1, 'score')], { tool: 'new' })],
    })
    expect(points.flatMap(({ benchmarks }) => benchmarks.map(each => each.runs))).toEqual([[[1]]])
    const place = 'data.js: entries["Suite"]'
    expect(leftOut).toEqual([
      `${place}[0].benches[1]: parse is null, which is not a finite, non-negative number`,
      `${place}[0].benches[2]: b is -1, which is not a finite, non-negative number`,
      `${place}[0].benches[3]: c is "NaN", which is not a finite, non-negative number`,
      `${place}[0].benches[4]: parse is there twice`,
      `${place}[0].benches[5]: has no name`,
      `${place}[1].benches[0]: parse: nothing says whether lower or higher is better in "score"`,
    ])
  })

  it('keeps the benchmarks of several entries apart', () => {
    const entries = { linux: [entryOf(0, [bench(1)])], windows: [entryOf(0, [bench(5)])] }
    expect(read(entries).points.map(({ benchmarks }) => benchmarks[0]?.name)).toEqual([
      'linux/parse',
      'windows/parse',
    ])
  })

  it.each([
    ['window.BENCHMARK_DATA = {"lastUpdate": 1, "entries"', /looks truncated/],
    [
      'window.BENCHMARK_DATA = {"lastUpdate": 1}',
      /data\.js: has no entries; give it the data\.js of the branch/,
    ],
    [dataJs({ Suite: [7] }), /data\.js: entries: Suite\[0\] is 7, expected an object/],
    [
      dataJs({ Suite: [{ ...entryOf(0, []), benches: 3 }] }),
      /entries\["Suite"\]\[0\]: benches is 3, expected a list/,
    ],
    [dataJs({ Suite: [{ commit: {}, benches: [] }] }), /entries\["Suite"\]\[0\] has no date/],
  ])('is refused where it is none: %#', (text, message) => {
    expect(() => readDataJs(text, 'data.js')).toThrow(message)
  })
})
