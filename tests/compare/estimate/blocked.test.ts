import { describe, expect, it } from '@jest/globals'
import { blockedEstimate, type RowNature } from '../../../src/compare/estimate/blocked.ts'
import type { MeasuredBlock } from '../../../src/compare/sides/rounds/measured-block.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const levels = { shown: 0.99, equivalence: 0.9 }
const time: RowNature = { unit: 'ns', band: 0.02, levels }
const counter: RowNature = { unit: '', band: 0.02, levels }

const runs = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]
const others = [100.3, 100.7, 99.9, 101, 100.5, 100.1, 100, 100.4]
const times = (values: number[], factor: number) => values.map(value => value * factor)

/** A machine with its own speed, on which the candidate takes `ratio` times as long. */
function machine(speed: number, ratio: number): MeasuredBlock {
  return { baseline: times(runs, speed), candidate: times(others, speed * ratio) }
}

const swapped = (blocks: MeasuredBlock[]) =>
  blocks.map(({ baseline, candidate }) => ({ baseline: candidate, candidate: baseline }))

describe('the estimate from one or several machines', () => {
  it('finds on machines that differ by 30 % what is hidden when their runs are thrown together', () => {
    const blocks = [machine(1, 1.01), machine(1.3, 1.01), machine(0.7, 1.01)]
    const estimate = blockedEstimate(blocks, time)
    expect(estimate.ratio).toBeCloseTo(1.01, 2)
    expect(estimate.p).toBeLessThan(1e-4)
    expect(estimate.interval?.[0]).toBeGreaterThan(1.005)
    const [baseline, candidate] = [
      blocks.flatMap(block => block.baseline),
      blocks.flatMap(block => block.candidate),
    ]
    expect(blockedEstimate([{ baseline, candidate }], time).p).toBeGreaterThan(0.3)
  })

  it('gives for one machine the change with its interval, and the effect it could have found', () => {
    const estimate = blockedEstimate([machine(1, 1.02)], time)
    expect(estimate.ratio).toBeCloseTo(1.02, 12)
    expect(estimate.p).toBeCloseTo(1.0651183736927781e-6, 15)
    expect(estimate.interval).toEqual([expect.closeTo(1.0129025845, 9), expect.closeTo(1.0261322645, 9)])
    expect(estimate.equivalenceInterval?.[0]).toBeCloseTo(1.0158074768, 9)
    // One and a half half-widths of the interval above.
    expect(estimate.detectable(0.01)).toBeCloseTo((1.0261322645 / 1.0129025845) ** 0.75 - 1, 9)
    expect(estimate.runsNeeded(0.01, 0.02)).toBe(9)
    expect(estimate.hindrance).toBeNull()
  })

  it('judges zeros of one machine too, and refuses two runs against eight', () => {
    const zeros = blockedEstimate([{ baseline: [0, 1, 2, 3], candidate: [2, 3, 4, 5] }], counter)
    expect(zeros.ratio).toBeCloseTo(7 / 3, 12)
    expect(zeros.p).toBeCloseTo(0.0952088945, 9)
    expect(zeros).toMatchObject({ direction: 1, hindrance: null })
    const few = blockedEstimate([{ baseline: runs.slice(0, 2), candidate: others }], time)
    expect(few.hindrance).toBe('the baseline has 2 runs and the candidate 8: measure at least 5 of each side')
    const several = blockedEstimate(
      [machine(1, 1.02), { baseline: others, candidate: runs.slice(0, 2) }],
      time,
    )
    expect(several.hindrance).toBe(
      'the baseline of block 2 has 8 runs and the candidate 2: measure at least 5 of each side',
    )
  })

  it('has the inverse ratio when the sides are swapped, and does not depend on the unit', () => {
    const blocks = [machine(1, 1.02), machine(2, 1.03)]
    const [there, back] = [blockedEstimate(blocks, time), blockedEstimate(swapped(blocks), time)]
    expect((there.ratio as number) * (back.ratio as number)).toBeCloseTo(1, 12)
    expect(back.p).toBeCloseTo(there.p as number, 8)
    expect((there.interval?.[0] as number) * (back.interval?.[1] as number)).toBeCloseTo(1, 8)
    const scaled = blockedEstimate([machine(1e6, 1.02), machine(2e6, 1.03)], time)
    expect(scaled.ratio).toBeCloseTo(there.ratio as number, 10)
    expect(scaled.p).toBeCloseTo(there.p as number, 8)
  })

  it('can see less with fewer machines, and needs more runs on each', () => {
    const one = blockedEstimate([machine(1, 1)], time)
    const three = blockedEstimate([machine(1, 1), machine(1, 1), machine(1, 1)], time)
    expect(three.detectable(0.01)).toBeLessThan(0.7 * (one.detectable(0.01) as number))
    expect(three.runsNeeded(0.01, 0.002)).toBeLessThan(one.runsNeeded(0.01, 0.002) as number)
  })

  it('takes what never varies exactly, with the ratio of the machine that changed most', () => {
    const still = (before: number, after: number) => ({
      baseline: [before, before],
      candidate: [after, after],
    })
    const single = blockedEstimate([still(100, 110)], counter)
    expect(single).toMatchObject({ ratio: 1.1, p: null, interval: [1.1, 1.1], hindrance: null })
    const same = blockedEstimate([still(100, 110), still(200, 220)], counter)
    expect(same).toMatchObject({ ratio: 1.1, p: null, interval: [1.1, 1.1], hindrance: null })
    const one = blockedEstimate([still(100, 100), still(200, 220), still(300, 303)], counter)
    expect(one).toMatchObject({ ratio: 1.1, p: null, interval: [1, 1.1], equivalenceInterval: [1, 1.1] })
    const less = blockedEstimate([still(100, 50), still(100, 110)], counter)
    expect(less).toMatchObject({ ratio: 0.5, interval: [0.5, 1.1] })
    const grown = blockedEstimate([still(0, 1), still(1, 1)], counter)
    expect(grown).toMatchObject({ ratio: null, p: null, hindrance: null })
    expect(blockedEstimate([still(0, 1), still(2, 1)], counter).hindrance).toContain('others fell')
  })

  it('uses a machine whose runs do not vary together with the others', () => {
    const still = { baseline: [50, 50, 50, 50, 50], candidate: [51, 51, 51, 51, 51] }
    const estimate = blockedEstimate([still, machine(1, 1.02)], time)
    expect(estimate.p).toBeGreaterThan(0)
    expect(estimate.p).toBeLessThan(0.001)
    expect(estimate.ratio).toBeCloseTo(1.02, 2)
    expect(estimate.detectable(0.01)).toBeGreaterThan(0)
  })

  it('says why there is no estimate, and of which machine', () => {
    const hindrance = (blocks: MeasuredBlock[]) => blockedEstimate(blocks, time).hindrance
    expect(hindrance([])).toBe('no block was measured')
    expect(hindrance([{ baseline: [7], candidate: [8, 9] }])).toMatch(/^the baseline has one run only: /)
    expect(hindrance([{ baseline: [7, 8], candidate: [] }])).toBe('the candidate has no run')
    expect(hindrance([machine(1, 1), { baseline: [1], candidate: [1, 2] }])).toBe(
      'the baseline of block 2 has one run only: however often one process measures, that does not show how runs vary',
    )
    expect(hindrance([{ ...machine(1, 1), name: 'alpha', candidate: [] }, machine(1, 1)])).toBe(
      'the candidate of alpha has no run',
    )
    expect(hindrance([machine(1, 1), { baseline: [0, 1], candidate: [1, 2] }])).toContain('some runs are 0')
  })

  it('estimates 1,000 rows of three machines with ten runs a side in three seconds of CPU time', () => {
    const random = seededRandom(302)
    const side = () => Array.from({ length: 10 }, () => Math.exp(0.01 * random.normal()))
    const rows = Array.from({ length: 1000 }, () =>
      Array.from({ length: 3 }, () => ({ baseline: side(), candidate: side() })),
    )
    const before = process.cpuUsage()
    const found = rows.map(blocks => blockedEstimate(blocks, time).interval)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(3)
    expect(found.filter(Boolean)).toHaveLength(1000)
  })
})
