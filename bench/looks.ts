// Counts what planned looks cost and save: error rates, the runs until a row is decided, and how often the interval of
// the last look misses the truth. Every plan gets the same simulated runs of one measurement, and the engine as users
// get it. Writes its tables into docs/statistics.md: `npm run bench:looks`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { alphaShare, fewerRuns, intervalShare } from '../src/compare/looks.ts'
import { type Comparison, defaultPolicy, type Row } from '../src/model/index.ts'
import { normalQuantile } from '../src/stats/distributions/continuous.ts'
import { seededUniform } from '../src/stats/distributions/seeded-uniform.ts'
import { interleavedShift } from '../src/stats/inference/interleaved-shift.ts'
import { withRegion } from './page-region.ts'
import { digits, range, rate, table } from './rate-table.ts'
import { type Case, positionsOf } from './verdicts/cases.ts'
import { plannedLooks, sayings } from './verdicts/engine.ts'
import type { Said } from './verdicts/score.ts'

const CASES = 4000
/** More cases for the intervals: those of several looks are close to each other. */
const INTERVAL_CASES = 10_000
const PLANS = [[10], [10, 20], [5, 10, 20], [5, 10, 20, 40]]
const SDS = [0.005, 0.01, 0.02, 0.03]
const BAND = 0.02

const random = seededUniform(18)
const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))
const MOST_RUNS = Math.max(...PLANS.flat())
const side = (sd: number) => Array.from({ length: MOST_RUNS }, () => [1e6 * Math.exp(sd * normal())])

const casesOf = (sd: number, count: number): Case[] =>
  Array.from({ length: count }, (_, i) => ({
    sessions: [side(sd)],
    candidate: side(sd),
    positions: positionsOf(MOST_RUNS, i),
  }))

/** The answers of a plan to these cases, which are the same for every plan. */
function saidBy(looks: number[], cases: Case[], shift: number): Said[] {
  return cases.flatMap(each => sayings(plannedLooks([each], shift, looks)))
}

const meanRuns = (said: Said[]) =>
  (said.reduce((sum, { runs = 0 }) => sum + runs, 0) / said.length).toFixed(1)
const often = (said: Said[], holds: (each: Said) => boolean) => rate(said.filter(holds).length, said.length)

function row(looks: number[], sd: number, cases: Case[]): string[] {
  const [unchanged, asTheBand, slower] = [0, BAND, 0.05].map(shift => saidBy(looks, cases, shift)) as [
    Said[],
    Said[],
    Said[],
  ]
  return [
    looks.join(', '),
    `${100 * sd} %`,
    range(often(unchanged, ({ significant }) => significant === true)),
    meanRuns(unchanged),
    range(often(asTheBand, ({ call }) => call === 'same')),
    meanRuns(slower),
    digits(often(slower, ({ call }) => call === 'slower').share),
  ]
}

type Share = (runs: number, looks: number[]) => number

/** The intervals that were compared with each other, by the share of alpha that the interval of a look leaves out. */
const SHARES: Record<string, Share> = {
  'missed, %: 99 % at every look': () => 1,
  'as they are': intervalShare,
  "the tests' own": alphaShare,
}

/** How often each interval misses a true change of the band, by which the looks end early with the wrong estimates. */
function intervalRow(looks: number[], sd: number, cases: Case[]): string[] {
  const missed = Object.values(SHARES).map(() => 0)
  const logs = (values: number[]) => values.map(Math.log)
  const truth = Math.log1p(BAND)
  for (const each of cases) {
    const { rows } = plannedLooks([each], BAND, looks) as Comparison & { rows: [Row] }
    const [{ values, runs }] = rows
    const found = interleavedShift([{ a: logs(values.baseline), b: logs(values.candidate) }], true)
    Object.values(SHARES).forEach((share, i) => {
      const [low, high] = found.intervalAt(1 - defaultPolicy.alpha * share(fewerRuns(runs), looks))
      if (low > truth || high < truth) missed[i] = (missed[i] as number) + 1
    })
  }
  return [looks.join(', '), `${100 * sd} %`, ...missed.map(count => range(rate(count, cases.length)))]
}

const head = [
  'looks after',
  'run sd',
  'unchanged: significant, %',
  'runs',
  '+2 %: no change, %',
  '+5 %: runs',
  'found, %',
]
const rows = SDS.flatMap(sd => {
  const cases = casesOf(sd, CASES)
  return PLANS.map(looks => row(looks, sd, cases))
})
const intervalRows = SDS.flatMap(sd => {
  const cases = casesOf(sd, INTERVAL_CASES)
  return PLANS.filter(looks => looks.length > 1).map(looks => intervalRow(looks, sd, cases))
})
const tables = {
  looks: table(head, rows),
  'look-intervals': table(['looks after', 'run sd', ...Object.keys(SHARES)], intervalRows),
}
const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
for (const [region, made] of Object.entries(tables)) {
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), region, made))
  console.log(`${made}\n`)
}
