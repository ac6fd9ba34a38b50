import { describe, expect, it } from '@jest/globals'
import { seededUniform } from '../../../src/stats/distributions/seeded-uniform.ts'
import { likeliestStep, stepRange } from '../../../src/stats/series/step-range.ts'
import { type LargestStep, stepScan } from '../../../src/stats/series/step-scan.ts'
import { type SearchSettings, stepSearch } from '../../../src/stats/series/step-search.ts'
import { seededRandom } from '../seeded-random.ts'

const settings: SearchSettings = {
  permutations: 999,
  exceedances: 3,
  clear: 1e-6,
  alpha: 0.001,
  describedAlpha: 0.01,
  knownAlpha: 0.1,
  minSide: 3,
  margin: 2,
  maxSteps: 30,
}
const search = (values: Float64Array, breaks: number[] = [], more: Partial<SearchSettings> = {}) =>
  stepSearch(values, breaks, { ...settings, ...more }, seededUniform(1))
const places = (values: Float64Array, breaks: number[] = []) =>
  search(values, breaks).steps.map(step => step.at)

const noise = (n: number, seed: number) => {
  const random = seededRandom(seed)
  return Float64Array.from({ length: n }, () => random.normal())
}
/** Noise with levels: [first index, level]. */
const levels = (n: number, seed: number, ...steps: [number, number][]) =>
  noise(n, seed).map((value, i) => value + (steps.findLast(([at]) => i >= at)?.[1] ?? 0))

describe('the scan for the largest step', () => {
  it('measures a step by how much likelier two levels make the values than one', () => {
    const step = stepScan(10, [], 3)(Float64Array.from([1, 2, 1, 2, 5, 6, 5, 6, 5, 6]))
    // Means 1.5 and 5.5: C² = 4·6/10·16 = 38.4, within the sides 1 + 1.5. One value of variance 1 counts beside them.
    expect(step?.at).toBe(4)
    expect(step?.strength).toBeCloseTo(9 * Math.log((1 + 40.9) / (1 + 2.5)), 12)
  })

  it('counts a step by the noise around it: one in quiet times is as strong beside noisy ones', () => {
    const quiet = Float64Array.from({ length: 100 }, (_, i) => 0.01 * (i % 2) + (i >= 50 ? 1 : 0))
    const noisy = Float64Array.from([...quiet, ...noise(100, 5).map(value => 3 * value)])
    expect(stepScan(200, [], 3)(noisy)?.at).toBe(50)
    expect(search(noisy).steps.map(({ at }) => at)).toContain(50)
  })

  it('says the same when it may skip what is too small, and nothing when all is', () => {
    for (let seed = 0; seed < 50; seed++) {
      const values = levels(120, seed, [50, 1 + (seed % 4)], [62, 0])
      const scan = stepScan(120, [], 3)
      const step = scan(values)
      const strength = step?.strength ?? 0
      expect(scan(values, strength * (1 - 1e-9))).toEqual(step)
      expect(scan(values, strength * 1.001)).toBeNull()
    }
  })

  it('sees a step that is taken back in a part of the values, at the weight of parts', () => {
    const values = Float64Array.from({ length: 120 }, (_, i) => (i % 2) + (i >= 60 && i < 68 ? 9 : 0))
    const part = stepScan(120, [], 3)(values)
    const { at, from, to, strength } = part as LargestStep
    expect([60, 68]).toContain(at)
    expect(to - from).toBeLessThan(120)
    const alone = stepScan(to - from, [], 3)(values.slice(from, to))
    expect(strength).toBeCloseTo(0.7 * (alone?.strength ?? 0), 9)
  })

  it('looks across no known break, and sees no step in constant or too few values', () => {
    const values = Float64Array.from({ length: 20 }, (_, i) => (i >= 10 ? 8 : 0) + (i % 2))
    expect(stepScan(20, [10], 3)(values)?.strength).toBeLessThan(5)
    expect(stepScan(20, [], 3)(new Float64Array(20))).toBeNull()
    expect(stepScan(5, [], 3)(noise(5, 1))).toBeNull()
  })
})

describe('the search for steps', () => {
  it('finds planted steps, also one that is taken back', () => {
    expect(places(levels(200, 3, [60, 4], [140, 12]))).toEqual([60, 140])
    const there = places(levels(300, 4, [100, 6], [110, 0]))
    expect(there.toSorted((x, y) => x - y)).toEqual([100, 110])
  })

  it('does not depend on a shift, the unit, or which way is up', () => {
    const values = levels(120, 8, [60, 3], [100, 0])
    const expected = search(values)
    expect(expected.steps.length).toBe(2)
    // Powers of two: nothing is rounded.
    expect(search(values.map(value => 1024 * value))).toEqual(expected)
    expect(search(values.map(value => -value))).toEqual(expected)
    expect(places(values.map(value => value + 1e4))).toEqual(expected.steps.map(step => step.at))
  })

  it('finds the mirrored steps in the mirrored series', () => {
    const values = levels(128, 6, [40, 5])
    expect(places(values)).toEqual([40])
    expect(places(values.toReversed())).toEqual([128 - 40])
  })

  it('gives the same for the same seed, and never a p of 0', () => {
    const values = levels(90, 2, [45, 3])
    expect(search(values)).toEqual(search(values))
    const [step] = search(values).steps
    expect(step?.p).toBeGreaterThan(0)
    expect(step?.p).toBeLessThan(0.001)
  })

  it('leaves known breaks out, and what they explain', () => {
    expect(places(levels(120, 5, [60, 6]), [60])).toEqual([])
    expect(places(levels(120, 5, [60, 6], [90, 12]), [60])).toEqual([90])
  })

  it('finds all of several steps that hide each other in few values', () => {
    for (let seed = 0; seed < 12; seed++) {
      expect(places(levels(56, seed, [30, 10], [40, 0], [50, 10]))).toEqual([30, 40, 50])
    }
  })

  it('tests many steps of a long series with the same permuted series', () => {
    const at = [50, 100, 150, 200, 250, 300, 350]
    const values = levels(400, 3, ...at.map((place, i): [number, number] => [place, i % 2 === 0 ? 12 : 0]))
    const uniform = seededUniform(1)
    let drawn = 0
    const counted = () => {
      drawn++
      return uniform()
    }
    const { steps } = stepSearch(values, [], settings, counted)
    expect(steps.map(step => step.at)).toEqual(at)
    // A shuffle draws a number for each value but one. Each step alone takes 199 of them.
    expect(drawn / 399).toBeLessThan(3 * 199)
  })

  it('keeps a known step until the values speak against it, and takes no wrong one', () => {
    const found = (values: Float64Array, known: number[]) =>
      stepSearch(values, [], settings, seededUniform(1), known).steps
    const weak = Array.from({ length: 30 }, (_, seed) => levels(80, seed, [40, 1.1]))
    const count = (known: number[]) => weak.filter(values => found(values, known).length > 0).length
    expect(count([])).toBeLessThan(20)
    expect(count([40])).toBeGreaterThan(25)
    const kept = found(levels(80, 3, [40, 2]), [40])
    expect(kept.map(({ isKnown }) => isKnown)).toEqual([true])
    // At the level of known steps, a tenth of wrong ones would stand.
    const wrong = Array.from({ length: 40 }, (_, seed) => found(noise(60, seed), [30]))
    expect(wrong.filter(steps => steps.length > 0).length).toBeLessThan(9)
  })

  it('finds exact levels without any noise, and ends', () => {
    const exact = Float64Array.from({ length: 40 }, (_, i) => (i >= 25 ? 0.1 : i >= 12 ? 0.3 : 0.2))
    expect(places(exact).toSorted((x, y) => x - y)).toEqual([12, 25])
    expect(search(new Float64Array(30).fill(3))).toMatchObject({ steps: [], lastP: null })
    expect(search(Float64Array.of(1, 2, 3))).toMatchObject({ steps: [], lastP: null })
  })

  it('is calibrated where it is exact: about 5 % at the 5 % level in independent noise of any size', () => {
    for (const n of [12, 40]) {
      const found = Array.from({ length: 400 }, (_, seed) =>
        stepSearch(
          noise(n, 1000 + seed),
          [],
          { ...settings, alpha: 0.05, describedAlpha: 0.05, margin: 0, permutations: 199, exceedances: 20 },
          seededUniform(seed),
        ),
      ).filter(({ steps }) => steps.length > 0).length
      // With the autocorrelation estimated as well, that of 12 values is often taken for more than nothing.
      expect(found).toBeGreaterThan(2)
      expect(found).toBeLessThan(36)
    }
  })
})

describe('the place of a step', () => {
  it('is the likeliest one, within a range that is short for a large step and long for a small one', () => {
    const values = levels(100, 11, [50, 6])
    const options = { noise: { sd: 1, autocorrelation: 0, df: 98 }, minSide: 3, level: 0.95 }
    expect(likeliestStep(values, [0, 100], 3)).toBe(50)
    expect(stepRange(values, [0, 100], options)).toEqual([50, 50])
    const [low, high] = stepRange(levels(100, 11, [50, 1]), [0, 100], options)
    expect(high - low).toBeGreaterThan(2)
    expect(low).toBeLessThanOrEqual(50)
    expect(high).toBeGreaterThanOrEqual(50)
  })

  it('lies in the range of 95 % about as often as that', () => {
    const options = { noise: { sd: 1, autocorrelation: 0, df: 58 }, minSide: 3, level: 0.95 }
    const held = Array.from({ length: 400 }, (_, seed) =>
      stepRange(levels(60, seed, [25, 2]), [0, 60], options),
    )
    const share = held.filter(([low, high]) => low <= 25 && 25 <= high).length / 400
    expect(share).toBeGreaterThan(0.92)
  })

  it('is certain where nothing varies, and exists for two values', () => {
    const exact = Float64Array.of(1, 1, 1, 1, 2, 2, 2)
    const options = { noise: { sd: 0, autocorrelation: 0, df: 5 }, minSide: 3, level: 0.95 }
    expect(stepRange(exact, [0, 7], options)).toEqual([4, 4])
    expect(likeliestStep(Float64Array.of(1, 2), [0, 2], 3)).toBe(1)
  })
})
