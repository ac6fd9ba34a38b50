import { describe, expect, it } from '@jest/globals'
import { blockedShift } from '../../../src/stats/inference/blocked-test.ts'
import { wilsonInterval } from '../../../src/stats/inference/proportions.ts'
import { roundsShift } from '../../../src/stats/inference/rounds-test.ts'
import type { Block } from '../../../src/stats/ranks/stratified-ranks.ts'
import { casesOf } from '../../simulated-cases.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'

/** What the machine adds to each run, in the order in which they are made. */
type Machine = (random: SeededRandom) => (run: number) => number

const quiet: Machine = () => () => 0
const wave: Machine = () => run => 0.05 * Math.sin(run / 4)
const strays: Machine = random => () => (random.uniform() < 0.1 ? 0.3 * random.uniform() : 0)
const walk: Machine = random => {
  let level = 0
  return () => {
    level += 0.01 * random.normal()
    return level
  }
}

/** Load that comes back with about every second run: the two runs of a round never meet it alike. */
const everySecond: Machine = random => {
  const begin = random.uniform()
  return run => 0.05 * Math.sin(2 * Math.PI * (run / 2.2 + begin))
}

/** A coin decides which side has the first run of a round. */
function job(random: SeededRandom, rounds: number, machine: Machine, shift = 0): Block {
  const at = machine(random)
  const block: Block = { a: [], b: [] }
  for (let round = 0; round < rounds; round++) {
    const runs = [0, 1].map(i => at(2 * round + i) + 0.01 * random.normal())
    const coin = random.integer(2)
    block.a.push(runs[coin] as number)
    block.b.push((runs[1 - coin] as number) + shift)
  }
  return block
}

const moved = ({ a, b }: Block, shift: number): Block => ({ a, b: b.map(value => value + shift) })
const swapped = ({ a, b }: Block): Block => ({ a: b, b: a })

const machines = { quiet, wave, strays, walk, everySecond }

describe('the test of rounds', () => {
  it('sees a change that a wave hides from the test of both sides', () => {
    const block = job(seededRandom(1), 20, wave, 0.02)
    expect(blockedShift([block]).p).toBeGreaterThan(0.01)
    const { shift, p, intervalAt } = roundsShift([block])
    expect(p).toBeLessThan(0.001)
    expect(shift).toBeCloseTo(0.02, 1)
    expect(intervalAt(0.99)[0]).toBeGreaterThan(0)
  })

  it('does not take load that comes back with every second run for a change, as a test of the sides does', () => {
    const random = seededRandom(45)
    const cases = casesOf(1500, 20_000)
    const alarms = { sides: 0, rounds: 0 }
    for (let i = 0; i < cases; i++) {
      const block = job(random, 10, everySecond)
      if (blockedShift([block]).p < 0.01) alarms.sides++
      if (roundsShift([block]).p < 0.01) alarms.rounds++
    }
    expect(wilsonInterval(alarms.sides, cases, 0.99)[0]).toBeGreaterThan(0.03)
    expect(wilsonInterval(alarms.rounds, cases, 0.99)[0]).toBeLessThan(0.015)
  })

  it.each(Object.entries(machines))(
    'has the interval of the shifts that it does not reject: %s',
    (_, machine) => {
      const random = seededRandom(5)
      for (let i = 0; i < 12; i++) {
        const blocks = Array.from({ length: i % 4 === 0 ? 2 : 1 }, () => job(random, 10 + i, machine))
        const { shift, intervalAt } = roundsShift(blocks)
        for (const level of [0.9, 0.99]) {
          const [low, high] = intervalAt(level)
          expect(low <= shift && shift <= high).toBe(true)
          const isAccepted = (at: number) => roundsShift(blocks.map(each => moved(each, -at))).p > 1 - level
          for (let step = 1; step <= 20; step++) {
            const beyond = (step * (high - low)) / 20
            expect([isAccepted(low - beyond), isAccepted(high + beyond)]).toEqual([false, false])
          }
          const near = (high - low) / 1e6
          expect([low + near, high - near].filter(at => at !== shift).every(isAccepted)).toBe(true)
        }
      }
    },
  )

  it('has zero in its interval exactly where it finds nothing, also for tied runs', () => {
    const random = seededRandom(7)
    for (let i = 0; i < 60; i++) {
      const { a, b } = job(random, 10 + (i % 11), i % 2 ? walk : strays, 0.002 * (i % 9))
      const coarse = (values: number[]) =>
        i % 3 ? values : values.map(value => Math.round(value * 200) / 200)
      const { p, intervalAt } = roundsShift([{ a: coarse(a), b: coarse(b) }])
      for (const level of [0.9, 0.99, 0.999]) {
        const [low, high] = intervalAt(level)
        expect(low <= high).toBe(true)
        if (p > 1 - level) expect(low <= 0 && high >= 0).toBe(true)
        else expect(low < 0 && high > 0).toBe(false)
      }
    }
  })

  it('does not take the noise of one side for a change where the other does not vary, as the ranks of both do', () => {
    const random = seededRandom(46)
    const cases = casesOf(800, 8_000)
    const alarms = { sides: 0, rounds: 0 }
    for (let i = 0; i < cases; i++) {
      const { b } = job(random, 20, quiet)
      const block = { a: b.map(() => 0), b }
      if (blockedShift([block]).p < 0.01) alarms.sides++
      if (roundsShift([block]).p < 0.01) alarms.rounds++
    }
    expect(wilsonInterval(alarms.sides, cases, 0.99)[0]).toBeGreaterThan(0.015)
    expect(wilsonInterval(alarms.rounds, cases, 0.99)[0]).toBeLessThan(0.01)
  })

  it('finds a change of a side that varies beside one that does not, also with a run far out', () => {
    const { b } = job(seededRandom(47), 12, quiet, 0.03)
    b[3] = (b[3] as number) + 1
    const { shift, p } = roundsShift([{ a: b.map(() => 0), b }])
    expect(p).toBeLessThan(0.002)
    expect(shift).toBeCloseTo(0.03, 1)
  })

  it('changes its sign with the sides, and moves with a shift of all runs of one', () => {
    const block = job(seededRandom(9), 13, walk, 0.01)
    const [there, back] = [roundsShift([block]), roundsShift([swapped(block)])]
    expect(back.p).toBeCloseTo(there.p, 12)
    const [low, high] = there.intervalAt(0.99)
    const mirrored = back.intervalAt(0.99)
    expect([-mirrored[1], -mirrored[0]]).toEqual([expect.closeTo(low, 9), expect.closeTo(high, 9)])
    const further = roundsShift([moved(block, 1)]).intervalAt(0.99)
    expect(further).toEqual([expect.closeTo(low + 1, 9), expect.closeTo(high + 1, 9)])
  })

  it('counts what the rounds say only where the estimate says so too', () => {
    // One round in eleven is far below all others of the candidate, so the mean falls while most runs rose.
    const random = seededRandom(11)
    const { a, b } = job(random, 11, quiet, 0.01)
    b[0] = (b[0] as number) - 3
    const { shift, p } = roundsShift([{ a, b }])
    expect(shift).toBeGreaterThan(0)
    expect(p).toBeLessThanOrEqual(0.5)
    expect(roundsShift([{ a, b: a }]).p).toBe(0.5)
  })

  it('is quick to say that every round shows the same ratio', () => {
    const { a } = job(seededRandom(13), 10, walk)
    const { p, intervalAt } = roundsShift([{ a, b: a.map(value => value + 0.25) }])
    expect(p).toBeLessThan(1e-6)
    const [low, high] = intervalAt(0.99)
    expect(low).toBeGreaterThan(0)
    expect(high).toBeLessThan(0.5)
  })

  it.each(Object.entries(machines))('raises at most 1.5 %% false alarms: %s', (_, machine) => {
    const random = seededRandom(17)
    const cases = casesOf(800, 8_000)
    let alarms = 0
    for (let i = 0; i < cases; i++) if (roundsShift([job(random, 10, machine)]).p < 0.01) alarms++
    expect(wilsonInterval(alarms, cases, 0.999)[0]).toBeLessThanOrEqual(0.015)
  })
})
