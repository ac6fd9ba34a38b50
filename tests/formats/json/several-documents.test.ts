// A command may run several benchmark programs, each of which prints a JSON document, and log lines may be JSON as well.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { parseResultDocument, renderResultDocument } from '../../../src/formats/documents/result.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { patternFormat } from '../../../src/formats/pattern/read.ts'
import { recogniseFormat } from '../../../src/formats/recognise.ts'
import { sample, session } from '../../compare/session.ts'
import { fixtures } from '../fixtures.ts'
import { refusal } from '../refusal.ts'

const json = fixtures.filter(({ text, expected }) => /^[{[]/m.test(text) && !expected.startsWith('REFUSED'))

const parsed = ({ format, file }: { format: string; file: string }, text: string) =>
  checkSamples(formatNamed(format).parse(text, file), file)

const measurements = ({ samples }: ReturnType<typeof parsed>) =>
  samples.flatMap(({ runs }) => runs.flat()).length

const LOG = '{"level":"info","msg":"done","values":[1,2]}\n'

describe('every format that is JSON', () => {
  it.each(json)('is read among log lines: $format/$file', fixture => {
    const among = `${LOG}started {"a": 1} here\n${fixture.text.trimEnd()}\n${LOG}finished [1, 2]\n`
    expect(recogniseFormat(among)?.name).toBe(fixture.format)
    expect(parsed(fixture, among)).toEqual(parsed(fixture, fixture.text))
  })

  it.each(json)('reads all of two documents, or refuses them: $format/$file', fixture => {
    const once = measurements(parsed(fixture, fixture.text))
    const twice = `${fixture.text.trimEnd()}\n${LOG}${fixture.text}`
    let read: string | number
    try {
      read = measurements(parsed(fixture, twice))
    } catch (error) {
      read = (error as Error).message
    }
    // Points of k6 are of one run: its shares and rates are one number, however many points there are.
    const isJoined = fixture.format === 'k6' && fixture.file.startsWith('points')
    if (typeof read === 'number' && isJoined) expect(read).toBeGreaterThan(1.8 * once)
    else if (typeof read === 'number') expect(read).toBe(2 * once)
    else expect(read).toMatch(/twice/)
  })
})

const google = (name: string, time: number) =>
  `{"context": {"num_cpus": 2}, "benchmarks": [{"name": "${name}", "run_name": "${name}", "run_type": "iteration", ` +
  `"iterations": 10, "real_time": ${time}, "cpu_time": ${time}, "time_unit": "ns"}]}`

const rowsOf = (format: string, text: string) =>
  parsed({ format, file: 'out' }, text).samples.map(({ name, metric, runs }) => [
    name,
    metric,
    ...runs.flat(),
  ])

describe('documents with names of their own', () => {
  it.each([
    ['a line each', '\n'],
    ['one behind the other', ''],
    ['with a table between them', '\n-----\nBenchmark [1]  {2}\n'],
    ['with a prefix', '\nbeta: '],
  ])('are joined, %s', (_, between) => {
    const rows = rowsOf('google-benchmark', `${google('alpha', 300)}${between}${google('beta', 100)}\n`)
    expect(rows.filter(([, metric]) => metric === 'real-time')).toEqual([
      ['alpha', 'real-time', 300],
      ['beta', 'real-time', 100],
    ])
  })

  it.each([
    ['bencher', '{"a": {"latency": {"value": 1}}}', '{"b": {"latency": {"value": 2}}}'],
    [
      'github-action-benchmark',
      '[{"name":"a","unit":"ns","value":1}]',
      '[{"name":"b","unit":"ns","value":2}]',
    ],
    [
      'samples',
      '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ns","better":"lower","runs":[[1]]}]}',
      '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"b","metric":"time","unit":"ns","better":"lower","runs":[[2]]}]}',
    ],
  ])('are recognised and joined: %s', (format, one, other) => {
    const text = `build ok\n${one}\nthen\n${other}\n`
    expect(recogniseFormat(text)?.name).toBe(format)
    expect(rowsOf(format, text).map(([name, , value]) => [name, value])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  it('are refused where one is damaged, whichever it is', () => {
    const [good, bad] = [google('alpha', 300), google('beta', 100).replace('100', 'oops')]
    for (const text of [`${good}\n${bad}\n`, `${bad}\n${good}\n`]) {
      expect(refusal(() => rowsOf('google-benchmark', text))).toMatch(/is not JSON: unexpected "oops/)
    }
  })

  it.each(['DEBUG x', '{"level":"info"}', '12:00 "a" {b} [1]', '[1, 2]'])(
    'are refused where a program printed %s into one, whichever line it is',
    line => {
      const [one, other] = [google('alpha', 300), google('beta', 100)].map(text =>
        JSON.stringify(JSON.parse(text), null, 2),
      )
      const lines = (one ?? '').split('\n')
      for (const at of lines.keys()) {
        if (at === 0) continue
        const text = [...lines.slice(0, at), line, ...lines.slice(at), other].join('\n')
        expect(refusal(() => rowsOf('google-benchmark', text))).toMatch(/is not JSON|looks truncated/)
      }
    },
  )

  it('of another kind do not count for the tool that was named', () => {
    const text = `${google('alpha', 300)}\n{"a": {"latency": {"value": 1}}}\n`
    expect(rowsOf('bencher', text)).toEqual([['a', 'latency', 1]])
    expect(rowsOf('google-benchmark', text)).toHaveLength(2)
  })
})

it('a JSON path finds its hits in every document that has its first key', () => {
  const text = `{\n  "results": {"a": 1}\n}\n${LOG}{\n  "results": {"b": 2}\n}\n`
  const { samples } = patternFormat({ text: '$.results.<name>', unit: 'ms', better: 'auto' }).parse(
    text,
    'out',
  )
  expect(samples.map(({ name, runs }) => [name, runs.flat()])).toEqual([
    ['a', [1e6]],
    ['b', [2e6]],
  ])
})

it('a file with two result documents is refused', () => {
  const text = renderResultDocument(session([sample('a', [1, 2])]))
  expect(refusal(() => parseResultDocument(text + text, 'two.json'))).toBe(
    'two.json: holds more than one document; write each to a file of its own',
  )
})
