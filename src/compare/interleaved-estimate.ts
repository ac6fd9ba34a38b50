// Two samples whose runs alternated in one session: Welch and exact Mann-Whitney combined, on one number per run.
import { combinedInterval } from '../stats/combined-interval.ts'
import { combinedTest } from '../stats/combined-test.ts'
import { detectableEffect } from '../stats/detectable-effect.ts'
import { fiellerInterval } from '../stats/fieller.ts'
import { hodgesLehmann } from '../stats/hodges-lehmann.ts'
import { pooledSd } from '../stats/pooled-sd.ts'
import { runsNeeded } from '../stats/runs-needed.ts'
import { type Estimate, noEstimate, power } from './estimate.ts'

const exponentiated = ([low, high]: [number, number]): [number, number] => [Math.exp(low), Math.exp(high)]
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** All runs of both sides gave the same number a side: nothing varies, so equality itself is the answer. */
function exactEstimate(baseline: number, candidate: number): Estimate {
  const ratio = baseline === candidate ? 1 : baseline === 0 ? null : candidate / baseline
  return {
    ...noEstimate(''),
    ratio,
    interval: () => (ratio === null ? null : [ratio, ratio]),
    hindrance: ratio === null ? 'the baseline is always zero, so there is no ratio' : null,
  }
}

/** Zeros have no logarithm: the same test on the raw values, and Fieller's interval of the ratio of means. */
function rawEstimate(baseline: number[], candidate: number[]): Estimate {
  const base = mean(baseline)
  return {
    ratio: base === 0 ? null : mean(candidate) / base,
    p: combinedTest(baseline, candidate),
    interval: level => fiellerInterval(baseline, candidate, level),
    detectable: () => null,
    runsNeeded: () => null,
    hindrance: null,
  }
}

function logEstimate(baseline: number[], candidate: number[]): Estimate {
  const [a, b] = [baseline.map(Math.log), candidate.map(Math.log)]
  const sd = pooledSd([a, b])
  return {
    ratio: Math.exp(hodgesLehmann(a, b)),
    p: combinedTest(a, b),
    interval: level => exponentiated(combinedInterval(a, b, level)),
    detectable: alpha =>
      Math.expm1(detectableEffect({ sd, runsA: a.length, runsB: b.length, alpha, power })),
    runsNeeded: (alpha, effect) =>
      runsNeeded({ sd, df: a.length + b.length - 2, effect: Math.log1p(effect), alpha, power }),
    hindrance: null,
  }
}

const allSame = (values: number[]) => values.every(value => value === values[0])

/** Estimates candidate / baseline from one number per run (raw scale, at least 0) of each side. */
export function interleavedEstimate(baseline: number[], candidate: number[], isTime: boolean): Estimate {
  if (baseline.length < 2 || candidate.length < 2) {
    const side = baseline.length < 2 ? 'baseline' : 'candidate'
    return noEstimate(`the ${side} has one run only, which says nothing about how runs vary`)
  }
  // A clock that is too coarse gives identical times too; there equality proves nothing.
  if (!isTime && allSame(baseline) && allSame(candidate)) {
    return exactEstimate(baseline[0] as number, candidate[0] as number)
  }
  const hasZero = [...baseline, ...candidate].includes(0)
  return hasZero ? rawEstimate(baseline, candidate) : logEstimate(baseline, candidate)
}
