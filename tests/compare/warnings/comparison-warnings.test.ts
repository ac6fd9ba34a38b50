import { describe, expect, it } from '@jest/globals'
import { notAlternated } from '../../../src/compare/warnings/comparison-warnings.ts'
import type { Design, Sample } from '../../../src/model/index.ts'
import { compare, session } from '../session.ts'
import { evidence } from './judged-session.ts'

/** Five runs, two seconds apart. */
const begun = (second: number, source = 'x') =>
  session([], {
    source,
    evidence: Array.from({ length: 5 }, (_, i) => ({
      ...evidence({ validity: 'valid', reasons: [] }),
      startedAt: new Date(Date.UTC(2026, 10, 20) + 1000 * (second + 2 * i)).toISOString(),
    })),
  })

describe('a warning of a session', () => {
  it('says so where it is the baseline alone that has it', () => {
    const doubt = (message: string) => ({ code: 'doubtful-runs', message })
    const baseline = session([], { warnings: [doubt('2 of 5 runs'), doubt('shared')] })
    const candidate = session([], { warnings: [doubt('3 of 5 runs'), doubt('shared')] })
    const { warnings } = compare([baseline], candidate, {}, { design: 'stored' })
    const messages = warnings.filter(({ code }) => code === 'doubtful-runs').map(({ message }) => message)
    expect(messages).toEqual(['3 of 5 runs', 'shared', 'baseline: 2 of 5 runs'])
  })
})

describe('sides with the same measurements', () => {
  const sample = (name: string, values: number[], unit = 'ns') => ({
    ...{ name, metric: 'time', unit, better: 'lower' as const, gate: true },
    runs: values.map(value => [value]),
  })
  const codes = (baseline: Sample[], candidate: Sample[]) =>
    compare([session(baseline)], session(candidate), {}, { design: 'stored' }).warnings.map(
      ({ code }) => code,
    )
  const measured = [sample('a', [101, 99, 103, 100, 98]), sample('b', [7, 7, 7, 7, 7])]

  it('are one and a copy of it, where the numbers vary', () => {
    expect(codes(measured, structuredClone(measured))).toContain('same-measurements')
  })

  it('are two where one number differs, or none varies, as counts that did not change', () => {
    expect(codes(measured, [sample('a', [101, 99, 103, 100, 97]), sample('b', [7, 7, 7, 7, 7])])).toEqual([])
    for (const counted of [[sample('b', [7, 7, 7, 7, 7])], [sample('b', [101, 99, 103, 100, 98], 'B')]])
      expect(codes(counted, structuredClone(counted))).not.toContain('same-measurements')
  })
})

describe('runs that are taken to have alternated', () => {
  it('did so where the sessions overlap, whichever began', () => {
    expect(notAlternated([begun(0)], [begun(1)])).toBeNull()
    expect(notAlternated([begun(1)], [begun(0)])).toBeNull()
  })

  it('did not where one session ended before the other began, and both are named', () => {
    const warning = notAlternated([begun(0), begun(0, 'a')], [begun(1), begun(60, 'b')])
    expect(warning?.code).toBe('not-alternated')
    expect(warning?.message).toMatch(/^the runs of a and b did not alternate: .*order separate/)
    expect(notAlternated([begun(60)], [begun(0)])).not.toBeNull()
  })

  it('are not doubted where nothing says when they were made, nor where the design is another', () => {
    expect(notAlternated([session([])], [begun(0)])).toBeNull()
    const codes = (design: Design) =>
      compare([begun(0)], begun(60), {}, { design }).warnings.map(({ code }) => code)
    expect(codes('stored')).toEqual([])
    expect(codes('interleaved')).toEqual(['not-alternated'])
  })
})
