// A stored baseline learns from the nights of a row how its sessions differ.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import type { NightRuns } from '../../../src/compare/comparison-request.ts'
import { storedPower } from '../../../src/compare/estimate/stored-power.ts'
import { defaultPolicy, type Grade, type Row } from '../../../src/model/index.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { sample, session, testbed } from '../session.ts'

const random = seededRandom(45)
const runsAt = (level: number) =>
  Array.from({ length: 10 }, () => 100 * Math.exp(level + 0.003 * random.normal()))
const nightsOf = (sd: number, more: Partial<NightRuns> = {}): NightRuns => ({
  name: 'parse',
  metric: 'time',
  unit: 'ns',
  nights: Array.from({ length: 80 }, () => runsAt(sd * random.normal())),
  ...more,
})

type Known = { nights?: NightRuns[]; grade?: Grade; renamed?: boolean; hosts?: [string, string] }

function row(level: number, { nights, grade = 'tuned', renamed = false, hosts }: Known): Row {
  const named = renamed ? 'parse all' : 'parse'
  const machine = (host?: string) =>
    host ? { testbed: { ...testbed({ machine: 'class', host }), fingerprint: 'f00' } } : {}
  const { rows } = compareSessions({
    baselines: [session([sample('parse', runsAt(0))], machine(hosts?.[0]))],
    candidates: [session([sample(named, runsAt(level))], machine(hosts?.[1]))],
    nights: nights ?? [],
    design: 'stored',
    policy: {
      ...defaultPolicy,
      renamed: renamed ? [{ from: 'parse', to: named, proposed: false }] : [],
    },
    assumedGrade: grade,
  })
  return rows[0] as Row
}

describe('a candidate against a stored baseline whose nights are known', () => {
  it('is not blamed for as much as sessions of this row differ by, more than on other tuned machines', () => {
    expect(row(0.085, {}).verdict).toBe('regression')
    const known = row(0.085, { nights: [nightsOf(0.03)] })
    expect(known.verdict).toBe('inconclusive')
    expect(known.detectable as number).toBeGreaterThan(0.12)
  })

  it.each(['tuned', 'untuned'] as const)('is found slower by 3 %% where nights are quiet, %s', grade => {
    expect(row(0.03, { grade }).verdict).toBe('inconclusive')
    expect(row(0.03, { grade, nights: [nightsOf(0.002)] }).verdict).toBe('regression')
  })

  it('is compared by the nights that its row had under its name then', () => {
    expect(row(0.03, { nights: [nightsOf(0.002)], renamed: true }).verdict).toBe('regression')
  })

  it.each([
    ['are in another unit', nightsOf(0.002, { unit: 'ms' })],
    ['are of another row', nightsOf(0.002, { name: 'lex' })],
    ['hold a 0', { ...nightsOf(0.002), nights: [[0, 0], ...nightsOf(0.002).nights] }],
    ['are few', { ...nightsOf(0.002), nights: nightsOf(0.002).nights.slice(0, 8) }],
  ])('learns nothing from nights that %s', (_, nights) => {
    expect(row(0.03, { nights: [nights] }).verdict).toBe('inconclusive')
  })

  it('learns nothing of other machines of its class', () => {
    const nights = [nightsOf(0.002)]
    expect(row(0.03, { nights, hosts: ['one', 'one'] }).verdict).toBe('regression')
    expect(row(0.03, { nights, hosts: ['one', 'other'] }).verdict).toBe('inconclusive')
  })

  it('needs no base in the same job where nights are quiet', () => {
    const stored = [session([sample('parse', runsAt(0))])]
    const policy = { ...defaultPolicy, band: 0.03 }
    const plan = { policy, grade: 'tuned' as const, runs: 10 }
    expect(storedPower(stored, plan)).toBeGreaterThan(policy.band)
    expect(storedPower(stored, { ...plan, nights: [nightsOf(0.002)] })).toBeLessThan(policy.band)
  })
})
