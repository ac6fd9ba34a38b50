// The simulated cases are what the results claim: their noise has the stated size and shape, and they can be made again.
import { describe, expect, it } from '@jest/globals'
import {
  caseOf,
  changed,
  interleave,
  positionsOf,
  type Runs,
  summarised,
} from '../../../bench/verdicts/cases.ts'
import { type Cell, realCell } from '../../../bench/verdicts/cells.ts'
import { type Family, FIXED, jobRuns, type Noise } from '../../../bench/verdicts/noise.ts'
import { randomStream } from '../../../bench/verdicts/random.ts'

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const logs = (run: number[]) => run.map(value => Math.log(value / FIXED.level))

/** Central moments and the lag-1 autocorrelation of runs on the log scale, in units of `sd`. */
function shapeOf(runs: Runs, sd: number) {
  const scaled = runs.map(run => logs(run).map(value => value / sd))
  const all = scaled.flat()
  const neighbours = scaled.flatMap(run => run.slice(1).map((value, i) => value * (run[i] as number)))
  return {
    mean: mean(all),
    variance: mean(all.map(value => value ** 2)),
    skewness: mean(all.map(value => value ** 3)),
    lagOne: mean(neighbours),
  }
}

const noise = (family: Family, more: Partial<Noise> = {}): Noise => ({
  family,
  runSd: 0,
  withinSd: 0,
  sessionSd: 0,
  ...more,
})

/** The level of each run of one long job without noise within runs. */
function levels(kind: Noise, runs: number): number[] {
  return jobRuns(kind, runs, randomStream(1, 'levels', 0)).map(run => logs(run)[0] as number)
}

const cell = (more: Partial<Cell> = {}): Cell => ({
  key: 'a test',
  design: 'interleaved',
  noise: noise('clean', { runSd: 0.005, withinSd: 0.03 }),
  stored: 0,
  shifts: [0],
  benchmarks: 1,
  ...more,
})

describe('measurements within a run', () => {
  it('have the stated sd, an autocorrelation of 0.3 and are right-skewed', () => {
    const runs = jobRuns(noise('clean', { withinSd: 0.03 }), 20_000, randomStream(1, 'shape', 0))
    expect(runs[0]).toHaveLength(30)
    const shape = shapeOf(runs, 0.03)
    expect(shape.mean).toBeCloseTo(0, 2)
    expect(shape.variance).toBeCloseTo(1, 1)
    expect(shape.lagOne).toBeCloseTo(0.3, 1)
    // Gamma innovations of skewness √2, (1 − ρ²)^1.5 / (1 − ρ³) of which is left after the AR(1).
    expect(shape.skewness).toBeGreaterThan(1.2)
    expect(shape.skewness).toBeLessThan(1.32)
  })
})

describe('runs', () => {
  it('of clean noise vary by the run sd alone', () => {
    const values = levels(noise('clean', { runSd: 0.01 }), 20_000)
    expect(mean(values)).toBeCloseTo(0, 3)
    expect(Math.sqrt(mean(values.map(value => value ** 2)))).toBeCloseTo(0.01, 3)
  })

  it('are 5 to 50 % slower in 5 % of contaminated jobs', () => {
    const slow = levels(noise('contaminated'), 20_000).filter(value => value > 0)
    expect(slow.length / 20_000).toBeCloseTo(0.05, 2)
    expect(Math.min(...slow)).toBeGreaterThanOrEqual(Math.log(1.05) - 1e-12)
    expect(Math.max(...slow)).toBeLessThanOrEqual(Math.log(1.5) + 1e-12)
    expect(mean(slow.map(Math.exp))).toBeCloseTo(1.275, 2)
  })

  it('are 5 % slower in 30 % of bimodal jobs', () => {
    const slow = levels(noise('bimodal'), 20_000).filter(value => value > 0)
    expect(slow.length / 20_000).toBeCloseTo(0.3, 1)
    expect(new Set(slow.map(value => value.toFixed(9)))).toEqual(new Set([Math.log(1.05).toFixed(9)]))
  })

  it('of a drifting job walk at random from run to run', () => {
    const values = levels(noise('drifting'), 20_000)
    const steps = values.slice(1).map((value, i) => value - (values[i] as number))
    expect(Math.sqrt(mean(steps.map(step => step ** 2)))).toBeCloseTo(FIXED.driftSdPerRun, 3)
  })

  it('of one session share its effect', () => {
    const job = (index: number) =>
      jobRuns(noise('clean', { sessionSd: 0.01 }), 3, randomStream(1, 'session', index)).map(
        run => logs(run)[0],
      )
    const [one, other] = [job(0), job(1)]
    expect(new Set(one).size).toBe(1)
    expect(one[0]).not.toBe(other[0])
  })
})

describe('a case', () => {
  it('is the same whenever it is made, and another one for another number, name, seed or benchmark', () => {
    const one = caseOf(cell(), 3, 1, {})
    expect(caseOf(cell(), 3, 1, {})).toEqual(one)
    const others = [
      caseOf(cell(), 4, 1, {}),
      caseOf(cell({ key: 'another' }), 3, 1, {}),
      caseOf(cell(), 3, 2, {}),
      caseOf(cell(), 3, 1, {}, 1),
    ]
    for (const other of others) expect(other).not.toEqual(one)
  })

  it('has twenty runs a side when interleaved, and ten in each of K sessions when stored', () => {
    const interleaved = caseOf(cell(), 0, 1, {})
    expect(interleaved.sessions.map(runs => runs.length)).toEqual([20])
    expect(interleaved.candidate).toHaveLength(20)
    const stored = caseOf(cell({ design: 'stored', stored: 3 }), 0, 1, {})
    expect(stored.sessions.map(runs => runs.length)).toEqual([10, 10, 10])
    expect(stored.candidate).toHaveLength(10)
  })

  it('has as many runs as its cell says where the sides differ, and the noise of each', () => {
    const unequal = { baseline: 30, candidate: 200, candidateSd: 0 }
    const noise = { family: 'clean', runSd: 0.02, withinSd: 0, sessionSd: 0, measurements: 1 } as const
    const { sessions, candidate } = caseOf({ ...cell(), noise, unequal }, 0, 1, {})
    expect(sessions.map(runs => runs.length)).toEqual([30])
    expect(new Set(sessions.flat(2)).size).toBe(30)
    expect(new Set(candidate.flat()).size).toBe(1)
    expect(candidate).toHaveLength(200)
  })

  it('with a period has one slower run in so many, beginning anywhere', () => {
    const still = { runSd: 0, withinSd: 0, sessionSd: 0, measurements: 1 }
    const starts = Array.from({ length: 30 }, (_, index) => {
      const runs = jobRuns({ family: 'periodic', period: 4, ...still }, 12, randomStream(1, 'period', index))
      const slow = runs.flatMap(([value], i) => ((value as number) > 1.02e6 ? [i] : []))
      expect(slow).toEqual([0, 4, 8].map(each => each + (slow[0] as number)))
      return slow[0]
    })
    expect(new Set(starts).size).toBe(4)
  })

  it('of real runs uses no run twice and mixes no benchmarks', () => {
    const runsFrom = (start: number) => Array.from({ length: 40 }, (_, i) => [start + i])
    const real = { one: runsFrom(0), other: runsFrom(100) }
    const { sessions, candidate } = caseOf(realCell, 5, 1, real)
    const used = [...(sessions[0] as Runs), ...candidate].flat()
    expect(new Set(used).size).toBe(40)
    expect(new Set(used.map(value => value >= 100)).size).toBe(1)
  })

  it('changes every measurement by the true change', () => {
    expect(changed([[100, 200], [300]], 0.05)).toEqual([[105, 210], [315]])
  })

  it('is summarised by the median of each run', () => {
    const one = { sessions: [[[3, 1, 2], [5]], [[4, 6]]], candidate: [[9, 7, 8, 10]], positions: null }
    expect(summarised(one)).toEqual({
      sessions: [[[2], [5]], [[5]]],
      candidate: [[8.5]],
      positions: null,
    })
  })

  it('has one run of each side in every pair, and deals runs out at their positions', () => {
    const positions = positionsOf(4, 7)
    const pairs = positions.baseline.map((position, i) => [position, positions.candidate[i] as number].sort())
    expect(pairs).toEqual([0, 1, 2, 3].map(pair => [2 * pair, 2 * pair + 1]))
    const runs = [0, 1, 2, 3, 4, 5, 6, 7].map(value => [value])
    const dealt = interleave(runs, positions)
    expect([dealt.baseline.flat(), dealt.candidate.flat()]).toEqual([positions.baseline, positions.candidate])
  })
})
