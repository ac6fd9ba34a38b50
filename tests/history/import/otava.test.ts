// Histories of Apache Otava: its configuration with the CSV files that it names. They are made here, after docs/CSV.md of Otava.
import { describe, expect, it } from '@jest/globals'
import { isOtavaConfig, readOtava } from '../../../src/history/import/otava.ts'
import { refusal } from '../../formats/refusal.ts'

const CONFIG = `
templates:
  common:
    type: csv
    attributes: [commit]
    metrics:
      throughput: { direction: 1 }
tests:
  local.sample:
    inherit: [common]
    file: sample.csv
    metrics:
      p99: { direction: -1, scale: 1000, column: p99_s }
`
const CSV = `time,commit,throughput,p99_s
2026.01.01 3:00:00 +0100,0123abc,154023,10.5
2026.01.02 3:00:00 +0100,1123abc,138455,10.25
`
const read = (config = CONFIG, csv: string | null = CSV) =>
  readOtava(config, 'otava.yaml', file => (file === 'sample.csv' ? csv : null))

describe('a configuration of Otava', () => {
  it('is known by a test that reads CSV', () => {
    expect(isOtavaConfig(CONFIG)).toBe(true)
    expect(isOtavaConfig(CONFIG.replace('type: csv', 'type: graphite'))).toBe(false)
    expect(isOtavaConfig('jobs:\n  a:\n    type: csv\n')).toBe(false)
  })

  it('gives each row its commit, its time, and the metrics of the test with their directions and scales', () => {
    const { points, leftOut } = read()
    expect(leftOut).toEqual([])
    expect(points).toHaveLength(2)
    expect(points[0]).toEqual({
      source: 'sample.csv, line 2',
      tool: 'otava',
      machine: 'imported',
      commit: '0123abc',
      date: '2026-01-01T02:00:00.000Z',
      benchmarks: [
        { name: 'local.sample', metric: 'throughput', unit: '', better: 'higher', runs: [[154023]] },
        { name: 'local.sample', metric: 'p99', unit: '', better: 'lower', runs: [[10500]] },
      ],
    })
  })

  it('leaves out what has no direction, is no number, or is not in a CSV file, and says so', () => {
    const list = CONFIG.replace(/ {4}metrics:\n {6}p99.*\n/, '    metrics: [p99_s]\n').replace(
      /metrics:\n {6}throughput.*\n/,
      'metrics: [throughput]\n',
    )
    const unknown = 'nothing says whether lower or higher is better for'
    expect(read(list)).toEqual({
      points: [],
      leftOut: ['throughput', 'p99_s'].map(name =>
        expect.stringContaining(`${unknown} ${name}; give it a direction`),
      ),
    })
    const { points, leftOut } = read(CONFIG, CSV.replace('154023', 'NaN').replace('10.25', ''))
    expect(points.map(({ benchmarks }) => benchmarks.map(({ metric }) => metric))).toEqual([
      ['p99'],
      ['throughput'],
    ])
    expect(leftOut).toEqual([
      'sample.csv, line 2: throughput is "NaN", which is not a finite, non-negative number',
      'sample.csv, line 3: p99_s is "", which is not a finite, non-negative number',
    ])
    const graphite = `${CONFIG}  other:\n    type: graphite\n`
    expect(read(graphite).leftOut).toEqual([
      'otava.yaml: test other: its type is "graphite", only csv can be imported',
    ])
  })

  it.each([
    ['1767232800', '2026-01-01T02:00:00.000Z'],
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T02:30:00Z', '2026-01-01T02:30:00.000Z'],
    ['2026-01-01 02:00:00 +0000', '2026-01-01T02:00:00.000Z'],
  ])('takes the time %s', (time, date) => {
    expect(read(CONFIG, CSV.replace('2026.01.01 3:00:00 +0100', time)).points[0]?.date).toBe(date)
  })

  it('reads a file with a delimiter and a quote of its own, a column of time and no commits', () => {
    const config = CONFIG.replace(
      'file: sample.csv',
      "file: sample.csv\n    time_column: when\n    csv_options: { delimiter: ';', quotechar: \"'\" }",
    )
    const csv = "when;note;throughput;p99_s\n2026-01-01;'a; b';12;3\n"
    const { points } = read(config, csv)
    expect(
      points.map(({ commit, benchmarks }) => [commit, benchmarks.flatMap(({ runs }) => runs.flat())]),
    ).toEqual([[null, [12, 3000]]])
  })

  it.each([
    [CONFIG, null, 'test local.sample: its file "sample.csv" is not there'],
    [CONFIG.replace('[common]', '[other]'), CSV, 'there is no template "other"'],
    [CONFIG.replace('p99_s', 'p95_s'), CSV, 'has no column "p95_s", its columns are time, commit'],
    [CONFIG.replace('1000', 'many'), CSV, 'the scale of p99 is "many"'],
    [CONFIG, CSV.replace(',10.5', ''), 'sample.csv, line 2: has 3 cells, expected 4; was it cut off?'],
    [CONFIG, CSV.replace('2026.01.02', 'Friday'), 'sample.csv, line 3: time is "Friday 3:00:00 +0100"'],
    [
      CONFIG,
      'time,commit,throughput,p99_s,branch\n2026-01-01,a,1,2,main\n2026-01-02,b,1,2,dev\n',
      'is of the branches main, dev',
    ],
    ['tests: [', CSV, 'is no YAML'],
    ['tests:\n  a: 3\n', CSV, 'test a is 3, expected an object'],
  ])('is refused where something is wrong: %#', (config, csv, message) => {
    expect(refusal(() => read(config, csv))).toContain(message)
  })
})
