import { describe, expect, it } from '@jest/globals'
import { announcementsOf } from '../../../src/history/announce/announcements.ts'
import { changeEvents } from '../../../src/history/announce/change-events.ts'
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

/** The announcements of a history with these steps, each of which the analysis finds sure enough unless said. */
function announce(history: TrendHistory, steps: Step[], isSure = true) {
  const series = stepAnalysis(history.nights.length, steps)
  const toAnnounce = new Set(isSure ? series.changePoints : [])
  return announcementsOf(history, { analysis: { series: [series], disturbed: [] }, toAnnounce })
}

const slow = [...level(20, 100), ...level(10, 110)]
const step = { at: 20, before: 100, after: 110 }

describe('a change', () => {
  it('is announced once, however often the history is looked at', () => {
    const first = announce(historyOf(slow), [step])
    expect(first.fresh).toMatchObject([
      { series: 0, point: { night: 20 }, change: { direction: 'worse', before: 100 } },
    ])
    const again = announce(historyOf([...slow, 110], first.announced), [step])
    expect(again.fresh).toEqual([])
    expect(again.announced).toEqual(first.announced)
  })

  it('is the same one where the analysis now places it a few nights off', () => {
    const { announced } = announce(historyOf(slow), [{ ...step, range: [19, 21] }])
    expect(announce(historyOf(slow, announced), [{ ...step, at: 24 }]).fresh).toEqual([])
    expect(announce(historyOf(slow, announced), [{ ...step, at: 27 }]).fresh).toHaveLength(1)
    expect(announce(historyOf(slow, announced), [{ ...step, at: 21, after: 90 }]).fresh).toHaveLength(1)
  })

  it('is another one where there are two now', () => {
    const { announced } = announce(historyOf(slow), [step])
    const two = [step, { at: 23, before: 110, after: 121 }]
    expect(announce(historyOf(slow, announced), two).fresh).toMatchObject([{ point: { night: 23 } }])
  })

  it('that two jobs announced at once is one, though each knew a night that the other did not', () => {
    const [one, other] = [
      { ...step, range: [19, 21] as [number, number] },
      { ...step, range: [20, 21] as [number, number] },
    ]
    const told = [one, other].map(each => announce(historyOf(slow), [each]).announced)
    const histories = told.map(announced => historyOf(slow, announced))
    for (const each of [histories, histories.toReversed()]) {
      const both = mergeHistories(each)
      expect(both.told).toEqual(told[1])
      // An artifact of before is read again beside the history that has joined both.
      expect(mergeHistories([both, ...each]).told).toEqual(told[1])
      expect(announce(both, [step]).current).toMatchObject([{ point: { night: 20 } }])
    }
  })

  it('stays two where a history has announced both, and an older one knows the first alone', () => {
    const first = announce(historyOf(slow), [{ ...step, range: [19, 22] }]).announced
    const two = [step, { at: 23, range: [22, 24] as [number, number], before: 110, after: 121 }]
    const { announced } = announce(historyOf(slow, first), two)
    expect(announced).toHaveLength(2)
    expect(mergeHistories([historyOf(slow, first), historyOf(slow, announced)]).told).toEqual(announced)
  })

  it('that is not sure enough is neither announced nor remembered', () => {
    expect(announce(historyOf(slow), [step], false)).toEqual({
      announced: [],
      fresh: [],
      over: [],
      current: [],
    })
  })

  it('is over when the level is back, and is not announced again then', () => {
    const { announced } = announce(historyOf(slow), [step])
    const back = [...slow, ...level(8, 101)]
    const steps = [step, { at: 30, before: 110, after: 101 }]
    const over = announce(historyOf(back, announced), steps)
    expect(over.over).toMatchObject([{ change: { direction: 'worse' }, point: { night: 20 } }])
    expect(over.fresh).toMatchObject([{ point: { direction: 'better' } }])
    expect(over.announced[0]?.recovered).toBe(historyOf(back).nights.at(-1)?.id)
    const later = announce(historyOf([...back, 101], over.announced), steps)
    expect([later.over, later.fresh]).toEqual([[], []])
    expect(later.current.map(({ change: { direction } }) => direction)).toEqual(['better'])
  })

  it('is not over when half of it is left', () => {
    const { announced } = announce(historyOf(slow), [step])
    const half = announce(historyOf([...slow, ...level(8, 105)], announced), [
      step,
      { at: 30, before: 110, after: 105 },
    ])
    expect(half.over).toEqual([])
  })

  it('that is not found any more is over when a week of nights is back, and not before', () => {
    const { announced } = announce(historyOf(slow), [step])
    expect(announce(historyOf(slow, announced), []).over).toEqual([])
    expect(announce(historyOf([...slow, ...level(3, 100)], announced), []).over).toEqual([])
    expect(announce(historyOf([...slow, ...level(6, 100)], announced), []).over).toHaveLength(1)
  })

  it('is not over because another machine is faster, and is over when the code on that machine is', () => {
    const { announced } = announce(historyOf(slow), [step])
    const faster = { at: 30, before: 110, after: 100, testbedChanged: true }
    const levels = [...slow, ...level(8, 100)]
    expect(announce(historyOf(levels, announced), [step, faster]).over).toEqual([])
    expect(announce(historyOf(levels, announced), [faster]).over).toEqual([])
    const repaired = { at: 38, before: 100, after: 91 }
    const later = historyOf([...levels, ...level(8, 91)], announced)
    expect(announce(later, [step, faster, repaired]).over).toHaveLength(1)
    expect(announce(later, [faster]).over).toHaveLength(1)
  })

  it('is over though another machine is slower', () => {
    const { announced } = announce(historyOf(slow), [step])
    const levels = [...slow, ...level(8, 121), ...level(8, 110)]
    const slower = { at: 30, before: 110, after: 121, testbedChanged: true }
    const repaired = { at: 38, before: 121, after: 110 }
    expect(announce(historyOf(levels, announced), [step, slower, repaired]).over).toHaveLength(1)
    expect(announce(historyOf(levels, announced), [slower]).over).toHaveLength(1)
  })

  it('of long ago is remembered and not announced when a history begins', () => {
    const old = announce(historyOf([...level(20, 100), ...level(70, 110)]), [step])
    expect(old.fresh).toEqual([])
    expect(old.announced).toHaveLength(1)
  })

  it('that is sure enough only after forty nights is announced then', () => {
    const nights = historyOf([...level(20, 100), ...level(40, 110)])
    expect(announce(nights, [step]).fresh).toHaveLength(1)
  })

  it('is remembered while its series only informs, and not announced again when that gates', () => {
    const first = announce(historyOf(slow), [step])
    const history = historyOf([...slow, 110], first.announced)
    const quiet = { ...history, series: history.series.map(each => ({ ...each, gates: false })) }
    const meanwhile = announce(quiet, [step])
    expect(meanwhile).toEqual({ announced: first.announced, fresh: [], over: [], current: [] })
    expect(announce({ ...history, told: meanwhile.announced }, [step]).fresh).toEqual([])
  })

  it('in a series that only informs is not announced', () => {
    const history = historyOf(slow)
    const quiet = { ...history, series: history.series.map(each => ({ ...each, gates: false })) }
    expect(announce(quiet, [step])).toEqual({ announced: [], fresh: [], over: [], current: [] })
  })
})

describe('changes of one night', () => {
  const among = (...nights: string[]) => ({ change: { nights } as TrendHistory['told'][number] })

  it('are one event where they may have the same first night', () => {
    const changes = [among('a', 'b', 'c'), among('b'), among('b', 'c'), among('d')]
    expect(changeEvents(changes).map(event => event.map(each => each.change.nights.join('')))).toEqual([
      ['b', 'bc', 'abc'],
      ['d'],
    ])
  })
})
