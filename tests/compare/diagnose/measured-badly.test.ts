// The diagnoses that know more than the numbers: what disturbed a run, what a process costs, how the clock steps.
import { describe, expect, it } from '@jest/globals'
import type { NoisyRow, NoisySide } from '../../../src/compare/diagnose/row-noise.ts'
import { disturbedRuns } from '../../../src/compare/diagnose/runs/disturbed-runs.ts'
import { coarseClock, shortRuns } from '../../../src/compare/diagnose/too-short.ts'
import { type SeededRandom, seededRandom } from '../../stats/seeded-random.ts'

/** One value per run; the runs at these indices were disturbed. */
const side = (values: number[], disturbed: number[] = [], code = 'steal'): NoisySide => ({
  runs: values.map(value => [value]),
  values,
  order: null,
  doubts: values.map((_, i) => (disturbed.includes(i) ? [code] : [])),
})

const calm = [100.1, 99.7, 100.4, 99.9, 100.0, 100.3, 99.6, 100.2, 99.8, 100.5]

const row = (baseline: NoisySide | null, candidate: NoisySide, more: Partial<NoisyRow> = {}): NoisyRow => ({
  unit: 'ns',
  baseline,
  candidate,
  ...more,
})

describe('disturbed runs', () => {
  const slowed = calm.map((value, i) => (i === 2 || i === 7 ? value * 1.05 : value))

  it('are a doubt about a row in which they stand out', () => {
    expect(disturbedRuns(row(side(calm), side(slowed, [2, 7])))?.message).toBe(
      '2 runs with stolen CPU time are 5.3 % above the others: nothing is removed, so measure more runs or on a ' +
        'quieter machine',
    )
  })

  it('are found when there is only one, and on either side', () => {
    const one = calm.map((value, i) => (i === 4 ? value * 0.9 : value))
    expect(disturbedRuns(row(side(one, [4], 'throttled'), side(calm)))?.message).toMatch(
      /^1 run with throttling is 10 % below the others/,
    )
  })

  it('are no doubt about a row that does not show them', () => {
    expect(disturbedRuns(row(side(calm, [1]), side(calm, [2, 7])))).toBeNull()
  })

  it('cannot stand out where all are, or where nobody looked', () => {
    const all = calm.map((_, i) => i)
    expect(disturbedRuns(row(null, side(slowed, all)))).toBeNull()
    expect(disturbedRuns(row(null, { ...side(slowed), doubts: null }))).toBeNull()
  })

  it('are judged within their own side, so that a regression is none', () => {
    const slower = calm.map(value => value * 1.2)
    expect(disturbedRuns(row(side(calm), side(slower, [0, 3, 5])))).toBeNull()
  })

  // Measured with 20,000 rows each: 0.08 % with normal noise, 0.60 % with skewed noise.
  it.each([
    ['normal', (random: SeededRandom) => random.normal()],
    ['skewed', ({ uniform }: SeededRandom) => -Math.log(1 - uniform()) - Math.log(1 - uniform())],
  ])('are found by chance in less than 1 %% of rows with %s noise', (_, noise) => {
    const random = seededRandom(77)
    const values = () => Array.from({ length: 10 }, () => 100 * Math.exp(0.03 * noise(random)))
    const disturbed = () => Array.from({ length: 10 }, (_, i) => i).filter(() => random.uniform() < 0.2)
    let found = 0
    for (let i = 0; i < 2000; i++) {
      if (disturbedRuns(row(side(values(), disturbed()), side(values(), disturbed())))) found++
    }
    expect(found / 2000).toBeLessThan(0.01)
  })
})

describe('runs that are too short', () => {
  const short = calm.map(value => value * 12e3)

  it('are named with what starting a process takes', () => {
    const warning = shortRuns(
      row(side(calm.map(value => value * 1e6)), side(short), { processFloor: 0.61e6 }),
    )
    expect(warning?.message).toBe(
      'a run takes 1.2 ms, 0.61 ms of which an empty process takes: give it more to do, 5 ms at least, or use ' +
        'delta, which takes the start of the process out',
    )
  })

  it('are not said to contain an empty process that took longer', () => {
    const warning = shortRuns(row(side(calm.map(value => value * 1e6)), side(short), { processFloor: 5.1e6 }))
    expect(warning?.message).toMatch(
      /^a run takes 1\.2 ms, no more than an empty process \(5\.1 ms\): give it more/,
    )
  })

  it('are only those of processes, below 5 ms', () => {
    expect(shortRuns(row(null, side(short)))).toBeNull()
    expect(shortRuns(row(null, side(calm.map(value => value * 60e3)), { processFloor: 0 }))).toBeNull()
    expect(shortRuns(row(null, side(short), { processFloor: 0 }))?.message).toMatch(
      /^a run takes 1.2 ms: give/,
    )
  })
})

describe('a coarse clock', () => {
  const stepped = (step: number, typical: number): NoisySide => {
    const random = seededRandom(5)
    const measured = () => step * Math.round((typical * (1 + 0.05 * random.normal())) / step)
    return {
      runs: Array.from({ length: 10 }, () => Array.from({ length: 30 }, measured)),
      values: [],
      order: null,
    }
  }

  it('is one whose steps are a good part of a measurement', () => {
    expect(coarseClock(row(null, stepped(1000, 33_000)))?.message).toBe(
      "the benchmark's clock steps by 3 % of a measurement: time many iterations at once, or use a finer clock",
    )
  })

  it('is none that steps by less than 1 %, nor one that nobody sees step', () => {
    expect(coarseClock(row(null, stepped(1000, 330_000)))).toBeNull()
    const random = seededRandom(6)
    const smooth = Array.from({ length: 300 }, () => 33 * (1 + 0.05 * random.normal()))
    expect(coarseClock(row(null, { runs: [smooth], values: [], order: null }))).toBeNull()
    expect(coarseClock(row(null, stepped(1000, 33_000), { unit: 'B' }))).toBeNull()
  })
})
