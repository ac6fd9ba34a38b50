// The simulated nights are what the results claim, and what is counted is what is meant.
import { describe, expect, it } from '@jest/globals'
import {
  type Cell,
  type Change,
  cleanLooks,
  cleanYears,
  type Family,
  FIXED,
  middleSteps,
} from '../../../bench/trend/cells.ts'
import { STABLE_BENCH } from '../../../bench/trend/engine.ts'
import { ideal, likeliest } from '../../../bench/trend/ideal.ts'
import { add, delayQuantile, emptyScore, judged, merged } from '../../../bench/trend/score.ts'
import { nightsOf } from '../../../bench/trend/simulate.ts'
import { heldTargets } from '../../../bench/trend/targets.ts'
import { randomStream } from '../../../bench/verdicts/random.ts'
import { casesOf } from '../../simulated-cases.ts'

const cell = (family: Family, nights: number, changes: Change[] = []): Cell => ({
  key: 'a test',
  family,
  nights,
  changes,
})
const logs = (of: Cell) => nightsOf(of, 1, 0).map(({ value }) => Math.log((value as number) / FIXED.level))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('simulated nights', () => {
  it('have an sd of 1 %, and are autocorrelated where they should be', () => {
    for (const [family, rho] of [
      ['independent', 0],
      ['autocorrelated', 0.5],
    ] as const) {
      const values = logs(cell(family, 40_000)).map(value => value / FIXED.sd)
      expect(mean(values.map(value => value ** 2))).toBeCloseTo(1, 1)
      expect(mean(values.slice(1).map((value, i) => value * (values[i] as number)))).toBeCloseTo(rho, 1)
    }
  })

  it('have 3 % slow nights in the spikes family, by 5 to 50 %', () => {
    const values = logs(cell('spikes', 40_000))
    expect(values.filter(value => value > 0.04).length / values.length).toBeCloseTo(0.03, 2)
    expect(Math.max(...values)).toBeLessThan(Math.log(1.5) + 0.06)
  })

  it('wander, or get noisier, where nothing is promised', () => {
    const values = logs(cell('wandering', 40_000)).map(value => value / FIXED.sd)
    expect(mean(values.map(value => value ** 2))).toBeCloseTo(1, 1)
    expect(mean(values.slice(1).map((value, i) => value * (values[i] as number)))).toBeCloseTo(0.45, 1)
    const { at, times } = FIXED.noisier
    const noisier = logs(cell('noisier', 40_000)).map(value => value / FIXED.sd)
    expect(mean(noisier.slice(at).map(value => value ** 2))).toBeCloseTo(times ** 2, 0)
  })

  it('change by what a cell says, on top of the same noise', () => {
    const clean = logs(cell('independent', 50))
    const moved = (change: Change) =>
      logs(cell('independent', 50, [change])).map((value, i) => value - (clean[i] as number))
    const step = moved({ at: 20, size: 0.05, kind: 'step' })
    expect([step[19], step[20], step[49]]).toEqual(
      [0, Math.log1p(0.05), Math.log1p(0.05)].map(x => expect.closeTo(x, 9)),
    )
    const creep = moved({ at: 0, size: 0.05, kind: 'creep' })
    expect([creep[0], creep[49]]).toEqual([0, Math.log1p(0.05)].map(x => expect.closeTo(x, 9)))
    const testbeds = nightsOf(cell('independent', 4, [{ at: 2, size: 0.05, kind: 'testbed' }]), 1, 0)
    expect(testbeds.map(night => night.testbed)).toEqual(['one', 'one', 'another', 'another'])
  })

  it('can be made again, and differ by index and seed', () => {
    const [of] = cleanLooks as [Cell]
    expect(nightsOf(of, 1, 5)).toEqual(nightsOf(of, 1, 5))
    expect(nightsOf(of, 1, 6)).not.toEqual(nightsOf(of, 1, 5))
    expect(nightsOf(of, 2, 5)).not.toEqual(nightsOf(of, 1, 5))
  })
})

describe('a score', () => {
  const stepped = cell('independent', 120, [{ at: 60, size: 0.02, kind: 'step' }])

  it('calls a step found within five nights, and anything else something else', () => {
    expect(judged(stepped, [64])).toEqual({ any: true, found: true, other: false })
    expect(judged(stepped, [66])).toEqual({ any: true, found: false, other: true })
    expect(judged(stepped, [])).toEqual({ any: false, found: false, other: false })
    expect(judged(cell('independent', 120), [3])).toEqual({ any: true, found: false, other: true })
  })

  it('adds up, and counts what was never found as the longest delay', () => {
    const score = emptyScore('m', stepped)
    add(score, { found: true })
    score.delays.push(4)
    const both = merged(score, merged(score, { ...emptyScore('m', stepped), series: 2 }))
    expect(both).toMatchObject({ series: 4, counts: { found: 2 }, delays: [4, 4] })
    expect([delayQuantile(both, 0.5), delayQuantile(both, 0.9)]).toEqual([4, null])
  })
})

describe('the ideal', () => {
  const random = randomStream(3, 'test', 0)
  const values = (count: number) => Array.from({ length: count }, () => random.normal())

  it('is the difference of means in its standard error where nights are independent', () => {
    const stepped = values(20).map((value, i) => (i >= 12 ? value + 3 : value))
    const { at, z } = likeliest(stepped, 0, 3)
    const [before, after] = [stepped.slice(0, at), stepped.slice(at)]
    expect(z).toBeCloseTo(
      Math.abs(mean(after) - mean(before)) / Math.sqrt(1 / before.length + 1 / after.length),
      10,
    )
    expect(Math.abs(at - 12)).toBeLessThanOrEqual(2)
  })

  it('is normal at any one place where they are not', () => {
    const zs = Array.from({ length: 4000 }, () => {
      let state = random.normal()
      const wandering = Array.from({ length: 6 }, () => {
        const value = state
        state = 0.5 * state + Math.sqrt(0.75) * random.normal()
        return value
      })
      return likeliest(wandering, 0.5, 3).z
    })
    expect(mean(zs.map(z => z ** 2))).toBeCloseTo(1, 1)
  })

  it('alarms at its own level, and finds what is large', () => {
    const [nulls, looks] = [casesOf(1_000, 100_000), casesOf(200, 1_000)]
    const [clean] = cleanLooks as [Cell]
    const { any = 0 } = ideal({ cell: clean, seed: 1, from: 0, to: looks }, nulls).counts
    expect(any / looks).toBeLessThan(casesOf(0.03, 0.007))
    const large = middleSteps[2] as Cell
    expect(ideal({ cell: large, seed: 1, from: 0, to: 20 }, nulls).counts.found).toBe(20)
  })
})

describe('the promises', () => {
  const [year] = cleanYears as [Cell]
  const stateOf = (counts: Record<string, number>, of: Cell) =>
    heldTargets([{ ...emptyScore(STABLE_BENCH, of), series: 1000, counts }]).map(target => target.state)

  it('are met by the upper end of an error rate, and by the share of what is found', () => {
    expect(stateOf({ any: 10 }, year)).toEqual(['met'])
    expect(stateOf({ any: 25 }, year)).toEqual(['unclear'])
    expect(stateOf({ any: 80 }, year)).toEqual(['missed'])
    const twoPercent = middleSteps[1] as Cell
    expect(stateOf({ found: 950 }, twoPercent)).toEqual(['met'])
    expect(stateOf({ found: 900 }, twoPercent)).toEqual(['missed'])
  })
})
