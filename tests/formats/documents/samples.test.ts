// Measurements are looked at by hand instead of by the schema: nothing may be let in, or be told worse, for that.
import { describe, expect, it } from '@jest/globals'
import { parseResultDocument, renderResultDocument } from '../../../src/formats/documents/result.ts'
import { sampleFrame, samplesFormat } from '../../../src/formats/documents/samples.ts'
import { sampleSchema } from '../../../src/model/index.ts'
import { refusal } from '../refusal.ts'

const entry = (more: Record<string, unknown>) => ({
  name: 'parse',
  metric: 'time',
  unit: 'ns',
  better: 'lower',
  runs: [
    [1, 2],
    [3, 4],
  ],
  ...more,
})

const samples = (...benchmarks: unknown[]) => JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks })

const result = (...benchmarks: unknown[]) =>
  JSON.stringify({
    schema: 'stable-bench/result@1',
    suite: null,
    tool: null,
    revision: null,
    testbed: null,
    plan: null,
    order: null,
    evidence: [],
    warnings: [],
    failures: [],
    benchmarks,
  })

const wrongRuns: [unknown, RegExp][] = [
  [undefined, /benchmarks\[1\]\.runs: Invalid input: expected array, received undefined/],
  [null, /benchmarks\[1\]\.runs: Invalid input: expected array, received null/],
  [{ 0: [1] }, /benchmarks\[1\]\.runs: Invalid input: expected array, received object/],
  [[], /benchmarks\[1\]\.runs: Too small: expected array to have >=1 items/],
  [[1, 2], /runs\[0\]: Invalid input: expected array, received number; .*runs\[1\]: /],
  [[[1], []], /benchmarks\[1\]\.runs\[1\]: Too small: expected array to have >=1 items/],
  [[[1], [2, '3']], /benchmarks\[1\]\.runs\[1\]\[1\]: Invalid input: expected number, received string/],
  [[[1, null]], /benchmarks\[1\]\.runs\[0\]\[1\]: Invalid input: expected number, received null/],
  [[[1, [2]]], /benchmarks\[1\]\.runs\[0\]\[1\]: Invalid input: expected number, received array/],
  [[['a', 'b', 'c', 'd', 'e', 'f', 'g']], /runs\[0\]\[4\]: .*; … and 2 more/],
]

describe('runs that are none', () => {
  it.each(wrongRuns)(
    '%j are refused with their place, in a samples and in a result document',
    (runs, message) => {
      const benchmarks = [entry({}), entry({ name: 'print', runs })]
      expect(refusal(() => samplesFormat.parse(samples(...benchmarks), 'x.json'))).toMatch(message)
      expect(refusal(() => parseResultDocument(result(...benchmarks), 'x.json'))).toMatch(message)
    },
  )

  it('NaN and Infinity are refused with their place', () => {
    const text = samples(entry({ runs: [[1, 2]] }))
    for (const word of ['NaN', 'Infinity', '1e999']) {
      const message = refusal(() => samplesFormat.parse(text.replace('2]', `${word}]`), 'x.json'))
      expect(message).toMatch(/^x\.json: benchmarks\[0\]\.runs\[0\]\[1\]: Invalid input: expected number/)
    }
  })
})

describe('an entry', () => {
  it.each([
    ...wrongRuns.map(([runs]) => entry({ runs })),
    entry({}),
    entry({ runs: [[Number.NaN]] }),
    entry({ runs: [[-1]] }),
    entry({ runs: [[0, 1e308]] }),
    entry({ name: '' }),
    entry({ metric: 'x'.repeat(201) }),
    entry({ unit: 3 }),
    entry({ better: 'more' }),
    entry({ more: 1 }),
    [],
    null,
  ])('%j passes the quick check exactly when it fits the schema', value => {
    const [quick, full] = [sampleFrame.safeParse(value), sampleSchema.safeParse(value)]
    expect(quick.success).toBe(full.success)
    expect(quick.data).toEqual(full.data)
  })

  it('keeps the lists that were parsed: a copy of a large document would not fit', () => {
    const value = entry({})
    expect(sampleFrame.parse(value).runs).toBe(value.runs)
  })

  it('loses unknown fields in either document', () => {
    const extra = entry({ note: 'x' })
    expect(samplesFormat.parse(samples(extra), 'x.json').samples).toEqual([entry({})])
    const session = parseResultDocument(result(extra), 'x.json')
    expect(session.benchmarks).toEqual([entry({})])
    expect(parseResultDocument(renderResultDocument(session), 'x.json')).toEqual(session)
  })
})
