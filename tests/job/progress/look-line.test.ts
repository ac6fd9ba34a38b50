import { describe, expect, it } from '@jest/globals'
import { lookLine, roughRange, roughTime } from '../../../src/job/progress/look-line.ts'
import type { Row } from '../../../src/model/index.ts'

const rowOf = (benchmark: string, more: Partial<Row> = {}) =>
  ({
    benchmark,
    gates: true,
    verdict: 'inconclusive',
    runs: { baseline: 5, candidate: 5 },
    detectable: 0.04,
    runsNeeded: 41,
    warnings: [],
    ...more,
  }) as Row

const decided = rowOf('a', { verdict: 'no-change' })

describe('the line about a look', () => {
  const [parse, csv, xml] = ['parse', 'csv', 'xml'].map(name => rowOf(name)) as [Row, Row, Row]
  const next = { runs: 10, last: 20 }

  it('says what is measured next, for how long, and what the last look would show', () => {
    const rows = [decided, parse, csv, xml]
    expect(lookLine({ rows }, [parse, csv, xml], { runs: 5, msPerRun: 8000, next })).toBe(
      'after 5 runs per side 1 of 4 rows decided; next comparison at 10 runs (parse, csv and 1 more), in about 40 s; ' +
        '20 runs would show changes of about 2 %',
    )
  })

  it('foretells nothing from a look that could have missed a tenfold change', () => {
    const blind = rowOf('parse', { detectable: 5556 })
    expect(lookLine({ rows: [blind] }, [blind], { runs: 5, msPerRun: 8000, next })).toBe(
      'after 5 runs per side 0 of 1 row decided; next comparison at 10 runs (parse), in about 40 s',
    )
  })

  it('does not count rows that cannot fail', () => {
    const rows = [decided, rowOf('memory', { gates: false })]
    expect(lookLine({ rows }, [], { runs: 5, msPerRun: 8000, next })).toBe(
      'after 5 runs per side 1 of 1 row decided',
    )
  })

  it('says at the last look which rows a longer run would decide', () => {
    const look = { runs: 20, msPerRun: 20_000, next: null }
    expect(lookLine({ rows: [decided, parse] }, [parse], look)).toBe(
      'after 20 runs per side 1 of 2 rows decided; about 41 runs per side would decide parse, in 7 min more',
    )
    const hopeless = rowOf('csv', { runsNeeded: null })
    expect(lookLine({ rows: [parse, hopeless] }, [parse, hopeless], look)).toBe(
      'after 20 runs per side 0 of 2 rows decided',
    )
  })

  it.each([
    [0, '0 s'],
    [1, '1 s'],
    [89_000, '89 s'],
    [90_000, '2 min'],
    [3_600_000, '60 min'],
    [7_200_000, '2 h'],
  ])('writes %i ms as %s', (milliseconds, text) => {
    expect(roughTime(milliseconds)).toBe(text)
  })
})

it.each([
  [480_000, 1_740_000, '8 to 29 min'],
  [18_000, 63_000, '18 to 63 s'],
  [60_000, 180_000, '60 s to 3 min'],
  [3000, 3000, '3 s'],
])('a range from %d to %d ms is %s', (least, most, text) => {
  expect(roughRange(least, most)).toBe(text)
})
