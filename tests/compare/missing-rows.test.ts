import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import {
  type Comparison,
  defaultPolicy,
  type Policy,
  type Session,
  type Waiver,
} from '../../src/model/index.ts'
import { compare, sample, session, testbed } from './session.ts'

const A = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]

const gone: Waiver = {
  benchmark: 'gone',
  metric: '*',
  ceiling: null,
  missing: true,
  expires: '2026-12-31',
  expired: false,
  reason: 'replaced',
}

const at = (commit: string) => ({ revision: { commit, ref: null, dirty: false } })
const rowOf = ({ rows }: Comparison, name: string) => rows.find(row => row.benchmark === name)
const base = session([sample('kept', A), sample('gone', A)])

describe('a benchmark that the base has', () => {
  it('fails the comparison when the candidate lacks it', () => {
    const comparison = compare([base], session([sample('kept', A)]))
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
    expect(rowOf(comparison, 'gone')).toMatchObject({ verdict: 'removed', fails: true })
  })

  it('fails the comparison when its direction or its unit changes', () => {
    for (const change of [{ better: 'higher' as const }, { unit: 'B' }]) {
      const comparison = compare([base], session([sample('kept', A), sample('gone', A, change)]))
      expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
      expect(rowOf(comparison, 'gone')).toMatchObject({ verdict: 'not-comparable', fails: true })
    }
  })

  it('fails the comparison when it failed, unless it does not gate', () => {
    const crashed = session([sample('kept', A)], { failures: [{ name: 'gone', reason: 'crashed' }] })
    expect(rowOf(compare([base], crashed), 'gone')).toMatchObject({ verdict: 'failed', fails: true })
    const rules = [{ benchmark: 'gone', metric: '*', gate: false }]
    const shown = compare([base], crashed, { rules })
    expect(shown.outcome).toBe('pass')
    expect(rowOf(shown, 'gone')).toMatchObject({ verdict: 'failed', fails: false })
  })

  it('is not asked for when only runs about older commits have it, whatever they checked out', () => {
    const newest = session([sample('kept', A)], { about: 'b'.repeat(40) })
    const older = { ...base, about: 'a'.repeat(40) }
    const candidate = session([sample('kept', A)])
    expect(compare([newest, older], candidate).outcome).toBe('pass')
    const ofBenchmarks = [newest, older].map(each => ({ ...each, ...at('c'.repeat(40)) }))
    expect(compare(ofBenchmarks, candidate).outcome).toBe('pass')
    const together = compare([newest, { ...older, about: 'b'.repeat(40) }], candidate)
    expect(together).toMatchObject({ reason: 'benchmarks-missing' })
  })

  it('may be missing where a waiver accepts that, until its last day', () => {
    const candidate = session([sample('kept', A)])
    const accepted = compare([base], candidate, { waivers: [gone] })
    expect(accepted.outcome).toBe('pass')
    expect(rowOf(accepted, 'gone')).toMatchObject({
      verdict: 'removed',
      fails: false,
      reason: 'the candidate has no such entry; accepted until 2026-12-31: replaced',
    })
    const expired = compare([base], candidate, { waivers: [{ ...gone, expired: true }] })
    expect(expired).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
  })

  it('is said to be missing beside a regression, which outranks it', () => {
    const slow = session([
      sample(
        'kept',
        A.map(value => 2 * value),
      ),
    ])
    const comparison = compare([session([sample('kept', A), sample('gone', A)])], slow)
    expect(comparison.outcome).toBe('regression')
    expect(comparison.explanation).toMatch(/significantly worse: kept; in the baseline .* not measured: gone/)
  })

  it('leaves nothing to compare where it is the only one and missing, which only a waiver lets pass, saying so', () => {
    const candidate = session([sample('other', A)])
    const alone = session([sample('gone', A)])
    const comparison = compare([alone], candidate)
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'nothing-compared' })
    expect(comparison.explanation).toMatch(/no benchmark was measured on both sides; .*: gone/)
    expect(compare([alone], candidate, { waivers: [gone] })).toMatchObject({
      outcome: 'pass',
      explanation: 'nothing was compared: it is accepted that gone is missing',
    })
  })

  it('is not expected any more once its newest commit lacks it', () => {
    const older = { ...base, ...at('b'.repeat(40)) }
    const newest = session([sample('kept', A)], at('a'.repeat(40)))
    const comparison = compare([newest, older], session([sample('kept', A)]))
    expect(comparison.rows.map(row => row.benchmark)).toEqual(['kept'])
    const crashed = { ...newest, failures: [{ name: 'gone', reason: 'crashed' }] }
    expect(rowOf(compare([crashed, older], session([sample('kept', A)])), 'gone')?.fails).toBe(true)
  })
})

describe('a benchmark that only the candidate has', () => {
  it('never fails the comparison, whatever its numbers', () => {
    const candidate = session([...base.benchmarks, sample('fresh', A), sample('zero', [0, 0, 0, 0, 0])])
    const comparison = compare([base], candidate)
    expect(comparison.outcome).toBe('pass')
    expect(comparison.rows.filter(row => row.fails)).toEqual([])
    const empty = compare([session([])], session([sample('zero', [0, 0, 0, 0, 0])]))
    expect(empty).toMatchObject({ outcome: 'not-established', reason: 'nothing-compared' })
  })
})

describe('a benchmark that the base has on one of several machines', () => {
  type Block = { machine: string; base: string[]; candidate: string[]; more?: Partial<Session> }
  const measured = (names: string[], machine: string, more: Partial<Session> = {}) =>
    session(
      names.map(name => sample(name, A)),
      { testbed: testbed({ machine }), ...more },
    )
  const compareBlocks = (blocks: Block[], policy: Partial<Policy> = {}) =>
    compareSessions({
      baselines: blocks.map(({ machine, base, more }) => measured(base, machine, more)),
      candidates: blocks.map(({ machine, candidate, more }) => measured(candidate, machine, more)),
      design: 'interleaved',
      policy: { ...defaultPolicy, ...policy },
      assumedGrade: 'untuned',
    })
  const both = ['kept', 'gone']
  const whole = (machine: string): Block => ({ machine, base: both, candidate: both })
  const lost = (machine: string): Block => ({ machine, base: both, candidate: ['kept'] })
  const removed = (where: string) => ({
    verdict: 'removed',
    fails: true,
    reason: expect.stringContaining(`the candidate on ${where} has no such entry`),
  })

  it('fails the comparison when the candidate lacks it there', () => {
    const comparison = compareBlocks([whole('A'), lost('B')])
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
    expect(rowOf(comparison, 'gone')).toMatchObject(removed('B'))
    expect(rowOf(comparison, 'kept')).toMatchObject({ verdict: 'no-change' })
  })

  it('fails the comparison when the candidate has it on another machine only', () => {
    const comparison = compareBlocks([
      { machine: 'A', base: both, candidate: ['kept'] },
      { machine: 'B', base: ['kept'], candidate: both },
    ])
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
    expect(rowOf(comparison, 'gone')).toMatchObject(removed('A'))
  })

  it('is put right by a newer attempt on the same machine only', () => {
    expect(rowOf(compareBlocks([whole('A'), lost('A')]), 'gone')?.verdict).toBe('no-change')
    expect(rowOf(compareBlocks([lost('A'), whole('A')]), 'gone')).toMatchObject(removed('A'))
    const unknown = { ...lost('A'), more: { testbed: null } }
    expect(rowOf(compareBlocks([{ ...whole('A'), more: { testbed: null } }, unknown]), 'gone')).toMatchObject(
      removed('block 2'),
    )
  })

  it('is compared where only the suite of one machine has it', () => {
    const comparison = compareBlocks([whole('A'), { machine: 'B', base: ['kept'], candidate: ['kept'] }])
    expect(comparison.outcome).toBe('pass')
    expect(rowOf(comparison, 'gone')?.verdict).toBe('no-change')
    const added = compareBlocks([whole('A'), { machine: 'B', base: ['kept'], candidate: both }])
    expect(rowOf(added, 'gone')?.verdict).toBe('no-change')
  })

  it('is compared on the other machines when it does not gate or a waiver accepts that it is missing', () => {
    const rules = [{ benchmark: 'gone', metric: '*', gate: false }]
    for (const policy of [{ rules }, { waivers: [gone] }]) {
      const comparison = compareBlocks([whole('A'), lost('B')], policy)
      expect(comparison.outcome).toBe('pass')
      expect(rowOf(comparison, 'gone')).toMatchObject({ verdict: 'no-change', fails: false })
    }
    const expired = compareBlocks([whole('A'), lost('B')], { waivers: [{ ...gone, expired: true }] })
    expect(rowOf(expired, 'gone')).toMatchObject(removed('B'))
  })

  it('may be missing on every machine that had it where a waiver accepts that', () => {
    const blocks = [lost('A'), { machine: 'B', base: ['kept'], candidate: both }]
    expect(rowOf(compareBlocks(blocks, { waivers: [gone] }), 'gone')).toMatchObject({
      verdict: 'removed',
      fails: false,
      reason: 'the candidate on A has no such entry; accepted until 2026-12-31: replaced',
    })
  })
})
