// Times that no iteration can take, since the compiler removed its work: nothing is judged by them.
import { describe, expect, it } from '@jest/globals'
import { calibrate } from '../../../src/compare/calibrate.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { storedPower } from '../../../src/compare/estimate/stored-power.ts'
import {
  type Comparison,
  type Design,
  defaultPolicy,
  isOptimisedAway,
  type Policy,
  type Sample,
  type Session,
} from '../../../src/model/index.ts'
import { sample, session } from '../session.ts'

const REAL = [1.2, 1.21, 1.19, 1.22, 1.2, 1.18, 1.23, 1.2]
const AWAY = REAL.map(value => value * 1e-9)
const OTHER = sample('other', REAL)
const of = (values: number[], more: Partial<Sample> = {}) => session([sample('sum', values, more), OTHER])
const real = of(REAL)
const away = of(AWAY)

const compare = (
  baselines: Session[],
  candidates: Session[],
  { design = 'interleaved', policy = {} }: { design?: Design; policy?: Partial<Policy> } = {},
): Comparison =>
  compareSessions({
    ...{ baselines, candidates, design, assumedGrade: 'tuned' },
    policy: { ...defaultPolicy, ...policy },
  })

const designs: [Design][] = [['interleaved'], ['stored']]
const FIX = 'let the benchmark use what it computes (black_box, DoNotOptimize, Blackhole)'
const WHY = 'the work was optimised away: 1.2e-9 ns is less than a clock cycle'

describe.each(designs)('a time below a clock cycle (%s)', design => {
  it('of the candidate alone fails, and is no improvement', () => {
    const comparison = compare([real], [away], { design })
    expect(comparison.rows[0]).toMatchObject({
      verdict: 'not-comparable',
      fails: true,
      reason: `${WHY}; ${FIX}; if that is intended, accept it with a waiver`,
      baseline: 1.2,
      candidate: null,
      ratio: null,
    })
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
    expect(comparison.rows[1]).toMatchObject({ ratio: 1, fails: false })
  })

  it('of the baseline alone makes the candidate a new number, which is not judged', () => {
    const comparison = compare([away], [real], { design })
    expect(comparison.rows[0]).toMatchObject({
      verdict: 'new',
      fails: false,
      reason: `in the baseline ${WHY}, so there is nothing to compare with yet`,
      candidate: 1.2,
      ratio: null,
    })
    expect(comparison.outcome).toBe('pass')
  })

  it('of both sides is not judged, and says why', () => {
    const comparison = compare([away], [away], { design })
    expect(comparison.rows[0]).toMatchObject({
      verdict: 'not-comparable',
      fails: false,
      gates: false,
      reason: `on both sides ${WHY}; ${FIX}`,
    })
    expect(comparison.outcome).toBe('pass')
  })

  it('never is a pass where nothing else was compared', () => {
    const only = session([sample('sum', AWAY)])
    expect(compare([only], [only], { design })).toMatchObject({
      outcome: 'not-established',
      reason: 'nothing-compared',
    })
  })

  it('does not hide that a benchmark is missing', () => {
    const comparison = compare([away], [session([OTHER])], { design })
    expect(comparison.rows[0]).toMatchObject({ verdict: 'removed', fails: true })
  })
})

describe('a time below a clock cycle', () => {
  it('is accepted by a waiver for what is missing', () => {
    const waiver = { benchmark: 'sum', metric: '*', missing: true, ceiling: null, expires: '2099-01-01' }
    const waivers = [{ ...waiver, reason: 'meant', expired: false }]
    const comparison = compare([real], [away], { policy: { waivers } })
    expect(comparison.rows[0]).toMatchObject({ verdict: 'not-comparable', fails: false })
  })

  it('in an older stored session leaves that session out', () => {
    const [now, before] = [
      { ...real, about: 'b'.repeat(40) },
      { ...away, about: 'a'.repeat(40), source: 'older' },
    ]
    const [row] = compare([now, before], [real], { design: 'stored' }).rows
    expect(row?.verdict).not.toBe('not-comparable')
    expect(row?.runs.baseline).toBe(8)
    expect(row?.warnings.map(({ message }) => message)).toEqual([
      `not in the baseline of sum (time): older: ${WHY}`,
    ])
  })

  it('on one machine of a matrix fails, whatever the others measured', () => {
    const [row] = compare([real, real], [real, away]).rows
    expect(row).toMatchObject({ verdict: 'not-comparable', fails: true })
  })

  it('of a benchmark that the base does not have is no number to begin with', () => {
    const { rows } = compare([session([OTHER])], [away])
    expect(rows.find(({ benchmark }) => benchmark === 'sum')).toMatchObject({
      verdict: 'new',
      fails: false,
      reason: `${WHY}; ${FIX}`,
    })
  })

  it('leaves a budget unknown, with the reason', () => {
    const budgets = [{ benchmark: 'sum', metric: 'time', unit: 'ns', limit: 5, atMost: true }]
    const [budget] = compare([real], [away], { policy: { budgets } }).budgets
    expect(budget).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining(WHY) })
  })

  it('does not count when a stored baseline is asked what it could show', () => {
    const plan = { policy: defaultPolicy, grade: 'tuned', runs: 8 } as const
    const power = (first: Session) => storedPower([first, first, first], plan)
    expect(power(away)).toBeLessThan(Number.POSITIVE_INFINITY)
  })

  it('is no reason not to calibrate the other benchmarks', () => {
    expect(calibrate(away, defaultPolicy).rows).toHaveLength(2)
  })
})

describe('a small number that is a measurement', () => {
  it.each<[string, number[], Partial<Sample>]>([
    ['a twentieth of a nanosecond and more', REAL.map(value => value / 20), {}],
    ['a time per byte', AWAY, { unit: 'ns/byte' }],
    ['a count', AWAY, { metric: 'allocations', unit: '' }],
    ['a rate', AWAY, { metric: 'rate', better: 'higher' }],
    ['a part of a request', AWAY, { metric: 'http_req_blocked' }],
    ['a time of a process', AWAY, { metric: 'system-time', unit: 'ns/op' }],
    ['a difference', AWAY, { metric: 'overhead' }],
  ])('is judged as ever: %s', (_, values, more) => {
    const [row] = compare([of(values, more)], [of(values, more)]).rows
    expect(row).toMatchObject({ verdict: 'no-change', gates: true })
  })

  it.each([['ns'], ['ns/op'], ['ns/iter'], ['ns/ops']])('is none in %s', unit => {
    expect(compare([real], [of(AWAY, { unit })]).rows[0]).not.toMatchObject({ verdict: 'no-change' })
    const [row] = compare([of(REAL, { unit })], [of(AWAY, { unit })]).rows
    expect(row).toMatchObject({ verdict: 'not-comparable', fails: true })
  })
})

describe('a time that the tool divided by the number of threads', () => {
  const level = (more: Partial<Sample>) => isOptimisedAway(sample('sum', [0.02], more), 0.02)

  it.each([
    ['Go with 64 processors', { printed: 'BenchmarkSum-64' }, false],
    ['Go with two', { printed: 'BenchmarkSum-2' }, true],
    ['Google Benchmark with 64 threads', { name: 'BM_Sum/threads:64' }, false],
    ['a size that looks like it', { name: 'sum-64' }, true],
  ])('may be as short as that many at once are: %s', (_, more, isAway) => {
    expect(level(more)).toBe(isAway)
  })
})
