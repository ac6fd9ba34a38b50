// Counts known limits: the error rates where the sides vary differently, and where load comes back with a period, and how
// often the stated power holds.
// Simulates runs of one measurement, alternated in one job, and compares them with the engine as users get it.
// Writes its tables into docs/statistics.md: `npm run bench:limits`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy, type Row, type Session } from '../src/model/index.ts'
import { normalQuantile } from '../src/stats/distributions/continuous.ts'
import { seededUniform } from '../src/stats/distributions/seeded-uniform.ts'
import { withRegion } from './page-region.ts'
import { range, rate, table } from './rate-table.ts'
import { simulatedSession } from './simulated-session.ts'
import { type Case, positionsOf } from './verdicts/cases.ts'
import { RUNS } from './verdicts/cells.ts'
import { oneLook, plannedLooks, sayings } from './verdicts/engine.ts'

const CASES = 4000
/** Of a load, which is compared at several looks. */
const LOAD_CASES = 2000

const random = seededUniform(1)
const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))

/** `strays`: the share of runs that are 5 to 50 % slower; `second`: that of runs that are 5 % slower. */
type Side = { runs: number; sd: number; level?: number; strays?: number; second?: number }

/** In the order `order`, or in none where the sides have different numbers of runs. */
function session({ runs, sd, level = 0, strays = 0, second = 0 }: Side, order: number[] | null): Session {
  const run = () => {
    const slower = random() < strays ? 0.05 + 0.45 * random() : 0
    const group = random() < second ? 1.05 : 1
    return [1e6 * Math.exp(level + sd * normal()) * (1 + slower) * group]
  }
  return simulatedSession([Array.from({ length: runs }, run)], { order, looks: [] })
}

function compared(baseline: Side, candidate: Side): Row {
  const order = baseline.runs === candidate.runs ? positionsOf(baseline.runs, 2 ** 31 * random()) : null
  const { rows } = compareSessions({
    baselines: [session(baseline, order?.baseline ?? null)],
    candidates: [session(candidate, order?.candidate ?? null)],
    design: 'interleaved',
    policy: defaultPolicy,
    assumedGrade: 'tuned',
  })
  return rows[0] as Row
}

/** By its p-value: a verdict may also be "no change", where the effect is smaller than the band. */
const isSignificant = ({ p }: Row) => (p ?? 1) < defaultPolicy.alpha

/** In how many of all cases it happens. */
const often = (happens: () => boolean) =>
  range(rate(Array.from({ length: CASES }, happens).filter(Boolean).length, CASES))

const words = ({ runs, sd, strays, second }: Side) =>
  [
    `${runs} runs, sd ${100 * sd} %`,
    strays ? `, ${100 * strays} % of them 5 to 50 % slower` : '',
    second ? `, ${100 * second} % of them 5 % slower` : '',
  ].join('')

const unequal: [Side, Side][] = [
  [
    { runs: 10, sd: 0.01 },
    { runs: 10, sd: 0.01 },
  ],
  [
    { runs: 10, sd: 0.01 },
    { runs: 10, sd: 0.002 },
  ],
  [
    { runs: 20, sd: 0.02 },
    { runs: 20, sd: 0.002 },
  ],
  [
    { runs: 20, sd: 0.02 },
    { runs: 20, sd: 0 },
  ],
  [
    { runs: 10, sd: 0.01 },
    { runs: 11, sd: 0.001 },
  ],
  [
    { runs: 5, sd: 0.01 },
    { runs: 10, sd: 0.01 },
  ],
  [
    { runs: 5, sd: 0.01 },
    { runs: 20, sd: 0.002 },
  ],
]

const sides: Side[] = [
  ...[3, 5, 10, 20].map(runs => ({ runs, sd: 0.005 })),
  ...[5, 10, 20].map(runs => ({ runs, sd: 0.005, strays: 0.05 })),
  ...[5, 10, 20].map(runs => ({ runs, sd: 0.005, second: 0.3 })),
]

/** What load adds to the runs of a job, in their order: it begins anywhere in its period. */
type Load = { name: string; at: (run: number, begin: number) => number }

const inRuns = (period: number): Load => ({
  name: `one run in ${period} is 5 % slower`,
  at: (run, begin) => ((run + Math.floor(begin * period)) % period === 0 ? Math.log1p(0.05) : 0),
})
const wave = (period: number): Load => ({
  name: `a wave of ± 5 % that takes ${period} runs`,
  at: (run, begin) => 0.05 * Math.sin(2 * Math.PI * (run / period + begin)),
})
const loads = [...[2, 3, 4, 5].map(inRuns), ...[1.5, 2.2, 2.5, 3].map(wave)]

/** Whether a load is taken for a change: with ten runs a side, and with the planned looks. */
function takenForChange({ at }: Load): [boolean, boolean] {
  const most = Math.max(...RUNS.looks)
  const begin = random()
  const positions = positionsOf(most, 2 ** 31 * random())
  const side = (places: number[]) => places.map(run => [1e6 * Math.exp(at(run, begin) + 0.005 * normal())])
  const one: Case = { sessions: [side(positions.baseline)], candidate: side(positions.candidate), positions }
  const isTaken = (looks: typeof oneLook) => sayings(looks([one], 0))[0]?.significant === true
  return [isTaken(oneLook), isTaken(plannedLooks)]
}

function periodicRow(load: Load): string[] {
  const cases = Array.from({ length: LOAD_CASES }, () => takenForChange(load))
  return [load.name, ...[0, 1].map(i => range(rate(cases.filter(taken => taken[i]).length, LOAD_CASES)))]
}

const alarms = unequal.map(([baseline, candidate]) => [
  words(baseline),
  words(candidate),
  often(() => isSignificant(compared(baseline, candidate))),
])
const power = sides.map(side => [
  words(side),
  often(() => {
    const { detectable } = compared(side, side)
    return isSignificant(compared(side, { ...side, level: Math.log1p(detectable ?? 0) }))
  }),
])

const tables = {
  periodic: table(
    ['load', '10 runs a side: significant, %', `looks after ${RUNS.looks.join(', ')}`],
    loads.map(periodicRow),
  ),
  spread: table(['baseline', 'candidate, unchanged', 'significant at α = 1 %, %'], alarms, 2),
  power: table(
    ['each side', 'an effect that a comparison says it could find is found by the next, %'],
    power,
  ),
}
const path = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
let page = readFileSync(path, 'utf8')
for (const [name, text] of Object.entries(tables)) {
  console.log(`${text}\n`)
  page = withRegion(page, name, text)
}
writeFileSync(path, page)
