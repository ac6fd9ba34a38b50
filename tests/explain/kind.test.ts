// The kind of a change in one sentence, from the counts of runs.
import { describe, expect, it } from '@jest/globals'
import { countedFigures, fixedTimeRatio } from '../../src/explain/counted.ts'
import type { RunEvidence } from '../../src/model/index.ts'
import { kindText } from '../../src/report/explain/kind.ts'
import { seededRandom } from '../stats/seeded-random.ts'

type Counts = {
  instructions?: number
  cycles?: number
  user?: number
  system?: number
  waiting?: number
  faults?: number
  misses?: number
}

/** Twenty runs with these factors, whose times scatter by 1 % and whose instructions by 0.001 %. */
function runs(
  seed: number,
  { instructions = 1, cycles = 1, user = 1, system = 1, waiting = 1, faults = 1, misses = 1 }: Counts,
  counters: boolean,
): RunEvidence[] {
  const random = seededRandom(seed)
  const about = (value: number, spread = 0.01) => value * Math.exp(spread * random.normal())
  return Array.from({ length: 20 }, () => {
    const [userTime, systemTime] = [about(8e8 * user), about(5e7 * system)]
    return {
      startedAt: '2026-11-20T10:00:00Z',
      wallTime: userTime + systemTime + about(1e8 * waiting),
      userTime,
      systemTime,
      peakMemory: 1e7,
      voluntarySwitches: 12,
      involuntarySwitches: 3,
      minorFaults: Math.round(about(2000 * faults)),
      majorFaults: 0,
      ...(counters && {
        counters: {
          instructions: about(3e9 * instructions, 1e-5),
          cycles: about(2e9 * cycles),
          branchMisses: about(1e6 * misses),
          cacheMisses: null,
          migrations: 0,
          frequency: 3e9,
        },
      }),
    }
  })
}

const kindOf = (counts: Counts, counters = true) =>
  kindText(countedFigures({ baseline: runs(1, {}, counters), candidate: runs(2, counts, counters) }, null))

describe('the kind of a change', () => {
  it.each([
    [{ instructions: 1.048, cycles: 1.05, user: 1.05 }, /^\+4\.8 % instructions: more work$/],
    [{ instructions: 0.9, cycles: 0.9, user: 0.9 }, /^−10\.0 % instructions: less work$/],
    [
      { cycles: 1.05, user: 1.05 },
      /^same instructions \(±0\.0 %\), \+[45]\.\d % cycles: placement, caches or branches$/,
    ],
    [
      { user: 1.05 },
      /^same instructions \(±0\.0 %\), \+[345]\.\d % CPU time: placement, caches, branches or clock$/,
    ],
    [
      { instructions: 1.01, cycles: 1.1, user: 1.1 },
      /^\+1\.0 % instructions, \+(9|10)\.\d % cycles: more work, and above all other time for the same work$/,
    ],
    [
      { waiting: 4 },
      /^same CPU time \([±+−]0\.\d %\), \+3\d\.\d % of the run waiting: input, sleep or locks$/,
    ],
    [{ cycles: 1.05, user: 1.05, misses: 1.5 }, /; \+(49|5\d)\.\d % branch misses$/],
    [{}, /^no count differs beyond its noise$/],
  ])('%j reads %s', (counts, text) => {
    expect(kindOf(counts)).toMatch(text)
  })

  it.each([
    [{ user: 1.05 }, /^\+[45]\.\d % CPU time: more work, or slower code$/],
    [
      { system: 3, faults: 2 },
      /^\+1\d\.\d % CPU time, most of it in the kernel: system calls or page faults; \+(9\d\.\d|10\d) % page faults$/,
    ],
  ])('without hardware counters, %j reads %s', (counts, text) => {
    expect(kindOf(counts, false)).toMatch(text)
  })

  it('says nothing of waiting where other programs took the CPU', () => {
    const disturbed = (seed: number, waiting: number) =>
      runs(seed, { waiting }, false).map(run => ({
        ...run,
        judgement: { validity: 'invalid' as const, reasons: [] },
      }))
    const figures = countedFigures({ baseline: disturbed(1, 1), candidate: disturbed(2, 4) }, null)
    expect(figures.map(({ name }) => name)).not.toContain('waiting')
  })

  it('needs two runs a side', () => {
    const [one] = runs(1, {}, true)
    expect(
      kindText(countedFigures({ baseline: [one as RunEvidence], candidate: [one as RunEvidence] }, null)),
    ).toBe('too little was counted to tell the kind of the change')
  })
})

describe('runs of a fixed time', () => {
  /** All take a second. */
  const fixed = (seed: number) => runs(seed, {}, true).map((run, i) => ({ ...run, wallTime: 1e9 + 1e5 * i }))

  it('are known by a wall time that does not follow the benchmark', () => {
    expect(fixedTimeRatio({ baseline: fixed(1), candidate: fixed(2) }, 1.1)).toBe(1.1)
    expect(
      fixedTimeRatio({ baseline: runs(1, {}, true), candidate: runs(2, { user: 1.1 }, true) }, 1.1),
    ).toBe(null)
    expect(fixedTimeRatio({ baseline: fixed(1), candidate: fixed(2) }, 1)).toBe(null)
  })

  it('are assumed of tools that repeat their work until a time is over, unless the wall time follows', () => {
    const rounded = runs(2, { user: 1.03 }, true)
    expect(fixedTimeRatio({ baseline: runs(1, {}, true), candidate: rounded }, 1.1)).toBe(null)
    expect(fixedTimeRatio({ baseline: runs(1, {}, true), candidate: rounded }, 1.1, 'go')).toBe(1.1)
    const followed = runs(2, { user: 1.1 }, true)
    expect(fixedTimeRatio({ baseline: runs(1, {}, true), candidate: followed }, 1.1, 'go')).toBe(null)
  })

  it('count by the operation', () => {
    const figures = countedFigures({ baseline: fixed(1), candidate: fixed(2) }, 1.1)
    expect(kindText(figures)).toMatch(/^\+10\.0 % instructions: more work; \+\d\.\d % branch misses$/)
  })
})
