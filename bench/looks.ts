// What planned looks cost and save: error rates, and the runs until a row is decided. Simulated runs of one measurement, the
// same for every plan, through the engine as users get it. Writes its table into docs/statistics.md: `npm run bench:looks`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { normalQuantile } from '../src/stats/distributions/continuous.ts'
import { seededUniform } from '../src/stats/distributions/seeded-uniform.ts'
import { withRegion } from './page-region.ts'
import { digits, range, rate, table } from './rate-table.ts'
import { type Case, positionsOf } from './verdicts/cases.ts'
import { plannedLooks, sayings } from './verdicts/engine.ts'
import type { Said } from './verdicts/score.ts'

const CASES = 4000
const PLANS = [[10], [10, 20], [5, 10, 20], [5, 10, 20, 40]]
const SDS = [0.005, 0.01, 0.02, 0.03]
const BAND = 0.02

const random = seededUniform(18)
const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))
const MOST_RUNS = Math.max(...PLANS.flat())
const side = (sd: number) => Array.from({ length: MOST_RUNS }, () => [1e6 * Math.exp(sd * normal())])

/** What each plan says of the same cases. */
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

const rows = SDS.flatMap(sd => {
  const cases = Array.from({ length: CASES }, (_, i) => ({
    sessions: [side(sd)],
    candidate: side(sd),
    positions: positionsOf(MOST_RUNS, i),
  }))
  return PLANS.map(looks => row(looks, sd, cases))
})
const head = [
  'looks after',
  'run sd',
  'unchanged: significant, %',
  'runs',
  '+2 %: no change, %',
  '+5 %: runs',
  'found, %',
]
const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
const made = table(head, rows)
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'looks', made))
console.log(made)
