// A step of ±5 % was accepted on the base branch, or one of ±3 %, which one session seldom shows. Is the next unchanged
// pull request blamed for it, and is the next real 5 % still found? Simulates stored sessions of 10 runs each and
// compares them with the engine as users get it. Writes its table into docs/statistics.md: `npm run bench:steps`. Exits
// with 1 when a promise is missed.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy, type Session } from '../src/model/index.ts'
import { normalQuantile } from '../src/stats/distributions/continuous.ts'
import { seededUniform } from '../src/stats/distributions/seeded-uniform.ts'
import { withRegion } from './page-region.ts'
import { range, rate, table } from './rate-table.ts'
import { simulatedSession } from './simulated-session.ts'

const CASES = 4000
const RUN_SD = 0.005

const random = seededUniform(1)
const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))

function session(level: number, sessionSd: number): Session {
  const center = level + sessionSd * normal()
  return simulatedSession([Array.from({ length: 10 }, () => [1e6 * Math.exp(center + RUN_SD * normal())])])
}

/** `since` is a number of sessions. */
type Setting = { step: number; since: number; sessionSd: number }

/** The share of pull requests that change by `change` after `since` sessions at the new level and are called. */
function called(change: number, { step, since, sessionSd }: Setting) {
  let slower = 0
  let anything = 0
  for (let i = 0; i < CASES; i++) {
    const newer = Array.from({ length: since }, () => session(step, sessionSd))
    const older = Array.from({ length: 10 }, () => session(0, sessionSd))
    const comparison = compareSessions({
      baselines: [...newer, ...older],
      candidates: [session(step + change, sessionSd)],
      design: 'stored',
      policy: defaultPolicy,
      assumedGrade: 'tuned',
    })
    const verdict = comparison.rows[0]?.verdict
    if (verdict === 'regression') slower++
    if (verdict === 'regression' || verdict === 'improvement') anything++
  }
  return { slower, anything }
}

/** The promise for a row: the least share of real slowdowns by 5 % that are found. Null where nothing is promised. */
function promisedPower({ since, sessionSd }: Setting): number | null {
  if (sessionSd > 0.005) return since >= 5 ? 0.8 : null
  return since >= 3 ? 0.9 : null
}

/** The largest share of unchanged pull requests that may be called; the upper end of the interval has to keep it. */
const ALARMS = 0.015
/** With only one session since the step, and sessions that differ by 1 %, nothing tells the step from the session. */
const isPromisedQuiet = ({ since, sessionSd }: Setting) => sessionSd <= 0.005 || since >= 3

const settings: Setting[] = [0.002, 0.005, 0.01].flatMap(sessionSd => [
  ...[0.05, -0.05].flatMap(step => [1, 3, 5, 10].map(since => ({ step, since, sessionSd }))),
  ...[0.03, -0.03].map(step => ({ step, since: 1, sessionSd })),
])
const missed: string[] = []
const rows = settings.map(setting => {
  const { step, since, sessionSd } = setting
  const log = Math.sign(step) * Math.log1p(Math.abs(step))
  const unchanged = rate(called(0, { ...setting, step: log }).anything, CASES)
  const found = rate(called(Math.log(1.05), { ...setting, step: log }).slower, CASES)
  const size = `${step > 0 ? '+' : '−'}${Math.abs(step) * 100} %`
  const cells = [`${sessionSd * 100} %`, size, String(since), range(unchanged), range(found)]
  const least = Math.abs(step) === 0.05 ? promisedPower(setting) : null
  if (least !== null && found.share < least)
    missed.push(`less than ${100 * least} % found: ${cells.join(', ')}`)
  if (Math.abs(step) === 0.05 && isPromisedQuiet(setting) && unchanged.high > ALARMS)
    missed.push(`more than ${100 * ALARMS} % called: ${cells.join(', ')}`)
  return cells
})
const head = [
  'session sd',
  'accepted step',
  'sessions since',
  'unchanged, blamed or praised, %',
  '5 % slower, found, %',
]
const text = table(head, rows, 2)
console.log(text)
const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'steps', text))
for (const line of missed) console.log(`MISSED ${line}`)
process.exitCode = missed.length > 0 ? 1 : 0
