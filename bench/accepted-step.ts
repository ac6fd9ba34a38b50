// After a step of ±5 % was accepted on the base branch: is the next unchanged pull request blamed for it, and is the
// next real 5 % still found? Simulated stored sessions of 10 runs each, through the engine as users get it.
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy } from '../src/compare/policy.ts'
import type { Session } from '../src/model.ts'
import { normalQuantile } from '../src/stats/normal-distribution.ts'
import { seededUniform } from '../src/stats/seeded-uniform.ts'
import { wilsonInterval } from '../src/stats/wilson-interval.ts'

const CASES = 4000
const RUN_SD = 0.005

const random = seededUniform(1)
const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))

function session(level: number, sessionSd: number): Session {
  const center = level + sessionSd * normal()
  const runs = Array.from({ length: 10 }, () => [1e6 * Math.exp(center + RUN_SD * normal())])
  return {
    source: 'simulated',
    suite: null,
    tool: null,
    revision: null,
    testbed: null,
    plan: null,
    order: null,
    evidence: [],
    warnings: [],
    failures: [],
    benchmarks: [{ name: 'a', metric: 'time', unit: 'ns', better: 'lower', runs }],
  }
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

const percent = (count: number) => {
  const [low, high] = wilsonInterval(count, CASES, 0.95)
  return `${((100 * count) / CASES).toFixed(1)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`
}

console.log(
  '| session sd | accepted step | sessions since | unchanged, blamed or praised, % | 5 % slower, found, % |',
)
console.log('| --- | --- | ---: | ---: | ---: |')
for (const sessionSd of [0.002, 0.005, 0.01]) {
  for (const step of [Math.log(1.05), -Math.log(1.05)]) {
    for (const since of [1, 3, 5, 10]) {
      const setting = { step, since, sessionSd }
      const unchanged = called(0, setting).anything
      const slower = called(Math.log(1.05), setting).slower
      const cells = [
        `${sessionSd * 100} %`,
        step > 0 ? '+5 %' : '−5 %',
        since,
        percent(unchanged),
        percent(slower),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  }
}
