import { describe, expect, it } from '@jest/globals'
import {
  measuredRounds,
  type PlannedRun,
  positionOf,
  togetherOf,
} from '../../../src/measure/runs/schedule.ts'
import { plannedMeasured, plannedWarmups } from '../planned-runs.ts'

const letters = (plannedRuns: PlannedRun[]) =>
  plannedRuns.map(planned => (planned.side === 'baseline' ? 'A' : 'B')).join('')
const both = ['baseline', 'candidate'] as const
const mixed = { sides: both, seed: 1 }

describe('the schedule', () => {
  const pairsOf = (seed: number, rounds: number) =>
    letters(plannedMeasured(both, 0, rounds, undefined, seed)).match(/../g) as string[]

  it('makes the two sides of a pair one after the other, either first', () => {
    expect(new Set(pairsOf(1, 50))).toEqual(new Set(['AB', 'BA']))
  })

  it('is the same for the same seed, and another for another', () => {
    expect(pairsOf(7, 30)).toEqual(pairsOf(7, 30))
    expect(new Set([1, 2, 3, 4, 5].map(seed => pairsOf(seed, 30).join(''))).size).toBe(5)
  })

  it('throws a fair coin that does not remember the round before', () => {
    // 400 expected, binomial standard deviation 17 and 14.
    const coins = Array.from({ length: 40 }, (_, seed) => pairsOf(seed, 20)).flat()
    const heads = coins.filter(pair => pair === 'AB').length
    expect(Math.abs(heads - 400)).toBeLessThan(60)
    const same = coins.slice(1).filter((pair, i) => pair === coins[i]).length
    expect(Math.abs(same - 400)).toBeLessThan(60)
  })

  it('makes the third round the other way round than the first, so that load on every second run meets both sides', () => {
    for (let seed = 0; seed < 200; seed++) {
      const pairs = pairsOf(seed, 5)
      expect(pairs[2]).not.toBe(pairs[0])
      expect(new Set(pairs).size).toBe(2)
    }
  })

  it('goes on in a second look where the first ended', () => {
    const all = plannedMeasured(both, 0, 20)
    expect([...plannedMeasured(both, 0, 10), ...plannedMeasured(both, 10, 20)]).toEqual(all)
  })

  it('gives every side its warm-up runs before the first measured one', () => {
    expect(plannedWarmups(both, 2).map(planned => planned.kind)).toEqual(Array(4).fill('warmup'))
    expect(plannedWarmups(['candidate'], 0)).toEqual([])
  })
})

describe('the schedule of a template', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const alike = { baseline: names, candidate: names }
  const order = (plannedRuns: PlannedRun[]) =>
    plannedRuns
      .filter(planned => planned.side === 'candidate')
      .map(planned => planned.benchmark)
      .join('')

  it('has every benchmark once per run and side, with its two sides next to each other', () => {
    for (const round of measuredRounds(mixed, 0, 4, alike)) {
      expect(order(round).split('').sort()).toEqual(names)
      const pairs = names.map((_, i) => letters(round.slice(2 * i, 2 * i + 2)))
      expect([['AB'], ['BA']]).toContainEqual([...new Set(pairs)])
      expect(names.every((_, i) => round[2 * i]?.benchmark === round[2 * i + 1]?.benchmark)).toBe(true)
    }
  })

  it('shuffles the benchmarks anew in each run, in the same way for every session', () => {
    const orders = measuredRounds(mixed, 0, 20, alike).map(order)
    expect(new Set(orders).size).toBeGreaterThan(15)
    expect(measuredRounds(mixed, 0, 20, alike).map(order)).toEqual(orders)
    expect(
      measuredRounds(mixed, 10, 20, { baseline: names, candidate: [...names].reverse() }).map(order),
    ).toEqual(orders.slice(10))
  })

  it('runs a benchmark on its side only where the other has none of that name', () => {
    const own = { baseline: ['a', 'gone'], candidate: ['a', 'new'] }
    for (const round of measuredRounds(mixed, 0, 2, own)) {
      const runs = round.map(({ side, benchmark }) => `${side} ${benchmark}`).sort()
      expect(runs).toEqual(['baseline a', 'baseline gone', 'candidate a', 'candidate new'])
    }
  })

  it('puts each benchmark first about equally often', () => {
    const first = measuredRounds({ sides: ['candidate'], seed: 1 }, 0, 600, alike).map(
      round => round[0]?.benchmark,
    )
    const counts = names.map(name => first.filter(each => each === name).length)
    // 100 expected, binomial standard deviation 9.
    expect(Math.min(...counts)).toBeGreaterThan(60)
    expect(Math.max(...counts)).toBeLessThan(140)
  })

  it('numbers the runs of both sides in the order in which they are made', () => {
    const plannedRuns = plannedMeasured(both, 0, 5)
    expect(plannedRuns.map(planned => positionOf(mixed, planned.side, planned.number))).toEqual([
      ...plannedRuns.keys(),
    ])
  })
})

describe('the schedule of a duet', () => {
  const duet = { sides: both, seed: 1, duet: true }
  const pairsOf = (seed: number, rounds: number) => measuredRounds({ ...duet, seed }, 0, rounds).map(letters)

  it('gives each side either core equally often, in an order that a coin decides', () => {
    for (let seed = 1; seed < 20; seed++) {
      const pairs = pairsOf(seed, 20)
      for (let i = 0; i < 20; i += 2) expect(pairs.slice(i, i + 2).sort()).toEqual(['AB', 'BA'])
    }
    expect(new Set([1, 2, 3, 4, 5].map(seed => pairsOf(seed, 20).join(''))).size).toBe(5)
  })

  it('makes the measured runs of both sides of a benchmark together, and warm-up runs alone', () => {
    const names = { baseline: ['a', 'b'], candidate: ['a', 'c'] }
    const measured = togetherOf(measuredRounds(duet, 0, 1, names).flat(), true)
    const groups = measured.map(plannedRuns => plannedRuns.map(planned => `${planned.benchmark}`).join(''))
    expect(groups.sort()).toEqual(['aa', 'b', 'c'])
    expect(togetherOf(plannedWarmups(both, 2), true).map(({ length }) => length)).toEqual([1, 1, 1, 1])
    expect(togetherOf(plannedMeasured(both, 0, 1), false).map(({ length }) => length)).toEqual([1, 1])
  })
})
