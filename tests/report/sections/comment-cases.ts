// The comment of every outcome, by the name of its golden file.
import { type Comparison, defaultPolicy, type Row, type Warning } from '../../../src/model/index.ts'
import type { Report } from '../../../src/report/sections/report.ts'
import { refusedSection, reportOf, sectionOf } from '../../action/publish/example-report.ts'
import {
  comparison,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
  unchangedExample,
} from '../example-comparison.ts'
import { bareRow, comparedRow } from '../example-rows.ts'

const HEAD = 'a90b7e55d3c14f6082b1c7d8e9fa0b1c2d3e4f50'
const REPRODUCE = "git switch faster-search\nnpx stable-bench ab --runs 10 --base-ref main -- './bench'"

const slower = comparedRow('parse', 'regression', { level: 748_000, change: 0.051, spread: 0.012 })
const faster = comparedRow('search', 'improvement', { level: 747_000, change: -0.177, spread: 0.004 })
const faster2 = { ...faster, benchmark: 'find' }
const same = comparedRow('format', 'no-change', { level: 512_000, change: 0.002, spread: 0.004 })
const three = comparison([slower, faster, same], { outcome: 'regression' })

const one = (compared: Comparison, more: Partial<Report> = {}): Report =>
  reportOf([{ ...sectionOf('parser', compared), reproduce: REPRODUCE }], { head: HEAD, ...more })

/** What each of these rows is where somebody accepted them. */
function accepted(compared: Comparison, by: string): Comparison {
  const note: Warning = {
    code: 'accepted',
    message: `${by} with the label 'bench: accepted', for this commit: parse +5.1 %`,
  }
  const rows = compared.rows.map(row => (row.fails ? { ...row, fails: false, reason: by } : row))
  return {
    ...compared,
    outcome: 'pass',
    rows,
    warnings: [note],
    policy: { ...compared.policy, accepted: by },
  }
}

const noisy = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) =>
    comparedRow(`case ${i + 1}`, 'inconclusive', {
      level: 1e6 * (i + 1),
      change: 0.01,
      spread: 0.2,
      runs: 5,
    }),
  )

const noted = (row: Row, code: string, message: string): Row => ({ ...row, warnings: [{ code, message }] })
const groups = 'the candidate’s runs form two groups 6 % apart: memory layout or clock speed?'
const onOneRun =
  'the verdict rests on run 10 of the candidate: were that run like the others, it would be no change'

const budget = { benchmark: 'http', metric: 'p99', unit: 'ns', atMost: true, limit: 5e6, reason: null }
const budgets: Comparison['budgets'] = [
  { ...budget, value: 5.31e6, interval: [5.22e6, 5.4e6], verdict: 'over' },
  { ...budget, benchmark: 'rest', value: 4.7e6, interval: [4.6e6, 4.8e6], verdict: 'near' },
]
const BY = 'accepted by octocat on 2026-12-01 10:00 UTC'

export const commentCases: Record<string, Report> = {
  regression: one(three),
  'second-push': one(three, { sameAs: '51f0c2d9be07a5b36c8d9e0f1a2b3c4d5e6f7081' }),
  'on-one-run': one(
    comparison([noted(slower, 'on-one-run', onOneRun), noted(faster, 'bimodal-runs', groups), same], {
      outcome: 'regression',
    }),
  ),
  unclear: one(comparison([faster, noted(noisy(1)[0] as Row, 'bimodal-runs', groups)])),
  improvement: one(comparison([faster, same])),
  every: one(regressionExample()),
  mixed: one(largeExample(40, 6)),
  large: one(largeExample(300, 6)),
  unchanged: one(unchangedExample()),
  noisy: one(comparison(noisy(30))),
  crashed: one(notEstablishedExample('benchmarks-missing')),
  nothing: one(notEstablishedExample('nothing-compared')),
  identical: one(
    comparison([], {
      explanation: 'nothing was measured: both commits build the same files, byte for byte: bench.sh, built',
      unmeasured: { reason: 'identical-build', files: ['bench.sh', 'built'] },
    }),
  ),
  accepted: one(accepted(three, BY), { accepted: BY }),
  'new-benchmarks': one(
    comparison([...unchangedExample().rows, bareRow('fresh', 'new', { candidate: 2_000_000 })]),
  ),
  'base-not-measured': one(notEstablishedExample('base-not-measured')),
  'first-run': one(notEstablishedExample('no-baseline')),
  budgets: one(comparison([same], { outcome: 'regression', explanation: 'over budget: http', budgets })),
  shadow: one(
    { ...three, policy: { ...defaultPolicy, shadow: true } },
    { policy: { ...defaultPolicy, shadow: true } },
  ),
  fork: one(unchangedExample(), { selfReported: true }),
  'three-suites': reportOf(
    [
      sectionOf('parser', three),
      sectionOf('codec', storedExample()),
      sectionOf('startup', unchangedExample()),
    ],
    { head: HEAD, into: 'release/1' },
  ),
  'two-needs': reportOf(
    [
      sectionOf('parser', three),
      sectionOf('codec', comparison([{ ...slower, benchmark: 'decode' }], { outcome: 'regression' })),
      sectionOf('http', notEstablishedExample('base-not-measured')),
    ],
    { head: HEAD, problems: ['1 of 4 legs left no result'] },
  ),
  'parts-missing': reportOf([sectionOf('codec', comparison([faster, faster2]))], {
    problems: ['2 of 3 legs left no result', 'm3: the artifact has no result'],
  }),
  'a-leg-is-missing': reportOf(
    [sectionOf('parser', unchangedExample()), refusedSection('load', 'one is in ms, the other in ns')],
    { problems: ['1 of 3 legs left no result'], untouched: ['docs'] },
  ),
}
