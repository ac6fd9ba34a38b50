// The one sentence that most readers will read: what happened, and what to do next. Plain text, not escaped.

import { type Comparison, missingVerdicts, type Row } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { type GatedRows, gatedRows, having, namesText, shareText } from './gated-rows.ts'
import { MISSING_ADVICE, missingText, type Words, whyNotEstablished } from './not-established.ts'
import { counted, formatCount } from './numbers.ts'
import { visibleText } from './visible-text.ts'

/** `symbol`: how it ended. */
export type Headline = Words & { symbol: '✓' | '✗' | '?' }

/** Above this many runs per side, a quieter machine is the better advice. */
const MANY_RUNS = 100

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function overBudget({ budgets }: Comparison): Words {
  const over = budgets.filter(budget => budget.verdict === 'over')
  const names = over.slice(0, 3).map(budget => visibleText(budget.benchmark))
  const more = over.length > 3 ? ` and ${formatCount(over.length - 3)} more` : ''
  const title = `${counted(over.length, 'budget')} broken: ${names.join(', ')}${more}`
  return { title, advice: 'do not release before they are met or changed' }
}

function regression(comparison: Comparison, gated: GatedRows): Words {
  const worse = gated.rows.filter(row => row.fails && row.verdict === 'regression')
  if (worse.length === 0) return overBudget(comparison)
  const title = `${capital(shareText(worse.length, gated))} regressed: ${namesText(worse, gated)}`
  return { title, advice: `look into ${worse.length === 1 ? 'it' : 'them'} before merging` }
}

/** What is missing is said beside what is worse. */
function withMissing({ title, advice }: Words, gated: GatedRows): Words {
  const missing = missingText(gated)
  return missing === ''
    ? { title, advice }
    : { title: `${title}; ${missing}`, advice: `${advice}; ${MISSING_ADVICE}` }
}

function allAccepted(gated: GatedRows): Words {
  const missing = having(gated.rows, ...missingVerdicts)
  const what = missing.length === 1 ? 'is missing, which is' : 'are missing, which is'
  const title = `Nothing was compared: ${counted(missing.length, gated.noun)} ${what} accepted`
  return { title, advice: 'see that the benchmarks that take their place run' }
}

/** `±2 %`; `their bands` where rows have different ones. */
function bandText(rows: Row[]): string {
  const bands = [...new Set(rows.map(row => row.band))]
  return bands.length === 1 ? `±${formatShare(bands[0] as number)}` : 'their bands'
}

function passTitle(gated: GatedRows): string {
  const { compared } = gated
  const better = having(compared, 'improvement')
  const unclear = having(compared, 'inconclusive').length
  const band = bandText(having(compared, 'no-change'))
  const tolerated = having(compared, 'regression').length
  const same = compared.length - better.length - unclear - tolerated
  if (unclear === compared.length) {
    return `Nothing can be said yet: ${shareText(unclear, gated)} ${unclear === 1 ? 'is' : 'are'} inconclusive`
  }
  if (tolerated > 0) {
    return `${capital(shareText(tolerated, gated))} worse, within what is configured or accepted`
  }
  if (better.length > 0) {
    const others = unclear > 0 ? `, ${formatCount(unclear)} inconclusive` : same > 0 ? ', none regressed' : ''
    return `${capital(shareText(better.length, gated))} improved${others}: ${namesText(better, gated)}`
  }
  if (unclear === 0) return `No change: ${shareText(same, gated)} stayed within ${band}`
  return `No regression found: ${shareText(same, gated)} stayed within ${band}, ${formatCount(unclear)} inconclusive`
}

function moreRuns(unclear: Row[], gated: GatedRows, { design }: Comparison): string {
  // Between sessions, more runs do not help: their variance is what hides the change.
  if (design === 'stored') return 'interleave both sides in one job, or wait for more stored sessions'
  const runs = unclear.map(row => row.runsNeeded)
  // One row without an answer makes the largest of the others a promise that would not hold.
  if (runs.some(count => count === null || !Number.isFinite(count)))
    return 'measure more runs or on a quieter machine'
  const most = Math.max(...runs.map(Number))
  const one = unclear.length === 1
  const where =
    unclear.length < gated.compared.length ? `the inconclusive ${one ? 'one' : 'ones'}` : one ? 'it' : 'them'
  const [{ band }, ...others] = unclear as [Row, ...Row[]]
  const size = others.every(row => row.band === band) ? formatShare(band) : 'the size of its band'
  const change = `a change of ${size} in ${where}`
  const needed = `about ${counted(most, 'run')} per side`
  if (most > MANY_RUNS) return `make the machine quieter: seeing ${change} would take ${needed}`
  return `to see ${change}, measure ${needed}`
}

function pass(comparison: Comparison, gated: GatedRows): Words {
  const advice: string[] = []
  const broken = having(gated.rows, 'failed', 'removed', 'not-comparable').length
  if (broken > 0) advice.push(`check ${counted(broken, gated.noun)} that could not be compared`)
  const unclear = having(gated.compared, 'inconclusive')
  if (unclear.length > 0) advice.push(moreRuns(unclear, gated, comparison))
  const worse = comparison.rows.filter(row => !row.gates && row.verdict === 'regression').length
  if (worse > 0) advice.push(`${counted(worse, 'informational result')} got worse`)
  return { title: passTitle(gated), advice: advice.join('; ') || 'nothing to do' }
}

/**
 * The headline of a comparison in its parts. A cross is what fails unless fail-on says otherwise; a question mark, a
 * first run and a pass that decided nothing.
 */
export function headline(comparison: Comparison): Headline {
  const gated = gatedRows(comparison)
  if (comparison.outcome === 'regression') {
    return { symbol: '✗', ...withMissing(regression(comparison, gated), gated) }
  }
  const decided = having(gated.compared, 'improvement', 'no-change').length > 0
  if (comparison.outcome === 'pass' && gated.compared.length > 0) {
    return { symbol: decided ? '✓' : '?', ...pass(comparison, gated) }
  }
  if (comparison.outcome === 'pass' && gated.rows.length > 0) return { symbol: '?', ...allAccepted(gated) }
  const { title, advice } = whyNotEstablished(comparison, gated)
  const isFirst = comparison.outcome === 'pass' || comparison.reason === 'no-baseline'
  return { symbol: isFirst ? '?' : '✗', title: `Not established: ${title}`, advice }
}

/** What the headline leaves open; empty where it already says all there is. */
export function explanationText(comparison: Comparison): string {
  return comparison.outcome === 'not-established' ? comparison.explanation : ''
}
