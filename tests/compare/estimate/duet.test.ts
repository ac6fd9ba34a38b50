import { describe, expect, it } from '@jest/globals'
import { blockedEstimate } from '../../../src/compare/estimate/blocked.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const nature = { unit: 'ns', band: 0.02, levels: { shown: 0.99, equivalence: 0.9 } }

type Machine = { common: number; own: number; core: number }

/** Pairs of runs: what the machine does meets both, and the first core is slower by a factor. */
function duet(random: ReturnType<typeof seededRandom>, pairs: number, ratio: number, machine: Machine) {
  const { common, own, core } = machine
  const first = Array.from({ length: pairs }, (_, i) => i % 2 === 0)
  const noise = first.map(() => Math.exp(common * Math.abs(random.normal())))
  const side = (factor: number, isFirst: boolean) =>
    noise.map((slower, i) => {
      const onFirst = first[i] === isFirst ? 1 + core : 1
      return 100 * factor * slower * onFirst * Math.exp(own * random.normal())
    })
  return { baseline: side(1, true), candidate: side(ratio, false), baselineFirst: first }
}

describe('the estimate of a duet', () => {
  const loud = { common: 0.2, own: 0.004, core: 0.1 }

  it('sees a change that is far smaller than what the machine does to both sides, or one core has over the other', () => {
    const block = duet(seededRandom(3), 20, 1.02, loud)
    const together = blockedEstimate([block], nature)
    expect(together.ratio).toBeCloseTo(1.02, 2)
    expect(together.p).toBeLessThan(1e-4)
    const { baselineFirst: _, ...unpaired } = block
    expect(blockedEstimate([unpaired], nature).p).toBeGreaterThan(0.01)
  })

  it('changes its sign with the sides', () => {
    const { baseline, candidate, baselineFirst } = duet(seededRandom(4), 11, 1.05, loud)
    const there = blockedEstimate([{ baseline, candidate, baselineFirst }], nature)
    const swapped = {
      baseline: candidate,
      candidate: baseline,
      baselineFirst: baselineFirst.map(first => !first),
    }
    const back = blockedEstimate([swapped], nature)
    expect((there.ratio as number) * (back.ratio as number)).toBeCloseTo(1, 12)
    expect(back.p).toBeCloseTo(there.p as number, 12)
    expect(back.runsNeeded(0.01, 0.001)).toBe(there.runsNeeded(0.01, 0.001))
  })

  it('is that of unpaired runs where a run is 0, or too few pairs have either side first', () => {
    const { baseline, candidate } = duet(seededRandom(5), 5, 1, loud)
    const unpaired = blockedEstimate([{ baseline, candidate }], nature)
    const baselineFirst = [true, true, true, true, false]
    expect(blockedEstimate([{ baseline, candidate, baselineFirst }], nature).p).toBe(unpaired.p)
    const counts = { baseline: [0, 1, 2, 1, 2], candidate: [1, 1, 2, 1, 2] }
    expect(blockedEstimate([{ ...counts, baselineFirst }], nature).ratio).toBe(
      blockedEstimate([counts], nature).ratio,
    )
  })

  it.each([10, 20, 40])('keeps the error rates of %i pairs', pairs => {
    const random = seededRandom(pairs)
    const cases = casesOf(1000, 5000)
    const found = Array.from({ length: cases }, () => blockedEstimate([duet(random, pairs, 1, loud)], nature))
    const share = (isSo: (estimate: (typeof found)[number]) => boolean) => found.filter(isSo).length / cases
    expect(share(({ p }) => (p as number) < 0.01)).toBeLessThan(0.017)
    const within = ([low, high]: [number, number]) => low <= 1 && high >= 1
    expect(share(({ interval }) => within(interval as [number, number]))).toBeGreaterThan(0.983)
    expect(
      share(({ equivalenceInterval }) => within(equivalenceInterval as [number, number])),
    ).toBeGreaterThan(0.87)
  })
})
