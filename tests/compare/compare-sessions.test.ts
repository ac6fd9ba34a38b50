import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { type Comparison, type Design, defaultPolicy, type Session } from '../../src/model/index.ts'
import { plannedLooks, sample, session, testbed } from './session.ts'

function compare(baselines: Session[], candidate: Session, design: Design = 'interleaved'): Comparison {
  return compareSessions({
    baselines,
    candidates: [candidate],
    design,
    policy: defaultPolicy,
    assumedGrade: 'untuned',
  })
}

const A = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]
const times = (factor: number) => A.map(value => value * factor)
const first = (comparison: Comparison) => comparison.rows[0]

describe('verdicts', () => {
  it('follow the direction of the metric', () => {
    const better = { better: 'higher' as const, unit: 'op/s', metric: 'throughput' }
    const verdict = (factor: number, more = {}) =>
      first(compare([session([sample('a', A, more)])], session([sample('a', times(factor), more)])))?.verdict
    expect([verdict(1.1), verdict(0.9), verdict(1.1, better), verdict(0.9, better)]).toEqual([
      'regression',
      'improvement',
      'improvement',
      'regression',
    ])
  })

  it('call a difference that is real but within the band no change, and say so', () => {
    const quiet = A.map((_, i) => 100 + 0.01 * i)
    const row = first(
      compare(
        [session([sample('a', quiet)])],
        session([
          sample(
            'a',
            quiet.map(v => v * 1.01),
          ),
        ]),
      ),
    )
    expect(row).toMatchObject({ verdict: 'no-change', reason: 'the difference is real, but within the band' })
    expect(row?.p).toBeLessThan(0.01)
  })

  it('call a regression whose estimate lies within the band one, and let it pass', () => {
    const sides = (factor: number) => [session([sample('a', A)]), session([sample('a', times(factor))])]
    const [baseline, slower] = sides(1.019) as [Session, Session]
    const { outcome, rows } = compare([baseline], slower)
    expect(rows[0]).toMatchObject({
      verdict: 'regression',
      fails: false,
      reason: 'a real change, but its estimate lies within the band of ±2 %, so it does not fail',
    })
    expect(outcome).toBe('pass')
    const more = compare([baseline], sides(1.03)[1] as Session)
    expect(more).toMatchObject({ outcome: 'regression', rows: [{ verdict: 'regression', fails: true }] })
  })

  it('say why a row whose interval leaves the band is no change', () => {
    const noisy = A.map((_, i) => 100 * (1 + 0.018 * Math.sin(4 * i)))
    const [before, after] = [noisy, noisy.toReversed().map(value => 1.001 * value)]
    const row = first(compare([session([sample('a', before)])], session([sample('a', after)])))
    expect(row?.interval?.[1]).toBeGreaterThan(1.02)
    expect(row).toMatchObject({
      verdict: 'no-change',
      reason:
        'no change is decided by the 90 % interval, which is within the band; the one shown here is wider',
    })
  })

  it('state the detectable effect and the runs needed where nothing can be decided', () => {
    const noisy = [100, 106, 98, 103, 95, 105, 97, 101]
    const row = first(
      compare(
        [session([sample('a', noisy)])],
        session([
          sample(
            'a',
            noisy.map(v => v * 1.02),
          ),
        ]),
      ),
    )
    expect(row?.verdict).toBe('inconclusive')
    expect(row?.detectable).toBeGreaterThan(0.05)
    expect(row?.runsNeeded).toBeGreaterThan(50)
  })

  it('need more at the first of two looks than at the only one', () => {
    const look = (looks: number[]) =>
      first(compare([session([sample('a', A)])], session([sample('a', times(1.0085))], plannedLooks(looks))))
    const [only, early, late] = [look([]), look([8, 20]), look([4, 8])]
    expect(only?.p).toBeLessThan(0.01)
    expect(only?.p).toBeGreaterThan(0.001)
    expect(early?.p).toBe(late?.p)
    expect(early?.detectable).toBeGreaterThan(late?.detectable ?? 1)
  })

  it('correct for the whole family: what is significant alone is not among a hundred', () => {
    const wide = A.map((value, i) => value * (1 + 0.02 * Math.sin(i * 5)))
    const shifted = wide.map(value => value * 1.03)
    const unchanged = Array.from({ length: 99 }, (_, i) => sample(`other ${i}`, wide))
    const alone = first(compare([session([sample('a', wide)])], session([sample('a', shifted)])))
    const among = first(
      compare([session([sample('a', wide), ...unchanged])], session([sample('a', shifted), ...unchanged])),
    )
    expect(alone?.verdict).toBe('regression')
    expect(among?.p).toBe(alone?.p)
    expect(among?.verdict).toBe('inconclusive')
  })
})

describe('numbers that do not vary', () => {
  const bytes = { unit: 'B', metric: 'allocated' }
  const still = (value: number) => session([sample('a', Array(5).fill(value), bytes)])
  const exact = (from: number, to: number) => first(compare([still(from)], still(to)))

  it('are compared exactly', () => {
    expect(exact(4096, 4096)).toMatchObject({ verdict: 'no-change', ratio: 1, p: null })
    expect(exact(4096, 8192)).toMatchObject({ verdict: 'regression', ratio: 2, p: null })
    expect(exact(4096, 4100)).toMatchObject({ verdict: 'no-change' })
  })

  it('are a change where they are times too, also where the clock may have only one step between them', () => {
    const times = (value: number) => session([sample('a', Array(6).fill(value))])
    const row = first(compare([times(100e6)], times(200e6)))
    expect(row).toMatchObject({ verdict: 'regression', fails: true, ratio: 2, p: 2 / 924 })
    expect(row?.interval?.[0]).toBeGreaterThan(1)
    expect(first(compare([times(200e6)], times(100e6)))).toMatchObject({ verdict: 'improvement', ratio: 0.5 })
    expect(first(compare([times(100e6)], times(115e6)))).toMatchObject({ verdict: 'regression', p: null })
  })

  it('prove nothing where they are times and equal, unless the number is fine enough for the band', () => {
    const times = (value: number) => session([sample('a', Array(6).fill(value))])
    expect(first(compare([times(100e6)], times(100e6)))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/the clock may be too coarse/),
    })
    expect(first(compare([times(101e6)], times(101e6)))).toMatchObject({ verdict: 'no-change', ratio: 1 })
  })

  it.each([0.02, 0.118, 0.122, 0.253])('are no change by as much as the band, up or down: %d', band => {
    const sides = (from: number, to: number) => ({ baselines: [still(from)], candidates: [still(to)] })
    const of = { design: 'interleaved', assumedGrade: 'untuned', policy: { ...defaultPolicy, band } } as const
    const thousands = Math.round(1000 * (1 + band))
    for (const [from, to] of [
      [1000, thousands],
      [thousands, 1000],
    ] as const)
      expect(first(compareSessions({ ...sides(from, to), ...of }))?.verdict).toBe('no-change')
    expect(first(compareSessions({ ...sides(1000, thousands + 1), ...of }))?.verdict).toBe('regression')
  })

  it('are data where they are zero: nothing stays nothing, and growth from nothing is exact without a ratio', () => {
    expect(exact(0, 0)).toMatchObject({ verdict: 'no-change', ratio: 1 })
    expect(exact(0, 16)).toMatchObject({ verdict: 'regression', ratio: null, fails: true })
    expect(exact(16, 0)).toMatchObject({ verdict: 'improvement', ratio: 0 })
  })

  it('are compared exactly with stored sessions too: with the newest, or where too few differ by the usual test', () => {
    const stored = (from: number[], to: number) => first(compare(from.map(still), still(to), 'stored'))
    expect(stored([4096], 8192)).toMatchObject({ verdict: 'regression', ratio: 2, p: null })
    expect(stored([4096, 4096, 4096], 4096)).toMatchObject({ verdict: 'no-change', ratio: 1 })
    expect(stored([0, 0], 0)).toMatchObject({ verdict: 'no-change', ratio: 1 })
    expect(stored([4200, 4096, 4096], 4200)).toMatchObject({ verdict: 'no-change', ratio: 1, p: null })
    expect(stored([4096, 4200, 4096], 4300)?.p).toBeGreaterThan(0)
    expect(
      first(
        compare(
          [session([sample('a', Array(6).fill(10))])],
          session([sample('a', Array(6).fill(20))]),
          'stored',
        ),
      )?.p,
    ).not.toBeNull()
  })
})

describe('zeros in a metric that does not gate', () => {
  it('are tested on the raw scale, where logarithms are impossible', () => {
    const user = (values: number[]) => sample('a', values, { metric: 'user-time' })
    const base = session([sample('a', A), user([0, 1, 2, 1, 0, 1, 2, 1])])
    const head = session([sample('a', A), user([40, 42, 41, 39, 40, 41, 42, 43])])
    const row = compare([base], head).rows[1]
    expect(row).toMatchObject({ metric: 'user-time', gates: false, verdict: 'regression' })
    expect(row?.ratio).toBeCloseTo(41, 0)
    expect(row?.interval?.[0]).toBeGreaterThan(10)
  })
})

describe('failures', () => {
  it('show as failed rows, once each, and keep the comparison from being established', () => {
    const base = session([sample('a', A), sample('b', A)])
    const head = session([sample('a', A)], {
      failures: [
        { name: 'b', reason: 'crashed' },
        { name: 'c', reason: 'no output' },
      ],
    })
    const comparison = compare([base], head)
    expect(comparison.rows.map(row => [row.benchmark, row.verdict, row.reason])).toEqual([
      ['a', 'no-change', null],
      ['b', 'failed', 'candidate: crashed; if that is intended, accept it with a waiver'],
      ['c', 'failed', 'candidate: no output; if that is intended, accept it with a waiver'],
    ])
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
  })

  it('never hide a regression', () => {
    const head = session([sample('a', times(2))], { failures: [{ name: 'b', reason: 'crashed' }] })
    expect(compare([session([sample('a', A), sample('b', A)])], head).outcome).toBe('regression')
  })
})

describe('the testbed', () => {
  const on = (factor: number, facts: Record<string, string>) =>
    session([sample('a', times(factor))], { testbed: testbed(facts), source: `run ${factor}` })

  it('makes rows not comparable where it changed, and the reason names what changed', () => {
    const comparison = compare(
      [on(1, { kernel: '6.1', turbo: 'on' })],
      on(2, { kernel: '6.2', turbo: 'on' }),
      'stored',
    )
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'testbed-changed' })
    expect(first(comparison)).toMatchObject({ verdict: 'not-comparable' })
    expect(comparison.explanation).toBe('run 1 was measured on another testbed: kernel (6.1 → 6.2)')
  })

  it('leaves out the stored sessions that have another one, with a warning', () => {
    const same = { kernel: '6.2' }
    const comparison = compare(
      [on(1, { kernel: '6.1' }), on(1.001, same), on(1.002, same)],
      on(1.003, same),
      'stored',
    )
    expect(comparison.baseline.sessions).toBe(2)
    expect(comparison.warnings.map(warning => warning.code)).toEqual(['testbed-changed'])
    expect(first(comparison)?.p).toBeGreaterThan(0.05)
  })
})

describe('sides of very different size', () => {
  it('decide nothing where one has fewer than five runs, and show what they saw', () => {
    const row = first(compare([session([sample('a', A.slice(0, 3))])], session([sample('a', times(1.5))])))
    expect(row).toMatchObject({ verdict: 'inconclusive', fails: false })
    expect(row?.reason).toBe('the baseline has 3 runs and the candidate 8: measure at least 5 of each side')
    expect(row?.ratio).toBeCloseTo(1.5, 1)
  })

  it('decide where both have enough', () => {
    const many = [...A, ...A, ...A].map((value, i) => value * (1 + 0.0001 * i))
    const row = first(
      compare(
        [session([sample('a', A.slice(0, 5))])],
        session([
          sample(
            'a',
            many.map(v => 1.5 * v),
          ),
        ]),
      ),
    )
    expect(row?.verdict).toBe('regression')
  })
})

describe('a machine that has to be tuned', () => {
  it('is what a document says it was, or what is assumed of one that says nothing', () => {
    const sides = { baselines: [session([sample('a', A)])], candidates: [session([sample('a', A)])] }
    const how = {
      design: 'interleaved',
      policy: { ...defaultPolicy, requireTuned: true },
    } as const
    const reason = (assumedGrade: 'tuned' | 'untuned') =>
      compareSessions({ ...sides, ...how, assumedGrade }).reason
    expect([reason('tuned'), reason('untuned')]).toEqual([null, 'untuned'])
  })
})

describe('the explanation', () => {
  it('names ten of many that are missing', () => {
    const many = session(Array.from({ length: 30 }, (_, i) => sample(`b${i}`, A)))
    expect(compare([many], session([sample('b0', A)])).explanation).toMatch(/: b1, .*, b10 and 19 more$/)
  })

  it('tells rows that do not gate from rows that were not measured', () => {
    const policy = { ...defaultPolicy, rules: [{ benchmark: 'a', metric: '*', gate: false }] }
    const how = { design: 'interleaved', assumedGrade: 'untuned', policy } as const
    const sides = { baselines: [session([sample('a', A)])], candidates: [session([sample('a', A)])] }
    expect(compareSessions({ ...how, ...sides })).toMatchObject({
      reason: 'nothing-compared',
      explanation: 'no row that was measured on both sides gates',
    })
  })
})

describe('no baseline', () => {
  it('makes every row new and the comparison not established', () => {
    const comparison = compare([], session([sample('a', A)]), 'stored')
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'no-baseline' })
    expect(first(comparison)?.verdict).toBe('new')
  })
})
