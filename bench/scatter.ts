// Counts how often a candidate is named for the scatter of its runs: one that did not change, and candidates with noise of
// their own, on machines of several kinds. Takes the engine as users get it. Writes its table into docs/statistics.md.
// Exits with 1 where an unchanged candidate is named more often than promised: `npm run bench:scatter [-- --cases N]`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fewerRuns, levelsAt } from '../src/compare/looks.ts'
import { type Comparison, defaultPolicy, type Row } from '../src/model/index.ts'
import { type Machine, machines } from './machines.ts'
import { withRegion } from './page-region.ts'
import { digits, type Rate, range, rate, table } from './rate-table.ts'
import { type Case, positionsOf } from './verdicts/cases.ts'
import { RUNS } from './verdicts/cells.ts'
import { allRuns, plannedLooks } from './verdicts/engine.ts'
import { type Random, randomStream } from './verdicts/random.ts'

const RUN_SD = 0.01
const LIMIT = 0.015
const PLANS = [[7], [10], [20], RUNS.looks]

const { values } = parseArgs({ options: { cases: { type: 'string' } } })
const CASES = Number(values.cases ?? 4000)

/** The log noise of the candidate alone. */
type Own = (random: Random) => number

/** Noise that makes the runs of a clean machine scatter so many times as much. */
const times =
  (factor: number): Own =>
  random =>
    RUN_SD * Math.sqrt(factor ** 2 - 1) * random.normal()

const unchanged: Own = () => 0
const noisy: Record<string, Own> = {
  'twice as much': times(2),
  '10 times': times(10),
  '+15 % ± 60 %': random => Math.log(1.15 + 0.6 * (2 * random.uniform() - 1)),
}

/** Long tails, besides the machines that the other benches have. */
const all: Record<string, Machine> = {
  ...machines,
  'long tail': random => () => 0.03 * Math.exp(1.2 * random.normal()),
}

/** A job whose sides have so many runs each. */
function caseOf(machine: Machine, own: Own, runs: number, random: Random): Case {
  const at = machine(random, 2 * runs)
  const made = Array.from({ length: 2 * runs }, (_, run) => at(run) + RUN_SD * random.normal())
  const positions = positionsOf(runs, random.integer(2 ** 31))
  const side = (name: 'baseline' | 'candidate', noise: Own) =>
    positions[name].map(position => [1e6 * Math.exp((made[position] as number) + noise(random))])
  return { sessions: [side('baseline', unchanged)], candidate: side('candidate', own), positions }
}

/** Whether the row is named at the look that decided it, whatever else is said of it. */
function isNamed({ rows, looks }: Comparison): boolean {
  const { scatter, runs } = rows[0] as Row
  if (scatter === null) return false
  const levels = levelsAt(fewerRuns(runs), looks, defaultPolicy)
  return scatter.p < levels.row && (scatter.ratio ?? Number.POSITIVE_INFINITY) >= defaultPolicy.scatteredFrom
}

function named(machine: string, own: Own, looks: number[], cases: number): Rate {
  let count = 0
  for (let i = 0; i < cases; i++) {
    const random = randomStream(2026, `scatter ${machine} ${looks}`, i)
    const one = caseOf(all[machine] as Machine, own, Math.max(...looks), random)
    if (isNamed(looks.length === 1 ? allRuns(one, 0) : plannedLooks([one], 0, looks))) count++
  }
  return rate(count, cases)
}

const rows = Object.keys(all).flatMap(machine =>
  PLANS.map(looks => {
    const found = Object.values(noisy).map(own => named(machine, own, looks, CASES / 4))
    return { machine, looks, alarms: named(machine, unchanged, looks, CASES), found }
  }),
)
const made = table(
  ['machine', 'looks after', 'unchanged, named, %', ...Object.keys(noisy).map(name => `${name}, %`)],
  rows.map(({ machine, looks, alarms, found }) => [
    machine,
    looks.join(', '),
    range(alarms),
    ...found.map(({ share }) => digits(share)),
  ]),
)
const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'scatter', made))
console.log(made)
const broken = rows.filter(({ alarms }) => alarms.high > LIMIT)
for (const { machine, looks } of broken) console.error(`named too often: ${machine}, looks after ${looks}`)
process.exitCode = broken.length === 0 ? 0 : 1
