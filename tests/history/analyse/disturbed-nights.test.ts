import { describe, expect, it } from '@jest/globals'
import { analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import { disturbedNights } from '../../../src/history/analyse/disturbed-nights.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { casesOf } from '../../simulated-cases.ts'
import { nightlyValues, timesOf } from '../nightly-values.ts'

type Steps = [number, number][]

/** So many series of 60 nights with the same steps and noise of their own. */
const suiteOf = (count: number, steps: Steps = [], nights = 60, seed = 1): SeriesLevels[] =>
  Array.from({ length: count }, (_, i) =>
    timesOf(nightlyValues(nights, steps, { seed: 1000 * seed + i }), `${i}`),
  )

const found = (series: SeriesLevels[]) => disturbedNights(series).map(({ night }) => night)

describe('nights on which the machine was disturbed', () => {
  it.each([8, 20])('are none in independent noise: 10,000 nights of %i series', count => {
    for (let seed = 0; seed < casesOf(10, 50); seed++)
      expect(found(suiteOf(count, [], 200, seed))).toEqual([])
  })

  it('are one or two nights on which most series moved and moved back, and say by how much', () => {
    const one = disturbedNights(
      suiteOf(10, [
        [30, 0.1],
        [31, 0],
      ]),
    )
    expect(one).toEqual([{ night: 30, series: 10, ratio: expect.closeTo(1.1, 1) }])
    expect(
      found(
        suiteOf(10, [
          [30, -0.1],
          [32, 0],
        ]),
      ),
    ).toEqual([30, 31])
    const higher = suiteOf(10, [
      [30, 0.1],
      [31, 0],
    ]).map(each => ({ ...each, better: 'higher' as const }))
    expect(disturbedNights(higher)[0]?.ratio).toBeLessThan(0.95)
  })

  it('are none where the level stays, from the first night of it on, nor where it takes three nights', () => {
    for (let count = 31; count <= 40; count++) expect(found(suiteOf(20, [[30, 0.1]], count))).toEqual([])
    for (const back of [33, 34, 35, 36, 37]) {
      const steps: Steps = [
        [30, 0.1],
        [back, 0],
      ]
      for (let count = 31; count <= 50; count++) expect(found(suiteOf(20, steps, count))).toEqual([])
    }
  })

  it('are none where few series are measured, or few of them moved', () => {
    expect(
      found(
        suiteOf(7, [
          [30, 0.1],
          [31, 0],
        ]),
      ),
    ).toEqual([])
    const some = [
      ...suiteOf(8, [
        [30, 0.1],
        [31, 0],
      ]),
      ...suiteOf(12, [], 60, 2),
    ]
    expect(found(some)).toEqual([])
  })

  it('are set aside in each series: no spikes, and a step beside them is found as ever', () => {
    const steps: Steps = [
      [30, 0.1],
      [32, 0],
      [40, 0.05],
    ]
    const series = suiteOf(10, steps)
    const disturbed = new Set(found(series))
    expect([...disturbed]).toEqual([30, 31])
    const analysed = analyseHistory(
      series.map(each => ({ ...each, disturbed })),
      defaultTrendPolicy,
    )
    for (const { changePoints, spikes } of analysed) {
      expect(changePoints.map(({ night }) => night)).toEqual([40])
      expect(spikes).not.toContain(30)
      expect(spikes).not.toContain(31)
    }
  })
})
