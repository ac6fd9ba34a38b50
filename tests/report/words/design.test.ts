import { describe, expect, it } from '@jest/globals'
import {
  designText,
  intervalName,
  lookText,
  mistakesText,
  sideText,
} from '../../../src/report/words/design.ts'
import { comparison, notEstablishedExample, storedExample, unchangedExample } from '../example-comparison.ts'
import { comparedRow } from '../example-rows.ts'

describe('designText', () => {
  it('names the design and the runs', () => {
    expect(designText(unchangedExample())).toBe('both versions interleaved in one job, 10 runs per side')
    expect(designText(storedExample())).toBe(
      'against a stored baseline of 12 sessions, 10 baseline and 10 candidate runs',
    )
  })

  it('gives a range where rows have different numbers of runs', () => {
    const measured = { level: 1e6, change: 0, spread: 0.01, runs: 10 }
    const rows = [
      comparedRow('a', 'no-change', measured),
      comparedRow('b', 'no-change', measured, { runs: { baseline: 8, candidate: 10 } }),
    ]
    expect(designText(comparison(rows))).toBe(
      'both versions interleaved in one job, 8 to 10 baseline and 10 candidate runs',
    )
  })

  it('does not describe a comparison that did not happen', () => {
    expect(designText(notEstablishedExample('no-baseline'))).toBe('nothing to compare with')
    expect(designText(notEstablishedExample('nothing-compared'))).toBe(
      'both versions interleaved in one job, no row compared',
    )
  })
})

describe('mistakesText', () => {
  it('says the error rate without a symbol, and never promises more', () => {
    const { policy } = unchangedExample()
    expect(mistakesText(policy)).toBe('at most 1 in 100 unchanged benchmarks is called by mistake')
    expect(mistakesText({ ...policy, alpha: 0.03 })).toMatch(/^at most 1 in 33 /)
    expect(mistakesText({ ...policy, alpha: 0.0005 })).toMatch(/^at most 1 in 2,000 /)
  })
})

describe('lookText', () => {
  it('says at which look the data decided, if there are several', () => {
    expect(lookText(unchangedExample())).toBeNull()
    const { rows } = unchangedExample()
    const at = (looks: number[], runs: number[]) =>
      lookText(
        comparison(
          rows.map((row, i) => ({ ...row, runs: { baseline: runs[i] ?? 0, candidate: runs[i] ?? 0 } })),
          { looks },
        ),
      )
    expect(at([5, 10, 20], [5, 5, 5])).toBe('decided at look 1 of 3 planned looks')
    expect(at([5, 10, 20], [20, 20, 20])).toBe('decided at look 3 of 3 planned looks')
    expect(at([5, 10, 20], [5, 20, 5])).toBe('each row decided at one of 3 planned looks')
  })
})

describe('intervalName', () => {
  it('follows the policy without rounding it to certainty', () => {
    const { policy } = unchangedExample()
    expect(intervalName(policy)).toBe('99 % interval')
    expect(intervalName({ ...policy, alpha: 0.0005 })).toBe('99.95 % interval')
  })
})

describe('sideText', () => {
  it('names three sources and counts the others', () => {
    expect(sideText(storedExample().baseline)).toBe(
      '4f1c2d9be0 on main, 12 sessions, tuned machine, from run 11840 attempt 1, run 11839 attempt 1, ' +
        'run 11838 attempt 1 and 9 more',
    )
  })

  it('gives the reason of a grade that is not tuned', () => {
    expect(sideText(storedExample().candidate)).toContain('degraded machine (turbo: denied by firmware)')
  })

  it('says what is not known', () => {
    const { candidate } = unchangedExample()
    expect(sideText({ ...candidate, revision: null, testbed: null })).toBe('unknown commit, unknown machine')
    expect(sideText({ ...candidate, sessions: 0 })).toBe('none')
  })
})
