import { describe, expect, it } from '@jest/globals'
import { measuredSteps, type Step, warmupSteps } from '../../src/measure/schedule.ts'

const letters = (steps: Step[]) => steps.map(step => (step.side === 'baseline' ? 'A' : 'B')).join('')
const both = ['baseline', 'candidate'] as const

describe('the schedule', () => {
  it('alternates two sides ABBA, so that a steady drift meets both alike', () => {
    expect(letters(measuredSteps(both, 0, 6))).toBe('ABBAABBAABBA')
  })

  it('balances the positions of both sides over every even number of rounds', () => {
    const steps = measuredSteps(both, 0, 10)
    const sum = (side: string) => steps.reduce((total, step, at) => total + (step.side === side ? at : 0), 0)
    expect(sum('baseline')).toBe(sum('candidate'))
  })

  it('goes on in a top-up where the first look ended', () => {
    const all = measuredSteps(both, 0, 20)
    expect([...measuredSteps(both, 0, 10), ...measuredSteps(both, 10, 20)]).toEqual(all)
  })

  it('gives every side its warm-up runs before the first measured one', () => {
    expect(warmupSteps(both, 2).map(step => step.kind)).toEqual(Array(4).fill('warmup'))
    expect(warmupSteps(['candidate'], 0)).toEqual([])
  })
})
