import { describe, expect, it } from '@jest/globals'
import { isSameChange, type KnownChange } from '../../../src/history/analyse/change-point.ts'
import { analyseHistory, type Series } from '../../../src/history/analyse/history.ts'
import type { Night } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/settings.ts'
import { casesOf } from '../../simulated-cases.ts'
import { nightlyValues, onOtherTestbed } from '../nightly-values.ts'

const series = (id: string, nights: Night[], known: KnownChange[] = []): Series => ({ id, nights, known })
const policy = defaultTrendPolicy

describe('alerts', () => {
  const stepped = nightlyValues(100, [[90, 0.05]])

  it('are raised for a new change, and not again for a known one', () => {
    const { alerts } = analyseHistory([series('a', stepped)], policy)
    expect(alerts).toMatchObject([{ id: 'a', change: { night: 90, direction: 'up' } }])
    const known = alerts.map(({ change }) => change)
    const again = analyseHistory([series('a', stepped, known)], policy)
    expect(again.alerts).toEqual([])
    expect(again.series[0]?.changePoints).toHaveLength(1)
  })

  it('wait for four nights, and are none for a testbed change', () => {
    const early = nightlyValues(100, [[97, 0.2]])
    expect(analyseHistory([series('a', early)], policy).alerts).toEqual([])
    const moved = onOtherTestbed(nightlyValues(120, [[60, 0.05]]), 60)
    expect(analyseHistory([series('a', moved)], policy)).toMatchObject({
      alerts: [],
      series: [{ changePoints: [{ testbedChanged: true, adjustedP: null }] }],
    })
  })

  it('hardly depend on the seed in short histories', () => {
    let [same, some] = [0, 0]
    for (let data = 0; data < casesOf(15, 40); data++) {
      const nights = nightlyValues(18, [[10, 0.04]], { seed: data })
      const counts = [1, 2, 3, 4].map(
        seed => analyseHistory([series('a', nights)], { ...policy, seed }).alerts.length,
      )
      if (new Set(counts).size === 1) same++
      if (counts.some(count => count > 0)) some++
    }
    expect(some).toBeGreaterThan(casesOf(1, 5))
    expect(same).toBeGreaterThanOrEqual(casesOf(12, 34))
  })

  it('may come in the tenth night, and hardly ever without a change', () => {
    expect(analyseHistory([series('a', nightlyValues(10, [[6, 0.3]]))], policy).alerts).toHaveLength(1)
    expect(analyseHistory([series('a', nightlyValues(9, [[5, 0.3]]))], policy).alerts).toEqual([])
    const clean = Array.from({ length: casesOf(150, 600) }, (_, seed) =>
      nightlyValues(10 + (seed % 11), [], { seed }),
    )
    const alarmed = clean.filter(nights => analyseHistory([series('a', nights)], policy).alerts.length > 0)
    expect(alarmed).toEqual([])
  })

  it('are found among many unchanged series, with enough permutations for that', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      series(`s${i}`, nightlyValues(60, [], { seed: 100 + i })),
    )
    const { alerts, series: trends } = analyseHistory([...many, series('slow', stepped)], policy)
    expect(alerts.map(({ id }) => id)).toEqual(['slow'])
    const [change] = trends.at(-1)?.changePoints ?? []
    expect(change?.adjustedP).toBeLessThanOrEqual(0.05)
    expect(change?.adjustedP).toBeGreaterThan(change?.p as number)
  })
})

describe('a history', () => {
  it('of no series is empty, and the same input gives the same result', () => {
    expect(analyseHistory([], policy)).toEqual({ series: [], alerts: [] })
    const input = [series('a', nightlyValues(80, [[50, 0.04]])), series('b', nightlyValues(5))]
    expect(analyseHistory(input, policy)).toEqual(analyseHistory(input, policy))
  })

  it('names series and night of a value that is no number', () => {
    const broken = [...nightlyValues(3), { value: Number.NaN, testbed: null }]
    expect(() => analyseHistory([series('parse (wall-time)', broken)], policy)).toThrow(
      /parse \(wall-time\), night 3/,
    )
  })
})

describe('a change', () => {
  it('is the same when direction and range fit, give or take three nights', () => {
    const change: KnownChange = { range: [10, 12], direction: 'up' }
    expect(isSameChange(change, { range: [15, 18], direction: 'up' })).toBe(true)
    expect(isSameChange(change, { range: [16, 18], direction: 'up' })).toBe(false)
    expect(isSameChange(change, { range: [3, 7], direction: 'up' })).toBe(true)
    expect(isSameChange(change, { range: [10, 12], direction: 'down' })).toBe(false)
  })
})
