// Shows what the nights of a row are worth to a stored baseline: how often an unchanged candidate is called, and how often a
// slower one is found, with none, 20 and 200 nights known. The code of the nights steps by ±5 % now and then. Sessions of
// 10 runs, compared with the engine as users get it. Writes its table into docs/statistics.md. Exits with 1 where a row
// with nights alarms more often than promised: `npm run bench:nights [-- --cases N]`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy, type Grade, type Session } from '../src/model/index.ts'
import { withRegion } from './page-region.ts'
import { digits, type Rate, range, rate, table } from './rate-table.ts'
import { simulatedSession } from './simulated-session.ts'
import { type Random, randomStream } from './verdicts/random.ts'

const RUN_SD = 0.005
const RUNS = 10
/** How often the code of a night is another than that of the night before, by how much on the log scale. */
const STEP = { share: 1 / 40, size: 0.05 }
const SHIFTS = [0.02, 0.05]
const MOST_ALARMS = 0.015

const { values } = parseArgs({ options: { cases: { type: 'string' } } })
const CASES = Number(values.cases ?? 2000)

type Setting = { grade: Grade; sessionSd: number; stored: number; nights: number }

/** The runs of a session whose code is at `level`. */
function runsAt(level: number, sessionSd: number, random: Random): number[] {
  const centre = level + sessionSd * random.normal()
  return Array.from({ length: RUNS }, () => 1e6 * Math.exp(centre + RUN_SD * random.normal()))
}

const sessionOf = (runs: number[], shift = 0): Session =>
  simulatedSession([runs.map(value => [value * (1 + shift)])])

/** Nights that end at the level of the stored sessions, 0. */
function nightsBefore({ nights, sessionSd }: Setting, random: Random): number[][] {
  let level = 0
  return Array.from({ length: nights }, () => {
    if (random.uniform() < STEP.share) level += random.uniform() < 0.5 ? STEP.size : -STEP.size
    return runsAt(level, sessionSd, random)
  }).reverse()
}

type Found = { alarms: Rate; power: Rate[] }

function measured(setting: Setting): Found {
  const shifts = [0, ...SHIFTS]
  const significant = shifts.map(() => 0)
  for (let i = 0; i < CASES; i++) {
    const random = randomStream(45, JSON.stringify(setting), i)
    const before = nightsBefore(setting, random)
    const baselines = Array.from({ length: setting.stored }, () =>
      sessionOf(runsAt(0, setting.sessionSd, random)),
    )
    const candidate = runsAt(0, setting.sessionSd, random)
    shifts.forEach((shift, k) => {
      const { rows } = compareSessions({
        baselines,
        candidates: [sessionOf(candidate, shift)],
        nights: [{ name: 'benchmark 0', metric: 'time', unit: 'ns', nights: before }],
        design: 'stored',
        policy: defaultPolicy,
        assumedGrade: setting.grade,
      })
      const [row] = rows
      const isFound = (row?.p ?? 1) < defaultPolicy.alpha && (shift === 0 || (row?.ratio ?? 1) > 1)
      if (isFound) significant[k] = (significant[k] as number) + 1
    })
  }
  const [alarms, ...power] = significant.map(count => rate(count, CASES)) as [Rate, ...Rate[]]
  return { alarms, power }
}

const NIGHTS = [0, 20, 200]
const GRADES: [Grade, number[]][] = [
  ['tuned', [0.002, 0.01, 0.02, 0.03]],
  ['untuned', [0.002, 0.01]],
]
const missed: string[] = []

/** A line of the table: the numbers of nights side by side. */
function row(setting: Omit<Setting, 'nights'>): string[] {
  const { grade, sessionSd, stored } = setting
  const found = NIGHTS.map(nights => measured({ ...setting, nights }))
  const place = `${grade}, session sd ${100 * sessionSd} %, ${stored} stored`
  const [, ...known] = found.map(({ alarms }) => alarms)
  if (known.some(({ high }) => high > MOST_ALARMS)) missed.push(`${place}: ${known.map(range).join(' · ')}`)
  return [
    grade,
    `${100 * sessionSd} %`,
    `${stored}`,
    found.map(({ alarms }) => digits(alarms.share)).join(' · '),
    ...SHIFTS.map((_, k) => found.map(({ power }) => digits((power[k] as Rate).share)).join(' · ')),
  ]
}

const rows = GRADES.flatMap(([grade, sds]) =>
  sds.flatMap(sessionSd => [1, 2, 4, 10].map(stored => row({ grade, sessionSd, stored }))),
)
const head = ['testbed', 'session sd', 'stored sessions', 'unchanged, significant, %']
const made = table([...head, ...SHIFTS.map(shift => `found, %: +${100 * shift} %`)], rows, 2)
console.log(made)
for (const place of missed) console.log(`does not hold: ${place}`)
if (missed.length > 0) process.exitCode = 1
if (values.cases === undefined) {
  const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'nights', made))
}
