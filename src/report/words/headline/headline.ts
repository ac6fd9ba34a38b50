// The one sentence that most readers will read: what happened, and what to do next. Plain text, not escaped.

import {
  type Comparison,
  fails,
  missingVerdicts,
  type Row,
  type Unmeasured,
  undecidedVerdicts,
  whySpared,
} from '../../../model/index.ts'
import { firstOf } from '../../../phrases.ts'
import { formatShare } from '../../../units.ts'
import { missingRows } from '../how-to-accept.ts'
import { counted, formatCount } from '../numbers.ts'
import { mirrorOf } from '../rows/derived-throughput.ts'
import { visibleText } from '../visible-text.ts'
import { moreRuns } from './more-runs.ts'
import { MISSING_ADVICE, type Words, whyNotEstablished } from './not-established.ts'
import { type GatedRows, gatedRows, having, namesText, shareText, type WriteName } from './rows.ts'
import { failedText, mostlyInconclusive } from './what-failed.ts'

/**
 * The mark of a comparison, in this order: it passed, it fails, it is worse and does not fail, it decided nothing. The
 * check run follows the mark.
 */
export type Mark = '✓' | '✗' | '!' | '?'

export type Headline = Words & { symbol: Mark }

/** The text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function overBudget({ budgets }: Comparison, { write }: GatedRows): Words {
  const over = budgets.filter(budget => budget.verdict === 'over')
  const names = over.map(budget => write(visibleText(budget.benchmark)))
  const title = `${counted(over.length, 'budget')} broken: ${firstOf(names, 3)}`
  return { title, advice: 'do not release before they are met or changed' }
}

/** Names everything that failed: a crash before a regression, and missing benchmarks after both. */
function regression(comparison: Comparison, gated: GatedRows): Words {
  const worse = having(gated.rows, 'regression').filter(row => row.fails)
  const budgets = worse.length === 0 ? overBudget(comparison, gated) : null
  const titles = [budgets?.title ?? '', failedText(gated), mostlyInconclusive(gated)]
  const advice = [
    budgets?.advice ?? `look into ${worse.length === 1 ? 'it' : 'them'} before merging`,
    missingRows(gated.rows).length > 0 ? MISSING_ADVICE : '',
  ]
  return { title: capital(titles.filter(Boolean).join('; ')), advice: advice.filter(Boolean).join('; ') }
}

function allAccepted(gated: GatedRows): Words {
  const missing = having(gated.rows, ...missingVerdicts)
  if (missing.length === 0) {
    const title = 'Nothing was compared: the base commit could not be measured, which is accepted'
    return { title, advice: 'see that the next run on the base branch leaves a result' }
  }
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
  const inconclusive = having(compared, ...undecidedVerdicts).length
  const band = bandText(having(compared, 'no-change'))
  const tolerated = having(compared, 'regression').length
  const same = compared.length - better.length - inconclusive - tolerated
  if (inconclusive === compared.length) {
    return `Nothing can be said yet: ${shareText(inconclusive, gated)} ${inconclusive === 1 ? 'is' : 'are'} inconclusive`
  }
  if (tolerated > 0) {
    return `${capital(shareText(tolerated, gated))} worse, within what is configured or accepted`
  }
  if (better.length > 0) {
    const others =
      inconclusive > 0 ? `, ${formatCount(inconclusive)} inconclusive` : same > 0 ? ', none regressed' : ''
    return `${capital(shareText(better.length, gated))} improved${others}: ${namesText(better, gated)}`
  }
  if (inconclusive === 0) return `No change: ${shareText(same, gated)} stayed within ${band}`
  return `No regression found: ${shareText(same, gated)} stayed within ${band}, ${formatCount(inconclusive)} inconclusive`
}

function pass(comparison: Comparison, gated: GatedRows): Words {
  const advice: string[] = []
  const broken = having(gated.rows, 'failed', 'removed', 'not-comparable').length
  if (broken > 0) advice.push(`check ${counted(broken, gated.noun)} that could not be compared`)
  const inconclusive = having(gated.compared, ...undecidedVerdicts)
  if (inconclusive.length > 0) advice.push(moreRuns(inconclusive, gated, comparison))
  const mirrors = mirrorOf(comparison.rows)
  const worse = comparison.rows.filter(row => !row.gates && row.verdict === 'regression')
  const shown = worse.filter(row => !mirrors.has(row)).length
  if (shown > 0) advice.push(`${counted(shown, 'result')} that cannot fail the check got worse`)
  return { title: passTitle(gated), advice: advice.join('; ') || 'nothing to do' }
}

const nothingToMeasure = ({ reason, files }: Unmeasured): Words => ({
  title:
    reason === 'identical-build'
      ? `Nothing to measure: both builds are identical (${counted(files.length, 'file')})`
      : 'Nothing to measure: nothing that the benchmarks use has changed',
  advice: 'nothing to do',
})

/** Says why it does not fail, where that is not what everybody expects. */
function withSpared(comparison: Comparison, { title, advice }: Words): Words {
  const spared = whySpared(comparison)
  return { title: spared === null ? title : `${title}; ${spared}`, advice }
}

/**
 * The headline of a comparison in its parts. A cross stands for an outcome that fails, an exclamation mark for a
 * regression that does not fail. A question mark stands for a first run, a pass that decided nothing, and any other
 * outcome that is not established and does not fail. `write` writes the names, and everything else is our own words.
 */
export function headline(comparison: Comparison, write?: WriteName): Headline {
  const gated = gatedRows(comparison, write)
  const told = (mark: Mark, words: Words): Headline => ({
    symbol: fails(comparison) ? '✗' : mark,
    ...withSpared(comparison, words),
  })
  if (comparison.unmeasured) return told('✓', nothingToMeasure(comparison.unmeasured))
  if (comparison.outcome === 'regression') return told('!', regression(comparison, gated))
  const decided = having(gated.compared, 'improvement', 'no-change', 'regression').length > 0
  if (comparison.outcome === 'pass' && gated.compared.length > 0) {
    return told(decided ? '✓' : '?', pass(comparison, gated))
  }
  if (comparison.outcome === 'pass' && gated.rows.length > 0) return told('?', allAccepted(gated))
  const { title, advice } = whyNotEstablished(comparison, gated)
  const isNew = comparison.reason === 'new-suite'
  return told('?', { title: isNew ? capital(title) : `Not established: ${title}`, advice })
}

/** Whether a report says what to do now: if it is red, or would be if it could fail. */
export const hasWhatNow = (comparison: Comparison): boolean =>
  ['✗', '!'].includes(headline(comparison).symbol)

/** The explanation that belongs under the headline; empty where the headline already says all there is. */
export function explanationText(comparison: Comparison): string {
  if (comparison.reason === 'base-not-measured') return ''
  return comparison.outcome === 'not-established' || comparison.unmeasured ? comparison.explanation : ''
}
