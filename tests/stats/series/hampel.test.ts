import { describe, expect, it } from '@jest/globals'
import { hampelSpikes } from '../../../src/stats/series/hampel.ts'
import { seededRandom } from '../seeded-random.ts'

const settings = { halfWidth: 5, cutoff: 4 }
const noise = (n: number, seed: number) => {
  const random = seededRandom(seed)
  return Float64Array.from({ length: n }, () => random.normal())
}

describe("Hampel's filter", () => {
  it('finds a single far value wherever it is, and nothing else', () => {
    for (const place of [0, 1, 40, 78, 79]) {
      const values = noise(80, 3).map((value, i) => (i === place ? value + 12 : value))
      expect(hampelSpikes(values, settings)).toEqual([place])
    }
  })

  it('takes no value on either side of a step for a spike', () => {
    for (let seed = 0; seed < 50; seed++) {
      const flat = new Set(hampelSpikes(noise(60, seed), settings))
      const stepped = noise(60, seed).map((value, i) => (i >= 30 ? value + 15 : value))
      expect(hampelSpikes(stepped, settings).filter(i => !flat.has(i))).toEqual([])
    }
  })

  it('cannot tell the first two values of a new level at the end from spikes, but not those of four', () => {
    const ending = (length: number) => noise(40 + length, 6).map((value, i) => (i >= 40 ? value + 15 : value))
    expect(hampelSpikes(ending(2), settings)).toEqual([40, 41])
    expect(hampelSpikes(ending(4), settings)).toEqual([])
  })

  it('finds a single value that differs when all others are the same, and none when a third of them does', () => {
    expect(
      hampelSpikes(
        Float64Array.from({ length: 50 }, (_, i) => (i === 20 ? 1.001 : 1)),
        settings,
      ),
    ).toEqual([20])
    expect(
      hampelSpikes(
        Float64Array.from({ length: 60 }, (_, i) => (i % 3 ? 1 : 2)),
        settings,
      ),
    ).toEqual([])
    expect(hampelSpikes(new Float64Array(9).fill(4), settings)).toEqual([])
    expect(hampelSpikes(new Float64Array(), settings)).toEqual([])
  })

  it('takes no rounded value for a spike where half of them are alike, and no value of two levels', () => {
    // The first sessions of a public history (http1_parallel_x10_req_10kb_100_chunks of hyper). With the median distance
    // alone, 17 of them were spikes, and among those that were left two changes were announced.
    // biome-ignore format: the values fill their lines
    const rounded = [
      5200, 5279, 5201, 5201, 5279, 5200, 5435, 5200, 5198, 5200, 5200, 5200, 5201, 5274, 5201, 5201, 5274, 5280, 5278,
      5197, 5279, 5281, 5110, 5200, 5280, 5278, 5277, 5119, 5117, 5279, 5280, 5280, 5276, 5357, 5195, 5125, 5204, 5201,
      5116, 5161, 5279, 5121, 5119, 5122, 5212, 5279, 5204, 5202, 5280, 5201, 5200, 5359, 5201, 5359, 5205, 5200, 5281,
      5202, 5201, 5269, 5204, 5200, 5202,
    ]
    expect(hampelSpikes(Float64Array.from(rounded), settings)).toEqual([])
    const random = seededRandom(4)
    const levels = Float64Array.from(
      { length: 200 },
      () => (random.uniform() < 0.3 ? 1.06 : 1) + random.normal() / 1e3,
    )
    expect(hampelSpikes(levels, settings)).toEqual([])
  })

  it('takes no value for a spike that visits the level of a few others', () => {
    const at = (...places: number[]) =>
      Float64Array.from({ length: 80 }, (_, i) => (places.includes(i) ? 103 : 100))
    expect(hampelSpikes(at(5, 20, 33, 50, 51, 52, 70), settings)).toEqual([])
    expect(hampelSpikes(at(5, 20, 33, 70), settings)).toEqual([5, 20, 33, 70])
    expect(hampelSpikes(at(5, 50, 51, 52, 70), settings)).toEqual([5, 70])
    const other = at(20, 33, 50, 51, 52, 70).map((value, i) => (i === 5 ? 120 : value))
    expect(hampelSpikes(other, settings)).toEqual([5])
  })

  it('takes hardly any value of clean noise for a spike, also where there are only ten', () => {
    for (const [n, most] of [
      [10, 0.002],
      [20, 0.0012],
      [120, 0.0004],
    ] as const) {
      const count = Math.round(40_000 / n)
      const found = Array.from({ length: count }, (_, seed) => hampelSpikes(noise(n, seed), settings).length)
      expect(found.reduce((sum, each) => sum + each, 0) / (n * count)).toBeLessThan(most)
    }
  })
})
