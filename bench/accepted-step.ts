// After a step of ±5 % was accepted on the base branch: is the next unchanged pull request blamed for it, and is the
// next real 5 % still found? Simulated stored sessions of 10 runs each, through the engine as users get it.
// Writes its table into docs/statistics.md: `npm run bench:steps`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy } from '../src/compare/policy.ts'
import type { Session } from '../src/model.ts'
import { normalQuantile } from '../src/stats/normal-distribution.ts'
import { seededUniform } from '../src/stats/seeded-uniform.ts'
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

/** The share of pull requests that change by `change` after `since` sessions at the new level and are called. */
function called(
  change: number,
  { step, since, sessionSd }: { step: number; since: number; sessionSd: number },
) {
  let slower = 0
  let anything = 0
  for (let i = 0; i < CASES; i++) {
    const newer = Array.from({ length: since }, () => session(step, sessionSd))
    const older = Array.from({ length: 10 }, () => session(0, sessionSd))
    const comparison = compareSessions({
      baselines: [...newer, ...older],
      candidates: [session(step + change, sessionSd)],
      design: 'stored',
      look: 'only',
      policy: defaultPolicy,
      assumedGrade: 'tuned',
    })
    const verdict = comparison.rows[0]?.verdict
    if (verdict === 'regression') slower++
    if (verdict === 'regression' || verdict === 'improvement') anything++
  }
  return { slower, anything }
}

const rows = [0.002, 0.005, 0.01].flatMap(sessionSd =>
  [Math.log(1.05), -Math.log(1.05)].flatMap(step =>
    [1, 3, 5, 10].map(since => {
      const setting = { step, since, sessionSd }
      const unchanged = called(0, setting).anything
      const slower = called(Math.log(1.05), setting).slower
      const shares = [unchanged, slower].map(count => range(rate(count, CASES)))
      return [`${sessionSd * 100} %`, step > 0 ? '+5 %' : '−5 %', String(since), ...shares]
    }),
  ),
)
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
