// The sections of several suites are one family, and end with one exit code.
import { describe, expect, it } from '@jest/globals'
import { exitCodeOfReport, reportOn, type SuiteFate, sectionsOf } from '../../src/cli/suites/report.ts'
import { interleavedRequest } from '../../src/compare/comparison-request.ts'
import { compareTogether } from '../../src/compare/verdict/compare-together.ts'
import { defaultPolicy, type Session } from '../../src/model/index.ts'
import { plannedLooks, sample, session } from '../compare/session.ts'

const runs = (level: number, seed: number) =>
  Array.from({ length: 12 }, (_, i) => level * (1 + 0.01 * Math.sin(seed * 7 + i * i * 3)))

const side = (level: number, seed: number): Session =>
  session([sample('work', runs(level, seed))], plannedLooks([12]))

const measured = (name: string, change: number, seed: number, warnings: string[] = []): SuiteFate => ({
  name,
  fate: 'measured',
  sessions: {
    baseline: side(100, seed),
    candidate: side(100 * (1 + change), seed + 0.5),
    warnings: warnings.map(code => ({ code, message: code })),
  },
})

const failed: SuiteFate = { name: 'broken', fate: 'failed', problem: 'exit code 2' }
const missing: SuiteFate = { name: 'gone', fate: 'missing' }
const added: SuiteFate = {
  name: 'added',
  fate: 'measured',
  sessions: { baseline: null, candidate: side(100, 9), warnings: [] },
}

const codeOf = (fates: SuiteFate[], policy = defaultPolicy) =>
  exitCodeOfReport(reportOn(sectionsOf(fates, policy), policy, []))

describe('the suites of a configuration', () => {
  it('are one family: p is corrected for the rows of all that were measured on both sides', () => {
    const fates = [measured('a', 0.004, 1), added, measured('b', 0.05, 2), failed, measured('c', 0, 3)]
    const sections = sectionsOf(fates, defaultPolicy)
    const both = fates.flatMap(fate =>
      fate.fate === 'measured' && fate.sessions.baseline !== null ? [fate.sessions] : [],
    )
    const together = compareTogether(
      both.map(({ baseline, candidate }) =>
        interleavedRequest([baseline as Session], [candidate], defaultPolicy),
      ),
    )
    const adjusted = (rows: (typeof together)[number]['comparison']) => rows?.rows.map(row => row.adjustedP)
    const compared = sections.filter(each => ['a', 'b', 'c'].includes(each.suite))
    expect(compared.map(each => adjusted(each.comparison))).toEqual(
      together.map(each => adjusted(each.comparison)),
    )
    const [alone] = sectionsOf([measured('a', 0.004, 1)], defaultPolicy)
    const first = compared[0]?.comparison?.rows[0]
    expect(first?.p).toBe(alone?.comparison?.rows[0]?.p)
    expect(first?.adjustedP).toBeGreaterThan(alone?.comparison?.rows[0]?.adjustedP as number)
  })

  it('keep their order, and the warnings of measuring', () => {
    const sections = sectionsOf(
      [missing, measured('a', 0, 1, ['stopped-in-vain']), failed, added],
      defaultPolicy,
    )
    expect(sections.map(each => each.suite)).toEqual(['gone', 'a', 'broken', 'added'])
    expect(sections[1]?.comparison?.warnings).toContainEqual({
      code: 'stopped-in-vain',
      message: 'stopped-in-vain',
    })
  })

  it('end with one exit code, that of the worst', () => {
    const calm = measured('a', 0, 1)
    const worse = measured('b', 0.2, 2)
    expect(codeOf([calm, added])).toBe(0)
    expect(codeOf([calm, missing])).toBe(3)
    expect(codeOf([calm, missing, failed])).toBe(1)
    expect(codeOf([calm, missing, failed, worse])).toBe(2)
    const spared = { ...defaultPolicy, shadow: true }
    expect(codeOf([calm, missing, worse], spared)).toBe(0)
    expect(codeOf([failed], spared)).toBe(1)
    expect(codeOf([])).toBe(0)
  })
})
