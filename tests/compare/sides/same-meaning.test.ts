import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import {
  type Comparison,
  type Design,
  defaultPolicy,
  type Sample,
  type Session,
} from '../../../src/model/index.ts'
import { sample, session } from '../session.ts'

const how = { policy: defaultPolicy, assumedGrade: 'untuned' } as const

const compare = (baselines: Session[], candidate: Session, design: Design = 'interleaved'): Comparison =>
  compareSessions({ ...how, baselines, candidates: [candidate], design })

const A = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]
const times = (factor: number) => A.map(value => value * factor)
const first = (comparison: Comparison) => comparison.rows[0]

describe('sides that contradict each other', () => {
  const of = (more: Partial<Sample>, source: string) =>
    session([sample('a', A, more), sample('b', A)], { source })

  it.each<[Design]>([['interleaved'], ['stored']])(
    'are not comparable in that row alone, which says what each says (%s)',
    design => {
      const unit = compare([of({}, 'x')], of({ unit: '' }, 'y'), design)
      expect(unit.rows.map(row => row.verdict)).toEqual(['not-comparable', expect.not.stringMatching(/not/)])
      expect(first(unit)?.reason).toBe(
        'the baseline is in ns (x), the candidate in no unit (y): they can be compared once both say the same; ' +
          'if that is intended, accept it with a waiver',
      )
      expect(first(unit)).toMatchObject({ unit: '', baseline: null, candidate: expect.closeTo(100.3, 9) })
      expect(unit).toMatchObject({
        outcome: 'not-established',
        reason: 'benchmarks-missing',
        explanation: 'not comparable with the baseline: a',
      })
      expect(first(compare([of({}, 'x')], of({ better: 'higher' }, 'y'), design))?.reason).toMatch(
        /^the baseline is better lower \(x\), the candidate better higher \(y\)/,
      )
    },
  )

  it('are reported where nothing else gates', () => {
    const cpu = sample('a', A, { metric: 'cpu-time' })
    const [base, head] = ['ns', 'B'].map(unit => session([sample('a', A, { unit }), cpu])) as [
      Session,
      Session,
    ]
    expect(compare([base], head)).toMatchObject({
      outcome: 'not-established',
      explanation: 'not comparable with the baseline: a',
    })
  })

  it('never hide a regression of another row', () => {
    const slower = session([sample('a', A, { unit: '' }), sample('b', times(2))])
    expect(compare([of({}, 'x')], slower).outcome).toBe('regression')
  })

  it('have one direction where the configuration says which', () => {
    const rule = { benchmark: 'a', metric: '*', better: 'higher' as const }
    const [row] = compareSessions({
      baselines: [of({}, 'x')],
      candidates: [of({ better: 'higher', runs: times(0.5).map(value => [value]) }, 'y')],
      design: 'stored',
      policy: { ...defaultPolicy, rules: [rule] },
      assumedGrade: 'tuned',
    }).rows
    expect(row).toMatchObject({ verdict: 'regression', better: 'higher' })
  })
})

describe('stored sessions on both sides of a change of what a metric means', () => {
  const stored = (units: string[], more: Partial<Sample> = {}) =>
    units.map((unit, i) => session([sample('a', A, { unit, ...more })], { source: `s${i}` }))

  it('count as far as they agree with the newest, and the row names the others', () => {
    const comparison = compare(
      stored(['req', 'req', 'ops', 'ops', 'ops', 'ops', 'ops']),
      session([sample('a', A, { unit: 'req' })]),
      'stored',
    )
    const row = first(comparison)
    expect(row).toMatchObject({ unit: 'req', runs: { baseline: 16, candidate: 8 } })
    expect(row?.verdict).not.toBe('not-comparable')
    expect(row?.warnings).toEqual([
      {
        code: 'sessions-left-out',
        message:
          'not in the baseline of a (time): s2: in ops, not in req as s0; s3: in ops, not in req as s0; ' +
          's4: in ops, not in req as s0 and 2 more',
      },
    ])
    expect(comparison.warnings).toEqual([])
  })

  it('leave a candidate of the older meaning without a baseline', () => {
    const row = first(compare(stored(['req', 'ops']), session([sample('a', A, { unit: 'ops' })]), 'stored'))
    expect(row).toMatchObject({ verdict: 'not-comparable', unit: 'ops', baseline: null, warnings: [] })
  })

  it('say nothing for an entry that the newest of them do not have', () => {
    const [newest, ...older] = stored(['ns', 'B', 'ns'])
    const without = { ...(newest as Session), benchmarks: [sample('b', A)] }
    const rows = compare([without, ...older], session([sample('a', A, { unit: 'B' })]), 'stored').rows
    expect(rows.find(row => row.benchmark === 'a')).toMatchObject({ unit: 'B', runs: { baseline: 8 } })
  })
})

describe('a time of zero that gates', () => {
  const zero = [...A.slice(1), 0]
  const seen = session([sample('a', A), sample('b', A)], { source: 'seen' })
  const unseen = session([sample('a', zero), sample('b', A)], { source: 'unseen' })
  const saw =
    'unseen: run 8 holds a time of 0, which the clock did not see: measure more iterations at a time'

  it('in a stored session leaves that session out of the row', () => {
    const [a, b] = compare([unseen, seen], seen, 'stored').rows
    expect(a).toMatchObject({
      runs: { baseline: 8 },
      warnings: [{ message: `not in the baseline of a (time): ${saw}` }],
    })
    expect(b).toMatchObject({ runs: { baseline: 16 }, warnings: [] })
  })

  it.each<[string, Session, Session, Design]>([
    ['the only stored session', unseen, seen, 'stored'],
    ['the candidate', seen, unseen, 'stored'],
    ['the baseline of the same job', unseen, seen, 'interleaved'],
    ['the candidate of the same job', seen, unseen, 'interleaved'],
  ])('in %s makes that row not comparable', (_, baseline, candidate, design) => {
    const comparison = compare([baseline], candidate, design)
    expect(first(comparison)).toMatchObject({
      verdict: 'not-comparable',
      reason: expect.stringContaining(saw),
    })
    expect(comparison.rows[1]?.verdict).not.toBe('not-comparable')
    expect(comparison.outcome).toBe('not-established')
  })

  it('in one attempt of a job leaves that attempt out', () => {
    const how = {
      design: 'interleaved',
      assumedGrade: 'untuned',
      policy: defaultPolicy,
    } as const
    const [row] = compareSessions({ ...how, baselines: [seen, seen], candidates: [seen, unseen] }).rows
    expect(row).toMatchObject({ verdict: 'no-change', runs: { candidate: 8 } })
    expect(row?.warnings.map(({ message }) => message)).toContain(`not in the candidate of a (time): ${saw}`)
  })

  it('is reported without any baseline as well', () => {
    expect(first(compare([], unseen, 'stored'))).toMatchObject({
      verdict: 'new',
      reason: expect.stringMatching(/holds a time of 0/),
    })
  })
})
