// Where the error rates are not what they are elsewhere: sides that vary differently, and what the stated power is
// worth. Simulated runs of one measurement, alternated in one job, through the engine as users get it.
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy } from '../src/compare/policy.ts'
import type { Row, Session } from '../src/model.ts'
import { normalQuantile } from '../src/stats/normal-distribution.ts'
import { seededUniform } from '../src/stats/seeded-uniform.ts'
import { wilsonInterval } from '../src/stats/wilson-interval.ts'

const CASES = 4000

const random = seededUniform(1)
const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))

/** `strays`: the share of runs that are 5 to 50 % slower. */
type Side = { runs: number; sd: number; level?: number; strays?: number }

function session({ runs, sd, level = 0, strays = 0 }: Side): Session {
  const run = () => {
    const slower = random() < strays ? 0.05 + 0.45 * random() : 0
    return [1e6 * Math.exp(level + sd * normal()) * (1 + slower)]
  }
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
    benchmarks: [
      { name: 'a', metric: 'time', unit: 'ns', better: 'lower', runs: Array.from({ length: runs }, run) },
    ],
  }
}

function compared(baseline: Side, candidate: Side): Row {
  const { rows } = compareSessions({
    baselines: [session(baseline)],
    candidates: [session(candidate)],
    design: 'interleaved',
    look: 'only',
    policy: defaultPolicy,
    assumedGrade: 'tuned',
  })
  return rows[0] as Row
}

/** By its p-value: a verdict may also be "no change", where the effect is smaller than the band. */
const isSignificant = ({ p }: Row) => (p ?? 1) < defaultPolicy.alpha

function percent(happens: () => boolean): string {
  const count = Array.from({ length: CASES }, happens).filter(Boolean).length
  const [low, high] = wilsonInterval(count, CASES, 0.95).map(value => (100 * value).toFixed(1))
  return `${((100 * count) / CASES).toFixed(1)} (${low}–${high})`
}

const words = ({ runs, sd, strays }: Side) =>
  `${runs} runs, sd ${100 * sd} %${strays ? `, ${100 * strays} % of them 5 to 50 % slower` : ''}`

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
    { runs: 5, sd: 0.01 },
    { runs: 10, sd: 0.01 },
  ],
  [
    { runs: 5, sd: 0.01 },
    { runs: 20, sd: 0.002 },
  ],
]

console.log('| baseline | candidate, unchanged | significant at α = 1 %, % |\n| --- | --- | ---: |')
for (const [baseline, candidate] of unequal) {
  const alarms = percent(() => isSignificant(compared(baseline, candidate)))
  console.log(`| ${words(baseline)} | ${words(candidate)} | ${alarms} |`)
}

const sides: Side[] = [
  ...[3, 5, 10, 20].map(runs => ({ runs, sd: 0.005 })),
  { runs: 10, sd: 0.005, strays: 0.05 },
  { runs: 20, sd: 0.005, strays: 0.05 },
]

console.log(
  '\n| each side | an effect that a comparison says it could find is found by the next, % |\n| --- | ---: |',
)
for (const side of sides) {
  const found = percent(() => {
    const { detectable } = compared(side, side)
    return isSignificant(compared(side, { ...side, level: Math.log1p(detectable ?? 0) }))
  })
  console.log(`| ${words(side)} | ${found} |`)
}
