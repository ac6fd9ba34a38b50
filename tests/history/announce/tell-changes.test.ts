import { describe, expect, it } from '@jest/globals'
import { changeEvents } from '../../../src/history/analyse/change-events.ts'
import { tellChanges } from '../../../src/history/announce/tell-changes.ts'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { night, stepAnalysis } from '../example-history.ts'

/** A history whose one series has these levels, night by night. */
function historyOf(levels: number[], told: TrendHistory['told'] = []): TrendHistory {
  const nights = levels.map((level, i) => night(i, { values: { parse: [[level], [level]] } }))
  return { ...mergeHistories(nights), told }
}

const level = (count: number, value: number) => Array<number>(count).fill(value)

type Step = Parameters<typeof stepAnalysis>[1][number]

/** What is told of a history with these steps, each of which the analysis would announce. */
function tell(history: TrendHistory, steps: Step[], announced = true) {
  const series = stepAnalysis(history.nights.length, steps)
  const alerts = new Set(announced ? series.changePoints : [])
  return tellChanges(history, { analysis: { series: [series] }, alerts })
}

const slow = [...level(20, 100), ...level(10, 110)]
const step = { at: 20, before: 100, after: 110 }

describe('a change', () => {
  it('is told once, however often the history is looked at', () => {
    const first = tell(historyOf(slow), [step])
    expect(first.news).toMatchObject([
      { series: 0, point: { night: 20 }, told: { direction: 'worse', before: 100 } },
    ])
    const again = tell(historyOf([...slow, 110], first.told), [step])
    expect(again.news).toEqual([])
    expect(again.told).toEqual(first.told)
  })

  it('is the same one where the analysis now places it a few nights off', () => {
    const { told } = tell(historyOf(slow), [{ ...step, range: [19, 21] }])
    expect(tell(historyOf(slow, told), [{ ...step, at: 24 }]).news).toEqual([])
    expect(tell(historyOf(slow, told), [{ ...step, at: 27 }]).news).toHaveLength(1)
    expect(tell(historyOf(slow, told), [{ ...step, at: 21, after: 90 }]).news).toHaveLength(1)
  })

  it('is another one where there are two now', () => {
    const { told } = tell(historyOf(slow), [step])
    const two = [step, { at: 23, before: 110, after: 121 }]
    expect(tell(historyOf(slow, told), two).news).toMatchObject([{ point: { night: 23 } }])
  })

  it('that is not sure enough is neither told nor remembered', () => {
    expect(tell(historyOf(slow), [step], false)).toEqual({ told: [], news: [], over: [], tracked: [] })
  })

  it('is over when the level is back, and is not told again then', () => {
    const { told } = tell(historyOf(slow), [step])
    const back = [...slow, ...level(8, 101)]
    const steps = [step, { at: 30, before: 110, after: 101 }]
    const over = tell(historyOf(back, told), steps)
    expect(over.over).toMatchObject([{ told: { direction: 'worse' }, point: { night: 20 } }])
    expect(over.news).toMatchObject([{ point: { direction: 'better' } }])
    expect(over.told[0]?.recovered).toBe(historyOf(back).nights.at(-1)?.id)
    const later = tell(historyOf([...back, 101], over.told), steps)
    expect([later.over, later.news]).toEqual([[], []])
    expect(later.tracked.map(({ told: { direction } }) => direction)).toEqual(['better'])
  })

  it('is not over when half of it is left', () => {
    const { told } = tell(historyOf(slow), [step])
    const half = tell(historyOf([...slow, ...level(8, 105)], told), [
      step,
      { at: 30, before: 110, after: 105 },
    ])
    expect(half.over).toEqual([])
  })

  it('that is not found any more is over when a week of nights is back, and not before', () => {
    const { told } = tell(historyOf(slow), [step])
    expect(tell(historyOf(slow, told), []).over).toEqual([])
    expect(tell(historyOf([...slow, ...level(3, 100)], told), []).over).toEqual([])
    expect(tell(historyOf([...slow, ...level(6, 100)], told), []).over).toHaveLength(1)
  })

  it('of long ago is no news of a history that begins, and is remembered', () => {
    const old = tell(historyOf([...level(20, 100), ...level(40, 110)]), [step])
    expect(old.news).toEqual([])
    expect(old.told).toHaveLength(1)
  })

  it('is remembered while its series only informs, and not told again when that gates', () => {
    const first = tell(historyOf(slow), [step])
    const history = historyOf([...slow, 110], first.told)
    const quiet = { ...history, series: history.series.map(each => ({ ...each, gates: false })) }
    const meanwhile = tell(quiet, [step])
    expect(meanwhile).toEqual({ told: first.told, news: [], over: [], tracked: [] })
    expect(tell({ ...history, told: meanwhile.told }, [step]).news).toEqual([])
  })

  it('of a series that only informs is not told', () => {
    const history = historyOf(slow)
    const quiet = { ...history, series: history.series.map(each => ({ ...each, gates: false })) }
    expect(tell(quiet, [step])).toEqual({ told: [], news: [], over: [], tracked: [] })
  })
})

describe('changes of one night', () => {
  const told = (...nights: string[]) => ({ told: { nights } as TrendHistory['told'][number] })

  it('are one event where they may have the same first night', () => {
    const changes = [told('a', 'b', 'c'), told('b'), told('b', 'c'), told('d')]
    expect(changeEvents(changes).map(event => event.map(each => each.told.nights.join('')))).toEqual([
      ['b', 'bc', 'abc'],
      ['d'],
    ])
  })
})
