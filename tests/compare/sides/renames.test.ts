import { describe, expect, it } from '@jest/globals'
import type { Comparison, Rename } from '../../../src/model/index.ts'
import { compare, sample, session } from '../session.ts'

const A = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]
const slower = A.map(value => 1.5 * value)

const rename = (from: string, to: string, proposed = true): Rename => ({ from, to, proposed })

const verdicts = ({ rows }: Comparison) => rows.map(row => [row.benchmark, row.verdict])

describe('a renamed benchmark', () => {
  it('is compared with what it was called before, and says so', () => {
    const comparison = compare([session([sample('old', A)])], session([sample('new', slower)]), {
      renamed: [rename('old', 'new')],
    })
    expect(comparison.outcome).toBe('regression')
    expect(verdicts(comparison)).toEqual([['new', 'regression']])
    expect(comparison.rows[0]?.warnings).toContainEqual({
      code: 'renamed',
      message: 'compared with old, its name in the baseline',
    })
  })

  it('is missing without an entry, whatever new benchmark there is', () => {
    const comparison = compare([session([sample('old', A)])], session([sample('new', slower)]), {})
    expect(comparison.outcome).toBe('not-established')
    expect(verdicts(comparison)).toEqual([
      ['old', 'removed'],
      ['new', 'new'],
    ])
  })

  it('is followed through stored sessions of before and after, and through several renames', () => {
    const names = ['c', 'b', 'a']
    const stored = names.map(name => session([sample(name, A)]))
    const renamed = [rename('a', 'b', false), rename('b', 'c', false)]
    const [row] = compare(stored, session([sample('c', A)]), { renamed }).rows
    expect(row).toMatchObject({ benchmark: 'c', runs: { baseline: 3 * A.length } })
    expect(row?.warnings.filter(({ code }) => code === 'renamed')).toEqual([])
  })

  it('keeps a failure of the baseline under its new name', () => {
    const base = session([sample('kept', A)], { failures: [{ name: 'old', reason: 'crashed' }] })
    const renamed = [rename('old', 'new')]
    const comparison = compare([base], session([sample('kept', A), sample('new', A)]), { renamed })
    expect(verdicts(comparison)).toContainEqual(['new', 'failed'])
  })

  it('is judged by the rules and waivers of its old name where the pull request renames it', () => {
    const rules = [
      { benchmark: 'info/*', metric: '*', gate: false },
      { benchmark: 'old', metric: '*', band: 0.2 },
    ]
    const sides = [[session([sample('old', A)])], session([sample('info/new', slower)])] as const
    const by = (proposed: boolean) =>
      compare([...sides[0]], sides[1], { rules, renamed: [rename('old', 'info/new', proposed)] }).rows[0]
    expect(by(true)).toMatchObject({ gates: true, fails: true, band: 0.2 })
    expect(by(false)).toMatchObject({ gates: false, fails: false })
  })
})

describe('a rename that a pull request adds', () => {
  it('counts for nothing where it still has the old name', () => {
    const candidate = session([sample('old', A), sample('new', slower)])
    const renamed = [rename('old', 'new')]
    expect(verdicts(compare([session([sample('old', A)])], candidate, { renamed }))).toEqual([
      ['old', 'inconclusive'],
      ['new', 'new'],
    ])
  })

  it('cannot put the slow benchmark that it removes in the place of one that it makes slower', () => {
    const base = session([sample('fast', A), sample('slow', slower)])
    const renamed = [rename('slow', 'fast')]
    const comparison = compare([base], session([sample('fast', slower)]), { renamed })
    expect(comparison.outcome).toBe('regression')
    expect(verdicts(comparison)).toEqual([
      ['fast', 'regression'],
      ['slow', 'removed'],
    ])
  })

  it('cannot bring back what only older sessions of the base have', () => {
    const baselines = [session([sample('fast', A)]), session([sample('slow', slower)])]
    const fast = (renamed: Rename[]) =>
      compare(baselines, session([sample('fast', slower)]), { renamed }).rows[0]
    expect(fast([rename('slow', 'fast')])?.runs.baseline).toBe(A.length)
    expect(fast([rename('slow', 'fast', false)])?.runs.baseline).toBe(2 * A.length)
  })
})
