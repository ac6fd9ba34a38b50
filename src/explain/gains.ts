// Which functions take longer: the own time of each, side by side, with a run as the unit.
import type { ExplainedFunction, ExplainedProfile } from '../model/index.ts'
import { mean } from '../stats/describe/summary.ts'
import { tCritical, tTwoSidedP } from '../stats/distributions/continuous.ts'
import { permutedMaximumP } from '../stats/inference/permuted-maximum.ts'
import { type Place, type Profile, selfTimes } from './profile.ts'

/** One profile in a hundred of two equal sides may name a function. */
const LEVEL = 0.01
/** Functions below this share of the total are too small to matter, and are not tested. */
const LEAST_SHARE = 0.001
/** Smaller gains are of no use to anybody. */
const LEAST_GAIN = 0.002
const MOST_FUNCTIONS = 100

type Sides = { baseline: Profile[]; candidate: Profile[] }

/** One side: for each run its total, and the time of one of its samples; all in shares of the baseline's total. */
type Side = { times: Map<string, number>[]; totals: number[]; sample: number; runs: number }

const totalOf = ({ stacks }: Profile) => [...stacks.values()].reduce((sum, weight) => sum + weight, 0)

function sideOf(profiles: Profile[], unit: (total: number) => number): Side {
  const totals = profiles.map(totalOf)
  const scaled = profiles.map((profile, i) => {
    const per = unit(totals[i] ?? 0)
    return new Map([...selfTimes(profile)].map(([name, time]) => [name, time / per]))
  })
  const shares = totals.map(total => total / unit(total))
  const samples = profiles.reduce((sum, each) => sum + each.samples, 0)
  const all = shares.reduce((sum, share) => sum + share, 0)
  return { times: scaled, totals: shares, sample: all / Math.max(1, samples), runs: profiles.length }
}

type Difference = { baseline: number; candidate: number; gain: number; p: number; interval: [number, number] }

/**
 * Welch's test (see stats/inference/t-tests.ts) of the mean of two sides, with a floor under the variance: a profile counts samples, so the time of a function
 * varies at least as a count does. Few runs that happen to agree say nothing else.
 */
function difference(
  values: Record<'baseline' | 'candidate', number[]>,
  samples: { baseline: number; candidate: number },
): Difference {
  const means = { baseline: mean(values.baseline), candidate: mean(values.candidate) }
  const pooled = (means.baseline + means.candidate) / 2
  const squares = (['baseline', 'candidate'] as const).map(side => {
    const own = values[side]
    const spread = own.reduce((sum, value) => sum + (value - means[side]) ** 2, 0) / (own.length - 1)
    return Math.max(spread, pooled * samples[side]) / own.length
  })
  const [a = 0, b = 0] = squares
  const gain = means.candidate - means.baseline
  if (a + b === 0) return { ...means, gain, p: 1, interval: [gain, gain] }
  const df = (a + b) ** 2 / (a ** 2 / (values.baseline.length - 1) + b ** 2 / (values.candidate.length - 1))
  const error = Math.sqrt(a + b)
  const reach = tCritical(LEVEL, df) * error
  return { ...means, gain, p: tTwoSidedP(gain / error, df), interval: [gain - reach, gain + reach] }
}

const valuesOf = (side: Side, name: string) => side.times.map(times => times.get(name) ?? 0)

type Options = {
  /**
   * Null where each run does the same work. Otherwise the runs take a fixed time, and the candidate needs `perOperation` times
   * as long for the same work.
   */
  perOperation: number | null
  /** Where a function is written, on the candidate's side if it is there. */
  placeOf?: (name: string) => Place | null
  /** How the machine code of each function differs, by its name. */
  codes?: ReadonlyMap<string, NonNullable<ExplainedFunction['code']>>
}

export type Gains = Pick<ExplainedProfile, 'total' | 'rest' | 'functions' | 'unknown' | 'perOperation'>

/** Scales both sides to shares of the baseline's total. */
function scaled(
  { baseline, candidate }: Sides,
  perOperation: number | null,
): Record<'baseline' | 'candidate', Side> {
  if (perOperation !== null) {
    return {
      baseline: sideOf(baseline, total => total || 1),
      candidate: sideOf(candidate, total => (total || 1) / perOperation),
    }
  }
  const usual = mean(baseline.map(totalOf)) || 1
  return { baseline: sideOf(baseline, () => usual), candidate: sideOf(candidate, () => usual) }
}

/** What is not named, together. */
function restOf(sides: Record<'baseline' | 'candidate', Side>, named: Set<string>): Difference {
  const left = ({ times, totals }: Side) =>
    totals.map((total, i) => [...named].reduce((sum, name) => sum - (times[i]?.get(name) ?? 0), total))
  const samples = { baseline: sides.baseline.sample, candidate: sides.candidate.sample }
  return difference({ baseline: left(sides.baseline), candidate: left(sides.candidate) }, samples)
}

/**
 * The functions by the own time that they gained, in shares of the baseline's total. At least two runs a side. Those are named whose
 * gain is beyond the noise of the profile, over all functions together.
 */
export function gainedFunctions(
  profiles: Sides,
  { perOperation, placeOf = () => null, codes }: Options,
): Gains {
  const sides = scaled(profiles, perOperation)
  const samples = { baseline: sides.baseline.sample, candidate: sides.candidate.sample }
  const of = (name: string) =>
    difference(
      { baseline: valuesOf(sides.baseline, name), candidate: valuesOf(sides.candidate, name) },
      samples,
    )
  const names = new Set(
    [...sides.baseline.times, ...sides.candidate.times].flatMap(times => [...times.keys()]),
  )
  const tested = [...names]
    .map(name => ({ name, ...of(name) }))
    .filter(({ baseline, candidate }) => (baseline + candidate) / 2 >= LEAST_SHARE)
  const sample = (samples.baseline + samples.candidate) / 2
  const p = permutedMaximumP(
    tested.map(({ name, baseline, candidate }) => ({
      a: valuesOf(sides.baseline, name),
      b: valuesOf(sides.candidate, name),
      leastVariance: (sample * (baseline + candidate)) / 2,
    })),
  )
  const isNamed = (i: number) => (p[i] as number) <= LEVEL && Math.abs(tested[i]?.gain ?? 0) >= LEAST_GAIN
  const functions = tested.map(({ p: _, ...each }, i) => {
    const place = placeOf(each.name)
    const code = codes?.get(each.name)
    const where = { file: place?.file ?? null, line: place?.line ?? null }
    return { ...each, ...where, named: isNamed(i), ...(code && { code }) }
  })
  const named = new Set(functions.filter(each => each.named).map(({ name }) => name))
  const rest = restOf(sides, named)
  const all = restOf(sides, new Set())
  const weight = (side: Side) =>
    mean(
      side.times.map(times =>
        [...times].reduce((sum, [name, time]) => sum + (name.startsWith('[') ? time : 0), 0),
      ),
    )
  return {
    total: { change: all.gain, interval: perOperation === null ? all.interval : null },
    rest: { change: rest.gain, changed: rest.p <= LEVEL && Math.abs(rest.gain) >= LEAST_GAIN },
    perOperation: perOperation !== null,
    unknown: weight(sides.candidate) / (mean(sides.candidate.totals) || 1),
    functions: functions
      .sort(
        (one, other) => Number(other.named) - Number(one.named) || Math.abs(other.gain) - Math.abs(one.gain),
      )
      .slice(0, MOST_FUNCTIONS),
  }
}
