// Rows to render, compared or not. The runs are drawn from a seeded generator, so that the golden files stay as they
// are.
import { missingVerdicts, type Row, type Verdict } from '../../src/model/index.ts'

/** Standard normal numbers from a seed: a linear congruential generator under the Box-Muller transform. */
export function normals(seed: string, count: number): number[] {
  let state = [...seed].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) >>> 0, 7)
  const uniform = (): number => {
    state = (state * 1664525 + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(6.283185307 * uniform()),
  )
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** A row without any measurement: the start for rows that were not compared. */
export function bareRow(benchmark: string, verdict: Verdict, more: Partial<Row> = {}): Row {
  return {
    benchmark,
    metric: 'wall-time',
    unit: 'ns',
    better: 'lower',
    gates: true,
    fails: [...missingVerdicts, 'regression', 'scattered'].includes(verdict) && more.gates !== false,
    band: 0.02,
    verdict,
    reason: null,
    baseline: null,
    candidate: null,
    ratio: null,
    interval: null,
    p: null,
    adjustedP: null,
    detectable: null,
    runsNeeded: null,
    scatter: null,
    runs: { baseline: 0, candidate: 0 },
    values: { baseline: [], candidate: [] },
    warnings: [],
    ...more,
  }
}

export type Measured = { level: number; change: number; spread: number; runs?: number }

/** A compared row: runs around `level` and `level · (1 + change)` with the given relative standard deviation. */
export function comparedRow(
  benchmark: string,
  verdict: Verdict,
  { level, change, spread, runs = 10 }: Measured,
  more: Partial<Row> = {},
): Row {
  const around = (side: string, center: number): number[] => {
    const noise = normals(`${side} ${benchmark}`, runs)
    const middle = median(noise)
    return noise.map(z => center * Math.exp(spread * (z - middle)))
  }
  const values = { baseline: around('a', level), candidate: around('b', level * (1 + change)) }
  const baseline = median(values.baseline)
  const candidate = median(values.candidate)
  const ratio = candidate / baseline
  const error = spread * Math.sqrt(2 / runs)
  const p = Math.min(1, Math.exp(-1.2 * (Math.log(ratio) / error) ** 2))
  return bareRow(benchmark, verdict, {
    baseline,
    candidate,
    ratio,
    interval: [ratio * Math.exp(-2.9 * error), ratio * Math.exp(2.9 * error)],
    p,
    adjustedP: Math.min(1, p * 12),
    detectable: 4.2 * error,
    runsNeeded: verdict === 'inconclusive' ? Math.ceil(runs * ((4.2 * error) / 0.02) ** 2) : null,
    runs: { baseline: runs, candidate: runs },
    values,
    ...more,
  })
}
