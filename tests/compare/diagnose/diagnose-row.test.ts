import { describe, expect, it } from '@jest/globals'
import { diagnoseRow } from '../../../src/compare/diagnose/diagnose-row.ts'
import type { NoisyRow, NoisySide } from '../../../src/compare/diagnose/row-noise.ts'
import { counterRun } from '../../stats/random-samples.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const BASELINE_PLACES = [0, 3, 4, 7, 8, 11, 12, 15, 16, 19]
const CANDIDATE_PLACES = [1, 2, 5, 6, 9, 10, 13, 14, 17, 18]

/** Ten runs about 100 with an sd of 0.3 %, in no particular order. */
const calm = [100.1, 99.7, 100.4, 99.9, 100.0, 100.3, 99.6, 100.2, 99.8, 100.5]
const calmToo = [99.9, 100.3, 99.8, 100.1, 100.4, 99.7, 100.2, 99.6, 100.0, 100.5]

const oncePerRun = (values: number[], order: number[] | null): NoisySide => ({
  runs: values.map(value => [value]),
  values,
  order,
})

/** A row of process times in an order in which the first side changes (ABBA). */
function row(baseline: number[], candidate: number[], more: Partial<NoisyRow> = {}): NoisyRow {
  return {
    unit: 'ns',
    baseline: oncePerRun(baseline, BASELINE_PLACES),
    candidate: oncePerRun(candidate, CANDIDATE_PLACES),
    ...more,
  }
}

const replaced = (values: number[], changes: Record<number, number>) =>
  values.map((value, i) => changes[i] ?? value)

const scaled = (values: number[], factor: (i: number) => number) =>
  values.map((value, i) => value * factor(i))

describe('the diagnosis of a row', () => {
  it('has nothing to say of calm runs, nor of one measurement per run', () => {
    expect(diagnoseRow(row(calm, calmToo))).toEqual([])
  })

  it('names the side of two groups, their distance and sizes', () => {
    const slow = scaled(calmToo, i => ([1, 4, 7].includes(i) ? 1.06 : 1))
    expect(diagnoseRow(row(calm, slow))).toEqual([
      {
        code: 'bimodal-runs',
        message:
          "the candidate's runs form two groups 6.3 % apart (7 low and 3 high): not seen on the other side, so try " +
          'another memory layout in every run (aslr: on)',
      },
    ])
  })

  it('looks for states of the machine where both sides have two groups', () => {
    const slow = (values: number[]) => scaled(values, i => ([2, 3, 6, 9].includes(i) ? 1.05 : 1))
    const [warning, ...others] = diagnoseRow(row(slow(calm), slow(calmToo)))
    expect(others).toEqual([])
    expect(warning?.message).toMatch(
      /^the runs of both sides form two groups \(baseline .* with 6 low and 4 high; candidate .*\): look for two states/,
    )
  })

  it('finds a drift over both sides whatever lies between them, and detrends before it looks for more', () => {
    const drifting = (values: number[], places: number[], shift: number) =>
      scaled(values, i => shift * 1.005 ** (places[i] as number))
    const drifted = row(drifting(calm, BASELINE_PLACES, 1), drifting(calmToo, CANDIDATE_PLACES, 1.3))
    expect(diagnoseRow(drifted)).toEqual([
      {
        code: 'drift',
        message:
          'the runs rise by 10 % over the job: let the machine reach a steady state first, with more warmup-runs',
      },
    ])
  })

  it('finds a level that goes to and fro, and then does not guess at groups', () => {
    const wave = (values: number[], places: number[]) =>
      scaled(values, i => 1 + 0.03 * Math.sin(((places[i] as number) / 20) * 4 * Math.PI))
    const [warning, ...others] = diagnoseRow(
      row(wave(calm, BASELINE_PLACES), wave(calmToo, CANDIDATE_PLACES)),
    )
    expect(others).toEqual([])
    expect(warning?.code).toBe('drift')
    expect(warning?.message).toMatch(
      /^the level of the runs wanders by \d.* r = 0\.\d\d\): look for other work/,
    )
  })

  it('says nothing of time where positions are unknown or belong to two jobs', () => {
    const rising = scaled(calm, i => 1.01 ** i)
    const risingToo = scaled(calmToo, i => 1.01 ** i)
    const places = Array.from({ length: 10 }, (_, i) => i)
    for (const order of [null, places]) {
      const separate = row(rising, risingToo, {
        baseline: oncePerRun(rising, order),
        candidate: oncePerRun(risingToo, order),
      })
      expect(diagnoseRow(separate).filter(({ code }) => code === 'drift' || code === 'order-effect')).toEqual(
        [],
      )
    }
  })

  it('finds that runs behind the other side are slow, and does not call them two groups', () => {
    const behindOther = (places: number[]) => (i: number) => ((places[i] as number) % 2 === 1 ? 1.05 : 1)
    const alternating = row(
      scaled(calm, behindOther(BASELINE_PLACES)),
      scaled(calmToo, behindOther(CANDIDATE_PLACES)),
    )
    expect(diagnoseRow(alternating)).toEqual([
      {
        code: 'order-effect',
        message:
          'runs after the other side are 5.1 % above runs after their own side: let the command warm up before it ' +
          'measures',
      },
    ])
  })

  it('names outlier runs and how far they are', () => {
    expect(diagnoseRow(row(replaced(calm, { 6: 120 }), replaced(calmToo, { 2: 92 })))).toEqual([
      {
        code: 'outlier-runs',
        message:
          'run 7 of the baseline (+20 %) and run 3 of the candidate (−8.0 %) are far from all others of their side: ' +
          'nothing is removed',
      },
    ])
  })

  it('asks for warm-up runs where the first run of a side is the one that is far off', () => {
    const [warning] = diagnoseRow(row(replaced(calm, { 0: 130 }), calmToo))
    expect(warning?.message).toBe(
      'run 1 of the baseline (+30 %) is far from all others of its side: first runs need more warmup-runs',
    )
  })

  it('does not take scattered outliers for a group, and names three at most', () => {
    const far = row(replaced(calm, { 1: 130, 5: 160 }), replaced(calmToo, { 2: 140, 8: 200 }))
    const messages = diagnoseRow(far).map(({ message }) => message)
    expect(messages.join()).toMatch(
      /^run 9 of the candidate \(\+100 %\), run 6 .*, run 3 .* and 1 more are far/,
    )
  })

  it('does not take the steps of a coarse clock for groups or outliers', () => {
    const coarse = [10, 10, 11, 10, 11, 10, 10, 11, 10, 10]
    const once = [10, 10, 10, 10, 10, 10, 10, 11, 10, 10]
    expect(diagnoseRow(row(coarse, once)).map(({ code }) => code)).toEqual(['coarse-clock'])
  })

  it('judges a candidate alone where the baseline is stored', () => {
    const stored = row(calm, replaced(calmToo, { 5: 130 }), { baseline: null })
    expect(diagnoseRow(stored).map(({ code }) => code)).toEqual(['outlier-runs'])
  })

  it('is silent where nothing varies', () => {
    expect(diagnoseRow(row([7, 7, 7], [8, 8, 8]))).toEqual([])
  })

  it('names runs far out by their numbers where some are zero, and looks for nothing else there', () => {
    const [warning, ...others] = diagnoseRow(row(replaced(calm, { 3: 0 }), replaced(calmToo, { 3: 500 })))
    expect(others).toEqual([])
    expect(warning).toEqual({
      code: 'outlier-runs',
      message:
        'run 4 of the candidate (500, their median 100) and run 4 of the baseline (0, their median 100) are far ' +
        'from all others of their side: nothing is removed',
    })
    const rare = [0, 0, 1, 0, 3, 0, 2, 0, 1, 0]
    const [far] = diagnoseRow(row(rare, replaced(rare, { 8: 90 }), { unit: 'count' }))
    expect(far?.message).toMatch(/^run 9 of the candidate \(90, their median 0\) is far/)
  })

  it.each([0.3, 2, 8])(
    'names a run of counts with a mean of %d as far out in less than 1 %% of rows',
    mean => {
      const random = seededRandom(31)
      const side = () => Array.from({ length: 10 }, () => counterRun(random, mean, 0))
      let named = 0
      for (let i = 0; i < 2000; i++) {
        const zero = replaced(side(), { 0: 0 })
        if (diagnoseRow(row(zero, side(), { unit: 'count' })).some(({ code }) => code === 'outlier-runs'))
          named++
      }
      expect(named / 2000).toBeLessThan(0.01)
    },
  )

  it('asks for more runs below five a side, except for a single one, which is a hindrance already', () => {
    const few = diagnoseRow(row([100, 101, 99, 100.5], [100, 102, 99]))
    expect(few).toEqual([
      {
        code: 'few-runs',
        message: '3 runs of a side say little about how runs vary: measure at least 5, better 10',
      },
    ])
    expect(diagnoseRow(row([100], [100, 102, 99]))).toEqual([])
  })
})

/** Runs of `count` measurements that scatter by `sd` and are slow by `start` in the first ten. */
function withMeasurements(
  count: number,
  { sd, runSd = 0, start = 1, seed = 1 }: Record<string, number>,
): NoisySide {
  const random = seededRandom(seed)
  const runs = Array.from({ length: 10 }, () => {
    const level = 100 * (1 + (runSd as number) * random.normal())
    return Array.from(
      { length: count },
      (_, i) => level * (1 + (sd as number) * random.normal()) * (i < 10 ? (start as number) : 1),
    )
  })
  return { runs, values: runs.map(run => run.reduce((sum, value) => sum + value, 0) / count), order: null }
}

describe('the diagnosis of measurements within runs', () => {
  it.each([20, 30, 60])('finds ten cold iterations in runs of %i and says how long to warm up', count => {
    const cold = {
      unit: 'ns',
      baseline: withMeasurements(count, { sd: 0.02, start: 1.3, seed: 2 }),
      candidate: withMeasurements(count, { sd: 0.02, start: 1.3, seed: 3 }),
    }
    const messages = diagnoseRow(cold).map(({ message }) => message)
    expect(messages.join('\n')).toMatch(
      /^the first quarter of a run is (28|29|30|31) % above its second half in 20 of 20 runs: warm up longer before measuring, by about 10 iterations$/,
    )
  })

  it('finds them on one side, and runs that start fast', () => {
    const [warning] = diagnoseRow({
      unit: 'ops/s',
      baseline: withMeasurements(30, { sd: 0.02, seed: 4 }),
      candidate: withMeasurements(30, { sd: 0.02, start: 0.8, seed: 5 }),
    })
    expect(warning?.code).toBe('warm-up')
    expect(warning?.message).toMatch(/(19|20|21) % below its second half in 10 of 10 runs of the candidate/)
  })

  it('tells runs that get slower while they measure not to warm up longer', () => {
    const row = {
      unit: 'ns',
      baseline: withMeasurements(40, { sd: 0.02, start: 0.5, seed: 2 }),
      candidate: withMeasurements(40, { sd: 0.02, start: 0.5, seed: 3 }),
    }
    const said = (more: object) =>
      diagnoseRow({ ...row, ...more }).map(({ code, message }) => `${code}: ${message}`)
    expect(said({})).toEqual([
      expect.stringMatching(
        /^slowing-down: the first quarter of a run is (49|50|51) % below its second half in 20 of 20 runs: it gets slower while it measures, after the first (9|10|11) measurements: .*; keep other work off its CPUs/,
      ),
    ])
    expect(said({ samplesGrow: true })).toEqual([
      expect.stringMatching(
        /^slowing-down: .* only the short first ones escape what disturbs the others: samples (10|11|12) to 40 of each run are disturbed, and the value, as criterion's own slope, is too slow by up to that much; .*--measurement-time 1/,
      ),
    ])
    expect(said({ samplesGrow: true }).join()).not.toMatch(/warm up/)
    expect(said({ unit: 'ops/s' })).toEqual([expect.stringMatching(/^warm-up: /)])
  })

  it('does not judge runs that a tool has sorted, which all begin below their middle', () => {
    const side = withMeasurements(30, { sd: 0.02, seed: 4 })
    const sorted = { ...side, runs: side.runs.map(run => run.toSorted((a, b) => a - b)) }
    expect(diagnoseRow({ unit: 'ns', baseline: sorted, candidate: sorted })).toEqual([])
    const nearly = {
      ...side,
      runs: sorted.runs.map(run => [...run.slice(0, -2), run.at(-1), run.at(-2)] as number[]),
    }
    const [warning] = diagnoseRow({ unit: 'ns', baseline: nearly, candidate: nearly })
    expect(warning?.code).toBe('slowing-down')
  })

  it('does not judge runs of fewer than 20', () => {
    const short = withMeasurements(19, { sd: 0.02, start: 1.3 })
    expect(diagnoseRow({ unit: 'ns', baseline: short, candidate: short })).toEqual([])
  })

  it('asks for more measurements where the few there are make the noise, and only of times', () => {
    const scattered = {
      baseline: withMeasurements(3, { sd: 0.05, seed: 6 }),
      candidate: withMeasurements(3, { sd: 0.05, seed: 7 }),
    }
    const [warning] = diagnoseRow({ unit: 'ns', ...scattered })
    expect(warning?.code).toBe('few-measurements')
    expect(warning?.message).toMatch(/^3 measurements per run, whose scatter makes \d+ % of the variance/)
    expect(diagnoseRow({ unit: 'B', ...scattered })).toEqual([])
  })

  it('does not ask for them where runs differ for other reasons', () => {
    const differing = {
      unit: 'ns',
      baseline: withMeasurements(3, { sd: 0.01, runSd: 0.03, seed: 8 }),
      candidate: withMeasurements(3, { sd: 0.01, runSd: 0.03, seed: 9 }),
    }
    expect(diagnoseRow(differing)).toEqual([])
  })
})
