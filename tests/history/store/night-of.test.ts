import { describe, expect, it } from '@jest/globals'
import { parseTrendDocument, renderTrendDocument } from '../../../src/history/store/document.ts'
import { nightOfSession } from '../../../src/history/store/night-of.ts'
import { commitOf, dateOf, night, sessionOfNight } from '../example-history.ts'

describe('a session as a night', () => {
  it('keeps one number per run and what must match, and nothing else of it', () => {
    const { nights, series } = nightOfSession(sessionOfNight(3), {
      url: 'https://github.com/a/b/actions/runs/7',
      artifact: 5,
    })
    expect(nights).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        date: dateOf(3),
        commit: commitOf(3),
        ref: 'main',
        tags: [],
        url: 'https://github.com/a/b/actions/runs/7',
        machine: 'bench-1',
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        facts: { machine: 'bench-1', kernel: '6.1', grade: 'untuned' },
        artifact: 5,
      },
    ])
    expect(series).toMatchObject([
      { benchmark: 'parse', metric: 'time', nights: [0], runs: [[11, 20]], gates: true },
    ])
  })

  it('names no commit of another repository, of which the history could make no links', () => {
    const commitIn = (repository: string | undefined) => {
      const revision = { commit: commitOf(3), ref: null, dirty: false, repository }
      const settings = { repository: 'https://github.com/Acme/Rocket' }
      return nightOfSession({ ...sessionOfNight(3), revision }, settings).nights[0]?.commit
    }
    expect(commitIn('acme/benchmarks')).toBeNull()
    expect(commitIn('acme/rocket')).toBe(commitOf(3))
    expect(commitIn(undefined)).toBe(commitOf(3))
  })

  it('has the same id however it is found, and another one in another attempt', () => {
    const again = nightOfSession({ ...sessionOfNight(3), source: 'elsewhere' }, { artifact: 9 })
    expect(again.nights[0]?.id).toBe(night(3).nights[0]?.id)
    expect(night(4).nights[0]?.id).not.toBe(night(3).nights[0]?.id)
    expect(night(3, { machine: 'bench-2' }).nights[0]?.id).not.toBe(night(3).nights[0]?.id)
  })

  it('lets only the first metric of a benchmark gate unless configured, and follows the configured summary', () => {
    const session = sessionOfNight(0)
    const [parse] = session.benchmarks
    const memory = { ...(parse as NonNullable<typeof parse>), metric: 'memory' }
    const both = { ...session, benchmarks: [...session.benchmarks, memory] }
    expect(nightOfSession(both).series.map(({ gates }) => gates)).toEqual([true, false])
    const row = () => ({
      summary: (run: number[]) => Math.min(...run),
      gates: false,
      better: 'higher' as const,
    })
    expect(nightOfSession(both, { row }).series[0]).toMatchObject({
      runs: [[10, 20]],
      gates: false,
      better: 'higher',
    })
  })

  it('rounds to six digits', () => {
    const values = { parse: [[123456.789], [0.000123456789]] }
    expect(night(0, { values }).series[0]?.runs).toEqual([[123457, 0.000123457]])
  })

  it('is refused where nobody knows when it was measured', () => {
    expect(() => nightOfSession({ ...sessionOfNight(0), evidence: [] })).toThrow(/night 0: does not say when/)
  })
})

describe('a trend document', () => {
  it('reads back to the same history', () => {
    const history = night(0)
    expect(parseTrendDocument(renderTrendDocument(history), 'x')).toEqual(history)
  })

  type Part = Record<string, unknown>

  it.each<[string, { night?: Part; series?: Part }, RegExp]>([
    ['a night that is not there', { series: { nights: [1] } }, /series\[0\]\.nights\[0\] is 1/],
    ['nights that go back', { series: { nights: [0, 0], runs: [[1], [1]] } }, /nights\[1\]/],
    ['runs without a night', { series: { runs: [[1], [1]] } }, /2 runs for 1 nights/],
    ['a negative number', { series: { runs: [[-1]] } }, /runs\[0\]\[0\]/],
    ['a run that is no number', { series: { runs: [['1']] } }, /runs\[0\]\[0\]/],
    ['a commit that is none', { night: { commit: '../x' } }, /nights\[0\]\.commit/],
    ['a date that is none', { night: { date: 'soon' } }, /nights\[0\]\.date/],
    ['an id that is none', { night: { id: '__proto__' } }, /nights\[0\]\.id/],
  ])('is refused for %s', (_, change, message) => {
    const document = JSON.parse(renderTrendDocument(night(0))) as { nights: Part[]; series: Part[] }
    Object.assign(document.nights[0] ?? {}, change.night)
    Object.assign(document.series[0] ?? {}, change.series)
    expect(() => parseTrendDocument(JSON.stringify(document), 'evil.json')).toThrow(message)
  })
})
