// Which functions take longer: the own time of each, side by side, with a run as the unit.
import type { ExplainedFunction, ExplainedProfile } from '../model/index.ts'
import { mean } from '../stats/describe/summary.ts'
import { tCritical, tTwoSidedP } from '../stats/distributions/continuous.ts'
import { permutedMaximumP } from '../stats/inference/permuted-maximum.ts'
import { type EachSide, type Profile, selfTimes, totalTime } from './profile.ts'

/** One profile in a hundred of two equal sides may name a function. */
const LEVEL = 0.01
/** Functions below this share of the total are too small to matter, and are not tested. */
const LEAST_SHARE = 0.001
/** Smaller gains are of no use to anybody. */
const LEAST_GAIN = 0.002
const MOST_FUNCTIONS = 100

/** One side: for each run its total, and the time of one of its samples; all in shares of the baseline's total. */
type Side = { times: Map<string, number>[]; totals: number[]; sample: number }

function sideOf(profiles: Profile[], unit: (total: number) => number): Side {
  const totals = profiles.map(totalTime)
  const scaled = profiles.map((profile, i) => {
    const per = unit(totals[i] ?? 0)
    return new Map([...selfTimes(profile)].map(([name, time]) => [name, time / per]))
  })
  const shares = totals.map(total => total / unit(total))
  const samples = profiles.reduce((sum, each) => sum + each.samples, 0)
  const all = shares.reduce((sum, share) => sum + share, 0)
  return { times: scaled, totals: shares, sample: all / Math.max(1, samples) }
}

type Difference = { baseline: number; candidate: number; gain: number; p: number; interval: [number, number] }

/**
 * Welch's test (see stats/inference/t-tests.ts) of the mean of two sides, with a floor under the variance: a profile counts samples, so the time of a function
 * varies at least as a count does. Few runs that happen to agree say nothing else.
 */
function difference(sides: EachSide<Side>, valuesIn: (side: Side) => number[]): Difference {
  const values = { baseline: valuesIn(sides.baseline), candidate: valuesIn(sides.candidate) }
  const means = { baseline: mean(values.baseline), candidate: mean(values.candidate) }
  const pooled = (means.baseline + means.candidate) / 2
  const squares = (['baseline', 'candidate'] as const).map(side => {
    const own = values[side]
    const spread = own.reduce((sum, value) => sum + (value - means[side]) ** 2, 0) / (own.length - 1)
    return Math.max(spread, pooled * sides[side].sample) / own.length
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
  /** How the machine code of each function differs, by its name. */
  codes?: ReadonlyMap<string, NonNullable<ExplainedFunction['code']>>
}

type Gains = Pick<ExplainedProfile, 'total' | 'rest' | 'functions' | 'unknown' | 'perOperation'>

/** Scales both sides to shares of the baseline's total. */
function scaled({ baseline, candidate }: EachSide<Profile[]>, perOperation: number | null): EachSide<Side> {
  const usual = mean(baseline.map(totalTime)) || 1
  const unit = (ratio: number) =>
    perOperation === null ? () => usual : (total: number) => (total || 1) / ratio
  return { baseline: sideOf(baseline, unit(1)), candidate: sideOf(candidate, unit(perOperation ?? 1)) }
}

/** What is not named, together. */
const restOf = (sides: EachSide<Side>, named: Set<string>): Difference =>
  difference(sides, ({ times, totals }) =>
    totals.map((total, i) => [...named].reduce((sum, name) => sum - (times[i]?.get(name) ?? 0), total)),
  )

/**
 * The functions, without their places, by the own time that they gained, in shares of the baseline's total. At least two runs a side. Those are named whose
 * gain is beyond the noise of the profile, over all functions together.
 */
export function gainedFunctions(profiles: EachSide<Profile[]>, { perOperation, codes }: Options): Gains {
  const sides = scaled(profiles, perOperation)
  const names = new Set(
    [...sides.baseline.times, ...sides.candidate.times].flatMap(times => [...times.keys()]),
  )
  const tested = [...names]
    .map(name => ({ name, ...difference(sides, side => valuesOf(side, name)) }))
    .filter(({ baseline, candidate }) => (baseline + candidate) / 2 >= LEAST_SHARE)
  const sample = (sides.baseline.sample + sides.candidate.sample) / 2
  const p = permutedMaximumP(
    tested.map(({ name, baseline, candidate }) => ({
      a: valuesOf(sides.baseline, name),
      b: valuesOf(sides.candidate, name),
      leastVariance: (sample * (baseline + candidate)) / 2,
    })),
  )
  const isNamed = (i: number) => (p[i] as number) <= LEVEL && Math.abs(tested[i]?.gain ?? 0) >= LEAST_GAIN
  const functions = tested.map(({ p: _, ...each }, i) => {
    const code = codes?.get(each.name)
    return { ...each, file: null, line: null, named: isNamed(i), ...(code && { code }) }
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
