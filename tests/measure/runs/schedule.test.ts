import { describe, expect, it } from '@jest/globals'
import { measuredRounds, positionOf, type Step } from '../../../src/measure/runs/schedule.ts'
import { measuredSteps, warmupSteps } from '../steps.ts'

const letters = (steps: Step[]) => steps.map(step => (step.side === 'baseline' ? 'A' : 'B')).join('')
const both = ['baseline', 'candidate'] as const

describe('the schedule', () => {
  it('alternates two sides ABBA, so that a steady drift affects both equally', () => {
    expect(letters(measuredSteps(both, 0, 6))).toBe('ABBAABBAABBA')
  })

  it('balances the positions of both sides over every even number of rounds', () => {
    const steps = measuredSteps(both, 0, 10)
    const sum = (side: string) => steps.reduce((total, step, at) => total + (step.side === side ? at : 0), 0)
    expect(sum('baseline')).toBe(sum('candidate'))
  })

  it('goes on in a second look where the first ended', () => {
    const all = measuredSteps(both, 0, 20)
    expect([...measuredSteps(both, 0, 10), ...measuredSteps(both, 10, 20)]).toEqual(all)
  })

  it('gives every side its warm-up runs before the first measured one', () => {
    expect(warmupSteps(both, 2).map(step => step.kind)).toEqual(Array(4).fill('warmup'))
    expect(warmupSteps(['candidate'], 0)).toEqual([])
  })
})

describe('the schedule of a template', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const order = (steps: Step[]) =>
    steps
      .filter(step => step.side === 'candidate')
      .map(step => step.benchmark)
      .join('')

  it('has every benchmark once per run and side, with its two sides next to each other', () => {
    for (const [number, round] of measuredRounds(both, 0, 4, names).entries()) {
      expect(order(round).split('').sort()).toEqual(names)
      const pairs = names.map((_, i) => letters(round.slice(2 * i, 2 * i + 2)))
      expect(new Set(pairs)).toEqual(new Set([number % 2 === 0 ? 'AB' : 'BA']))
      expect(names.every((_, i) => round[2 * i]?.benchmark === round[2 * i + 1]?.benchmark)).toBe(true)
    }
  })

  it('shuffles the benchmarks anew in each run, in the same way for every session', () => {
    const orders = measuredRounds(both, 0, 20, names).map(order)
    expect(new Set(orders).size).toBeGreaterThan(15)
    expect(measuredRounds(both, 0, 20, names).map(order)).toEqual(orders)
    expect(measuredRounds(both, 10, 20, [...names].reverse()).map(order)).toEqual(orders.slice(10))
  })

  it('puts each benchmark first about equally often', () => {
    const first = measuredRounds(['candidate'], 0, 600, names).map(round => round[0]?.benchmark)
    const counts = names.map(name => first.filter(each => each === name).length)
    // 100 expected, binomial standard deviation 9.
    expect(Math.min(...counts)).toBeGreaterThan(60)
    expect(Math.max(...counts)).toBeLessThan(140)
  })

  it('numbers the runs of both sides in the order in which they are made', () => {
    const steps = measuredSteps(both, 0, 5)
    expect(steps.map(step => positionOf(both, step.side, step.number))).toEqual([...steps.keys()])
  })
})
