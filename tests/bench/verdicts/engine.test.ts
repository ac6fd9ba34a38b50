// The bench has to score what ships: the same numbers as from raw measurements, and the looks that the pipeline takes.
import { describe, expect, it } from '@jest/globals'
import { type Case, caseOf, type Runs, summarised } from '../../../bench/verdicts/cases.ts'
import { interleavedCells } from '../../../bench/verdicts/cells.ts'
import { againstStored, oneLook, plannedLooks, sayings } from '../../../bench/verdicts/engine.ts'

/** Twenty quiet runs of about `level`; those numbered are at the level that is given instead. */
const quiet = (level: number, odd: Record<number, number> = {}): Runs =>
  Array.from({ length: 20 }, (_, i) => [(odd[i] ?? level) + ((i * 7) % 10) / 10])

const saidOf = (baseline: Runs, candidate: Runs, shift = 0) =>
  sayings(plannedLooks([{ sessions: [baseline], candidate, positions: null }], shift))[0]

describe('the looks', () => {
  it('end when every row is decided', () => {
    expect(saidOf(quiet(1000), quiet(1000))).toMatchObject({ call: 'same', runs: 5 })
    expect(saidOf(quiet(1000), quiet(1000), 0.2)).toMatchObject({ call: 'slower', runs: 5 })
  })

  it('go on when a row is undecided', () => {
    const noisy = Array.from({ length: 20 }, (_, i) => [1000 + 20 * ((i * 7) % 10)])
    expect(saidOf(noisy, noisy)?.runs).toBe(20)
  })

  it('go on when runs are far from the others, or in two groups, though the row is decided', () => {
    expect(saidOf(quiet(1000, { 3: 900 }), quiet(1000), 0.2)).toMatchObject({ call: 'slower', runs: 20 })
    const groups = quiet(1000, { 0: 900, 2: 900, 5: 900, 8: 900 })
    expect(saidOf(groups, quiet(1000), 0.2)).toMatchObject({ call: 'slower', runs: 20 })
  })

  it('do not mind odd runs that only a later look would have seen', () => {
    expect(saidOf(quiet(1000, { 13: 900 }), quiet(1000), 0.2)?.runs).toBe(5)
  })
})

describe('the median of each run instead of its measurements', () => {
  const [cell] = interleavedCells
  if (cell === undefined) throw new Error('there is no cell')
  const cases = Array.from({ length: 8 }, (_, index) => caseOf(cell, index, 1, {}))

  it.each([
    ['one look', (each: Case) => oneLook([each], 0.02)],
    ['two looks', (each: Case) => plannedLooks([each], 0.02)],
    ['a stored baseline', (each: Case) => againstStored(each, 0.02)],
  ])('changes nothing in %s', (_, compare) => {
    for (const each of cases) {
      const [raw] = sayings(compare(each))
      const [short] = sayings(compare(summarised(each)))
      expect(short).toMatchObject({ call: raw?.call, significant: raw?.significant, runs: raw?.runs })
      expect(short?.interval?.[0]).toBeCloseTo(raw?.interval?.[0] as number, 12)
      expect(short?.interval?.[1]).toBeCloseTo(raw?.interval?.[1] as number, 12)
    }
  })
})
