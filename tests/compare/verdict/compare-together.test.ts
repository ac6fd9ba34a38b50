import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import type { ComparisonRequest } from '../../../src/compare/comparison-request.ts'
import { compareTogether } from '../../../src/compare/verdict/compare-together.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { holm } from '../../../src/stats/inference/multiple-testing.ts'
import { sample, session } from '../session.ts'

/** Ten runs around a middle, the same noise each time but in another order. */
function runs(middle: number, shift: number): number[] {
  const noise = [3, -5, 1, 4, -2, 0, -4, 5, 2, -3]
  return noise.map((_, i) => middle * (1 + (noise[(i * 3 + shift) % 10] ?? 0) / 500))
}

/** A comparison of `rows` rows, whose first one changed by `change`. */
function request(rows: number, change: number): ComparisonRequest {
  const side = (of: number, shift: number) =>
    session(Array.from({ length: rows }, (_, i) => sample(`row ${i}`, runs(i === 0 ? of : 1000, shift + i))))
  const sides = { baselines: [side(1000, 0)], candidates: [side(1000 * (1 + change), 1)] }
  return { ...sides, design: 'interleaved', policy: defaultPolicy, assumedGrade: 'tuned' }
}

describe('compareTogether', () => {
  it('corrects over the rows of all comparisons together, and changes no raw p', () => {
    const requests = [request(3, 0.009), request(40, 0)]
    const family = compareTogether(requests)
    const rows = family.flatMap(({ comparison }) => comparison?.rows ?? [])
    expect(rows.map(row => row.p)).toEqual(
      requests.flatMap(each => compareSessions(each).rows.map(row => row.p)),
    )
    expect(rows.map(row => row.adjustedP)).toEqual(holm(rows.map(row => row.p as number)))
    expect(rows).toHaveLength(43)
  })

  it('finds a change alone that is not significant among many', () => {
    const small = request(1, 0.0075)
    const verdict = (among: ComparisonRequest[]) => compareTogether(among)[0]?.comparison?.rows[0]
    const alone = verdict([small])
    const among = verdict([small, request(200, 0)])
    expect(alone?.adjustedP).toBeLessThan(0.045)
    expect(among?.adjustedP).toBeGreaterThan(0.045)
    expect(among?.detectable).toBeGreaterThan(alone?.detectable as number)
  })

  it('gives a single comparison the same result as without a family', () => {
    const one = request(5, 0.1)
    expect(compareTogether([one])).toEqual([{ comparison: compareSessions(one), problem: null }])
    expect(compareTogether([])).toEqual([])
  })

  it('loses only the comparison that contradicts itself', () => {
    const [first, second] = compareTogether([{ ...request(2, 0), baselines: [] }, request(2, 0.1)])
    expect(first).toEqual({
      comparison: null,
      problem: expect.stringMatching(/one baseline session for each/),
    })
    expect(second?.comparison?.outcome).toBe('regression')
  })
})
