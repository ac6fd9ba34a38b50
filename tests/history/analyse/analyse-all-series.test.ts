import { describe, expect, it } from '@jest/globals'
import { analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { type AnnouncedRange, isSameChange } from '../../../src/history/analyse/same-change.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { casesOf } from '../../simulated-cases.ts'
import { nightlyValues, nightsOf, onOtherTestbed, timesOf } from '../nightly-values.ts'

const policy = defaultTrendPolicy

/** The nights of the changes to announce, series by series. */
const toAnnounce = (...series: SeriesLevels[]) =>
  analyseHistory(series, policy).map(found => found.toAnnounce.map(({ night }) => night))

describe('changes to announce', () => {
  const stepped = nightlyValues(100, [[90, 0.05]])

  it('are new ones, and not those that were announced already', () => {
    const [first] = analyseHistory([timesOf(stepped)], policy)
    expect(first?.toAnnounce).toMatchObject([{ night: 90, direction: 'worse' }])
    const [again] = analyseHistory([timesOf(stepped, 'a', first?.toAnnounce)], policy)
    expect(again?.toAnnounce).toEqual([])
    expect(again?.changePoints).toHaveLength(1)
  })

  it('wait for four nights, and are none for a testbed change', () => {
    const early = nightlyValues(100, [[97, 0.2]])
    expect(toAnnounce(timesOf(early))).toEqual([[]])
    const moved = onOtherTestbed(nightlyValues(120, [[60, 0.05]]), 60)
    expect(analyseHistory([timesOf(moved)], policy)).toMatchObject([
      { toAnnounce: [], changePoints: [{ testbedChanged: true }] },
    ])
  })

  it('hardly depend on the seed in short histories', () => {
    let [same, some] = [0, 0]
    for (let data = 0; data < casesOf(15, 40); data++) {
      const nights = nightlyValues(18, [[10, 0.04]], { seed: data })
      const counts = [1, 2, 3, 4].map(
        seed => analyseHistory([timesOf(nights)], { ...policy, seed })[0]?.toAnnounce.length ?? 0,
      )
      if (new Set(counts).size === 1) same++
      if (counts.some(count => count > 0)) some++
    }
    expect(some).toBeGreaterThan(casesOf(1, 5))
    expect(same).toBeGreaterThanOrEqual(casesOf(12, 34))
  })

  it('may come in the tenth night, and hardly ever without a change', () => {
    expect(toAnnounce(timesOf(nightlyValues(10, [[6, 0.3]])))).toEqual([[6]])
    expect(toAnnounce(timesOf(nightlyValues(9, [[5, 0.3]])))).toEqual([[]])
    const clean = Array.from({ length: casesOf(150, 600) }, (_, seed) =>
      nightlyValues(10 + (seed % 11), [], { seed }),
    )
    const alarmed = clean.filter(nights => toAnnounce(timesOf(nights)).flat().length > 0)
    expect(alarmed).toEqual([])
  })

  it('are found among many unchanged series, with enough permutations for that', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      timesOf(nightlyValues(60, [], { seed: 100 + i }), `s${i}`),
    )
    const found = analyseHistory([...many, timesOf(stepped, 'slow')], policy)
    expect(found.flatMap((each, i) => each.toAnnounce.map(() => i))).toEqual([60])
  })
})

describe('a history', () => {
  it('of no series is empty, and the same input gives the same result', () => {
    expect(analyseHistory([], policy)).toEqual([])
    const input = [timesOf(nightlyValues(80, [[50, 0.04]])), timesOf(nightlyValues(5), 'b')]
    expect(analyseHistory(input, policy)).toEqual(analyseHistory(input, policy))
  })

  it('names series and night of a value that is no number', () => {
    const broken = nightsOf([1, 2, 3, Number.NaN])
    expect(() => analyseHistory([timesOf(broken, 'parse (wall-time)')], policy)).toThrow(
      /parse \(wall-time\), night 3/,
    )
  })
})

describe('a change', () => {
  it('is the same when direction and range fit, give or take three nights', () => {
    const nights = Array.from({ length: 30 }, (_, i) => i)
    const change: AnnouncedRange = { range: [10, 12], direction: 'worse' }
    const isSame = (more: Partial<AnnouncedRange>) => isSameChange(nights, change, { ...change, ...more })
    expect(isSame({ range: [15, 18] })).toBe(true)
    expect(isSame({ range: [16, 18] })).toBe(false)
    expect(isSame({ range: [3, 7] })).toBe(true)
    expect(isSame({ direction: 'better' })).toBe(false)
  })

  it('is the same where the nights of other machines lie between', () => {
    const nights = Array.from({ length: 30 }, (_, i) => 4 * i)
    const at = (night: number): AnnouncedRange => ({ range: [night, night], direction: 'worse' })
    expect(isSameChange(nights, at(40), at(52))).toBe(true)
    expect(isSameChange(nights, at(40), at(56))).toBe(false)
  })
})
