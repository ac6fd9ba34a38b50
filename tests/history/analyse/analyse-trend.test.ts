import { describe, expect, it } from '@jest/globals'
import { analyseTrend } from '../../../src/history/analyse/analyse-trend.ts'
import { announcementsOf } from '../../../src/history/announce/announcements.ts'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { commitOf, night } from '../example-history.ts'

const { uniform } = seededRandom(7)
const noisy = (level: number) => level * (1 + 0.004 * (uniform() - 0.5))
const runs = (level: number) => Array.from({ length: 3 }, () => [noisy(level)])

/** Thirty nights on two machines; on the first, `parse` gets 5 % slower at night 20. */
function twoMachines(kernel = (_: number) => '6.1'): TrendHistory {
  const nights = Array.from({ length: 30 }, (_, i) => [
    night(i, { kernel: kernel(i), values: { parse: runs(i < 20 ? 100 : 105), format: runs(50) } }),
    night(i, { machine: 'bench-2', values: { parse: runs(80), format: runs(40) } }),
  ])
  return mergeHistories(nights.flat())
}

/** Thirty nights on one machine, on which `parse` gets 5 % slower at night 20; `given` is what else is said of them. */
const steps = Array.from({ length: 30 }, (_, i) => runs(i < 20 ? 100 : 105))
const oneMachine = (given: (i: number) => { settings?: Record<string, string>; fingerprint?: string }) =>
  mergeHistories(steps.map((parse, i) => night(i, { ...given(i), values: { parse } })))

const look = (history: TrendHistory) => {
  const analysed = analyseTrend(history)
  return { ...analysed, announcements: announcementsOf(history, analysed) }
}

describe('the analysis of a trend', () => {
  const history = twoMachines()
  const { analysis, announcements } = look(history)
  const of = (benchmark: string, machine: string) =>
    analysis.series[
      history.series.findIndex(each => each.benchmark === benchmark && each.machine === machine)
    ]

  it('names nights of the whole trend, though a machine has only some of them', () => {
    const found = of('parse', 'bench-1')
    expect(found?.changePoints).toHaveLength(1)
    const [point] = found?.changePoints ?? []
    const [bad, good] = [point?.night ?? -1, point?.lastGood ?? -1].map(index => history.nights[index])
    expect([bad?.commit, bad?.machine]).toEqual([commitOf(20), 'bench-1'])
    expect([good?.commit, good?.machine]).toEqual([commitOf(19), 'bench-1'])
    expect(point?.ratio).toBeCloseTo(1.05, 2)
    expect(point?.direction).toBe('worse')
    expect(found?.segments.map(({ level }) => Math.round(level))).toEqual([100, 105])
    for (const [benchmark, machine] of [
      ['format', 'bench-1'],
      ['parse', 'bench-2'],
    ] as const) {
      expect(of(benchmark, machine)?.changePoints).toEqual([])
    }
  })

  it('announces a change once', () => {
    expect(announcements.fresh).toMatchObject([
      { change: { benchmark: 'parse', machine: 'bench-1', direction: 'worse' } },
    ])
    const again = look({ ...history, told: announcements.announced })
    expect([again.announcements.fresh, again.toAnnounce.size]).toEqual([[], 0])
    expect(again.announcements.current).toMatchObject([{ point: { direction: 'worse' } }])
  })

  it('calls more of what should be high better', () => {
    const high = { ...history, series: history.series.map(each => ({ ...each, better: 'higher' as const })) }
    expect(look(high).announcements.fresh).toMatchObject([{ change: { direction: 'better' } }])
  })

  it('says once that a change came with another machine', () => {
    const changed = twoMachines(i => (i < 20 ? '6.1' : '6.2'))
    const first = look(changed)
    expect(first.announcements.fresh).toMatchObject([{ point: { testbedChanged: true, direction: 'worse' } }])
    expect(look({ ...changed, told: first.announcements.announced }).announcements.fresh).toEqual([])
  })

  it('blames a setting that changed for the level that moved with it, and no commit', () => {
    const cache = (value: string) => ({ settings: { cache: value }, fingerprint: `${value}`.padEnd(12, '0') })
    const changed = look(oneMachine(i => cache(i < 20 ? 'warm' : 'cold')))
    expect(changed.announcements.fresh).toMatchObject([{ point: { testbedChanged: true } }])
  })

  it('has the change of level since the newest release', () => {
    const released = history.nights.map((each, i) => (i >> 1 === 5 ? { ...each, tags: ['v1.0'] } : each))
    const { sinceRelease } = look({ ...history, nights: released }).analysis.series[0] ?? {}
    expect(sinceRelease?.since).toBe(history.series[0]?.nights[5])
    expect(sinceRelease?.interval?.[0]).toBeGreaterThan(1)
    expect(analysis.series[0]?.sinceRelease).toBeNull()
  })
})
