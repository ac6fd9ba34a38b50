import { describe, expect, it } from '@jest/globals'
import { isGrossStep } from '../../../src/stats/series/gross-step.ts'
import { seededRandom } from '../seeded-random.ts'

const isGross = (values: number[], at: number, stretch: [number, number] = [0, values.length]) =>
  isGrossStep(Float64Array.from(values), at, stretch)

/** `count` values of noise with a standard deviation of 1 around a level. */
function around(level: number, count: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => level + random.normal())
}

describe('a gross step', () => {
  it('lies far apart, and one that does not is none', () => {
    expect(isGross([...around(0, 10, 1), ...around(40, 10, 2)], 10)).toBe(true)
    expect(isGross([...around(0, 10, 1), ...around(3, 10, 2)], 10)).toBe(false)
  })

  it('has no value of the other level beside it, but for a tenth', () => {
    const [before, after] = [around(0, 20, 1), around(40, 20, 2)]
    expect(isGross([...before.with(4, 40), ...after], 20)).toBe(true)
    expect(isGross([...around(0, 6, 1).with(4, 40), ...around(40, 6, 2)], 6)).toBe(false)
  })

  it('needs four values on either side, which may be of another level', () => {
    const values = [...around(0, 10, 1), ...around(40, 4, 2), ...around(80, 10, 3)]
    expect(isGross(values, 10, [0, 14])).toBe(true)
    expect(isGross(values.slice(0, 13), 10)).toBe(false)
    expect(isGross([...around(0, 10, 1), 40, 40, 40, ...around(0, 10, 3)], 10, [0, 13])).toBe(false)
  })

  it('is hardly ever in noise, however strongly that carries on', () => {
    const histories = Array.from({ length: 300 }, (_, seed) => {
      const random = seededRandom(seed)
      let carried = random.normal()
      return Array.from({ length: 30 }, () => {
        carried = 0.6 * carried + 0.8 * random.normal()
        return carried
      })
    })
    const wrong = histories.filter(values => values.some((_, at) => isGross(values, at)))
    expect(wrong.length).toBeLessThanOrEqual(3)
  })
})
