// Decides which outcomes fail a job. Exit code, check run, headline and annotations all ask here. The policy is an
// argument, as everywhere.
import { type Comparison, comparedVerdicts, type NotEstablished, type Row } from './documents/comparison.ts'
import type { FailOn, Policy } from './policy.ts'

/** The values of `fail-on`, each of which fails all that those before it fail, and more. */
const byStrictness: readonly FailOn[] = ['never', 'regression', 'not-established', 'inconclusive']

/** The first value of `fail-on` under which each reason fails, or null; docs/configuration.md has the same table. */
const failsFrom: Record<NotEstablished, FailOn | null> = {
  // The first run of a repository or machine, or the first release: there is nothing yet to compare with.
  'no-baseline': null,
  // It is compared once the base has it.
  'new-suite': null,
  // There is a base, and nobody knows whether it was better: the pull request itself may keep it from being measured.
  'base-not-measured': 'regression',
  'nothing-compared': 'not-established',
  'benchmarks-missing': 'not-established',
  'testbed-changed': 'not-established',
  // The candidate made itself unmeasurable.
  scattered: 'not-established',
  inconclusive: 'inconclusive',
  // Something may be stored, and nobody knows whether it was better.
  'baseline-unreadable': 'regression',
  // An earlier attempt failed, and nobody can read what it found: a re-run must not clear it.
  'attempts-lost': 'regression',
  // It says nothing about the branch that the pull request goes into now.
  'base-changed': 'regression',
  // Nobody knows whether what the command measures itself is worse.
  'output-not-recognised': 'regression',
  // The user asked for this with require-tuned.
  untuned: 'regression',
}

/** The fields of a comparison that decide whether it fails. */
export type Decided = Pick<Comparison, 'outcome' | 'reason'> & { policy: Pick<Policy, 'shadow' | 'failOn'> }

const failsUnder = ({ outcome, reason }: Decided, failOn: FailOn): boolean => {
  if (outcome !== 'not-established') return outcome === 'regression' && failOn !== 'never'
  const from = failsFrom[reason ?? 'nothing-compared']
  return from !== null && byStrictness.indexOf(failOn) >= byStrictness.indexOf(from)
}

/** Whether the outcome fails a job. */
export const fails = (decided: Decided): boolean =>
  !decided.policy.shadow && failsUnder(decided, decided.policy.failOn)

/** The setting that keeps an outcome from failing that would fail by default, or as configured without shadow mode; else null. */
export function whySpared(decided: Decided): string | null {
  const { shadow, failOn } = decided.policy
  const wouldFail = (['not-established', failOn] as const).some(each => failsUnder(decided, each))
  if (fails(decided) || !wouldFail) return null
  return `this does not fail the check: ${shadow ? 'shadow mode' : `fail-on is ${failOn}`}`
}

/** Whether somebody can accept that rows fail. Not where no row was compared: there is nothing to accept. */
export const isAcceptable = (rows: Row[]): boolean =>
  rows.some(row => row.fails) && rows.some(({ verdict }) => comparedVerdicts.includes(verdict))

/** Whether somebody can accept a comparison: rows of it that fail, or that its base could not be measured. */
export const isAcceptableComparison = ({ rows, reason }: Pick<Comparison, 'rows' | 'reason'>): boolean =>
  reason === 'base-not-measured' || isAcceptable(rows)
