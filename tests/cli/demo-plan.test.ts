import { describe, expect, it } from '@jest/globals'
import { planDemo } from '../../src/cli/demo/plan.ts'

/** Five runs of thirty equal measurements that differ from run to run by the factors. */
const pilot = (...factors: number[]) => factors.map(factor => Array(30).fill(1e6 * factor))

const asked = { runs: pilot(1, 1.002, 0.998, 1.001, 0.999), runMs: 500, leftMs: 40_000, alpha: 0.01 }

describe('the regression that the demo plants', () => {
  it('is a small one on a quiet machine', () => {
    expect(planDemo(asked)).toEqual({ every: 20, planted: 0.05, runs: 20 })
  })

  it('is larger on a noisy one, so that it can be seen', () => {
    const plan = planDemo({ ...asked, runs: pilot(1, 1.08, 0.95, 1.03, 0.97) })
    expect(plan).toMatchObject({ every: expect.any(Number) })
    expect((plan as { planted: number }).planted).toBeGreaterThan(0.05)
  })

  it('is none, with the reason, where nothing can be seen or a minute is too short', () => {
    expect(planDemo({ ...asked, runs: pilot(1, 2, 0.4, 1.5, 0.7) })).toEqual({
      why: expect.stringMatching(
        /^runs of the same program differ by \d+ % \(standard deviation\), so 20 runs per side see no change below \d+ %, and the demo plants 50 % at most$/,
      ),
    })
    expect(planDemo({ ...asked, runMs: 8000 })).toEqual({
      why: 'one run takes 8.0 s here, too long for a minute',
    })
  })
})
