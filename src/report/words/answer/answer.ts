// The answer of a comparison: its mark, a title with the worst thing and the counts, and at most two sentences, whether
// this fails the check and what to do. Every report has it, each in its own form. Plain text, not escaped.
import {
  type Comparison,
  fails,
  missingVerdicts,
  type Row,
  type Unmeasured,
  undecidedVerdicts,
  whySpared,
} from '../../../model/index.ts'
import { capital, counted } from '../../../phrases.ts'
import { formatShare } from '../../../units.ts'
import { mirrorOf } from '../rows/derived-throughput.ts'
import type { Glyph, Mark } from './marks.ts'
import { BASE_NOT_MEASURED, undecidedTitle, type Words, whyNotEstablished } from './not-established.ts'
import { overBudget, repairAdvice } from './repair.ts'
import { type GatedRows, gatedRows, having, plainWriting, shareText, type WriteName } from './rows.ts'
import { changes, failures, othersText, titleOf, withOthers } from './what-happened.ts'
import { whatHelps } from './what-helps.ts'

/**
 * `symbol` says how it ends, `glyph` is its coloured mark. `effect` says whether it fails the check and is empty where
 * that goes without saying, `advice` what to do, `also` what else would help. All three are whole sentences, and may be empty.
 */
export type Answer = {
  symbol: Mark
  glyph: Glyph
  title: string
  effect: string
  advice: string
  also: string
}

/** Names what failed: a crash before a regression, and missing benchmarks after both. */
function regression({ budgets }: Comparison, gated: GatedRows): Words {
  const failed = failures(gated)
  const title =
    failed.length > 0
      ? titleOf(failed, gated)
      : withOthers(overBudget(budgets, gated).title, othersText(gated, []))
  return { title, advice: repairAdvice(budgets, { ...gated, write: plainWriting }) }
}

function allAccepted(gated: GatedRows): Words {
  const missing = having(gated.rows, ...missingVerdicts).length
  const [what, advice] =
    missing === 0
      ? [BASE_NOT_MEASURED, 'see that the next run on the base branch leaves a result']
      : [
          `${counted(missing, gated.noun)} ${missing === 1 ? 'is' : 'are'} missing`,
          'see that the benchmarks that take their place run',
        ]
  return { title: `Nothing was compared: ${what}, which is accepted`, advice }
}

/** `±2 %`; `their bands` where rows have different ones. */
function bandText(rows: Row[]): string {
  const bands = [...new Set(rows.map(row => row.band))]
  return bands.length === 1 ? `±${formatShare(bands[0] as number)}` : 'their bands'
}

/** The title where nothing failed and something was compared. */
export function passTitle(gated: GatedRows): string {
  const { compared, noun, aside } = gated
  const told = changes(gated)
  if (told.length > 0) return titleOf(told.slice(0, 1), gated)
  const same = having(compared, 'no-change')
  if (same.length === 0)
    return withOthers(undecidedTitle(gated), othersText({ ...gated, rows: notIn(gated, compared) }, []))
  const rest = othersText({ ...gated, rows: notIn(gated, same) }, [])
  const only = aside === 0 ? `the only ${noun}` : `the only ${noun} that can fail`
  const what = compared.length === 1 ? only : shareText(same.length, gated)
  const start = same.length === compared.length ? 'No change' : 'No regression found'
  return withOthers(`${start}: ${what} stayed within ${bandText(same)}`, rest)
}

const notIn = ({ rows }: GatedRows, left: Row[]): Row[] => rows.filter(row => !left.includes(row))

/** What to do about a pass. Where a row is decided, more runs for the others would change no verdict. */
function passAdvice(comparison: Comparison, gated: GatedRows): Omit<Words, 'title'> {
  const advice: string[] = []
  let also: string | undefined
  const broken = having(gated.rows, ...missingVerdicts).length
  if (broken > 0) advice.push(`check ${counted(broken, gated.noun)} that could not be compared`)
  const gating = new Set(gated.rows.map(row => row.benchmark))
  const unjudged = having(comparison.rows, 'not-comparable').filter(row => !gating.has(row.benchmark)).length
  if (unjudged > 0)
    advice.push(`check ${counted(unjudged, 'result')} that could not be compared and cannot fail`)
  const open = having(gated.compared, ...undecidedVerdicts)
  if (open.length > 0 && open.length === gated.compared.length) {
    const [first = '', second] = whatHelps(open, gated.compared.length, comparison)
    advice.push(first)
    also = second
  }
  const mirrors = mirrorOf(comparison.rows)
  const worse = comparison.rows.filter(row => !row.gates && row.verdict === 'regression')
  const shown = worse.filter(row => !mirrors.has(row)).length
  if (shown > 0) advice.push(`${counted(shown, 'result')} that cannot fail the check got worse`)
  return { advice: advice.join('; '), also }
}

const nothingToMeasure = ({ reason, files }: Unmeasured): Words => ({
  title:
    reason === 'identical-build'
      ? `Nothing to measure: both builds are identical (${counted(files.length, 'file')})`
      : 'Nothing to measure: nothing that the benchmarks use has changed',
  advice: '',
})

function wordsOf(comparison: Comparison, gated: GatedRows): { mark: Mark; words: Words } {
  if (comparison.unmeasured) return { mark: '✓', words: nothingToMeasure(comparison.unmeasured) }
  if (comparison.outcome === 'regression') return { mark: '!', words: regression(comparison, gated) }
  if (comparison.outcome !== 'pass') return { mark: '?', words: whyNotEstablished(comparison, gated) }
  if (gated.compared.length > 0) {
    const isDecided = having(gated.compared, 'improvement', 'no-change', 'regression').length > 0
    const words = { title: passTitle(gated), ...passAdvice(comparison, gated) }
    return { mark: isDecided ? '✓' : '?', words }
  }
  return {
    mark: '?',
    words: gated.rows.length > 0 ? allAccepted(gated) : whyNotEstablished(comparison, gated),
  }
}

/** The coloured mark of an answer that ends in `symbol` and has these gating rows. */
export function glyphOf(symbol: Mark, rows: Row[]): Glyph {
  if (symbol === '✗') return '🔴'
  if (symbol === '!' || having(rows, 'regression').length > 0) return '🟠'
  if (symbol === '?') return '🟡'
  return having(rows, 'improvement').length > 0 ? '🟢' : '⚪'
}

const sentence = (text: string): string => (text === '' ? '' : `${capital(text)}.`)

/** Whether the check fails, as a sentence; empty where an answer without a change does not. */
export function effectText(failing: boolean, glyph: Glyph, spared: string | null): string {
  if (failing) return 'This fails the check.'
  if (spared !== null) return sentence(spared)
  if (glyph === '🟠') return 'This passes the check: what got worse is within what is configured or accepted.'
  return glyph === '🟡' ? 'This does not fail the check.' : ''
}

/** The answer of a comparison. `write` writes the names in its title, and everything else is our own words. */
export function answer(comparison: Comparison, write?: WriteName): Answer {
  const gated = gatedRows([{ suite: '', comparison }], write)
  const { mark, words } = wordsOf(comparison, gated)
  const failing = fails(comparison)
  const symbol = failing ? '✗' : mark
  const glyph = glyphOf(symbol, gated.rows)
  return {
    symbol,
    glyph,
    title: words.title,
    effect: effectText(failing, glyph, whySpared(comparison)),
    advice: sentence(words.advice),
    also: sentence(words.also ?? ''),
  }
}

/** Whether a report says how to accept and to repeat it: if it is red, or would be if it could fail. */
export const isActedOn = (comparison: Comparison): boolean => ['✗', '!'].includes(answer(comparison).symbol)

/** What stands below the title of an answer: whether it fails the check, what to do, and what else would help. */
export const belowTitle = ({ effect, advice, also }: Answer): string =>
  [effect, advice, also].filter(Boolean).join(' ')

/** The answer for a terminal or a log: the title, then whether it fails the check and what to do; what else would help last. */
export const answerLines = ({ symbol, title, effect, advice, also }: Answer): string[] =>
  [`${symbol} ${title}`, [effect, advice].filter(Boolean).join(' '), also].filter(Boolean)

/** The explanation that belongs under the title; empty where the title already says all there is. */
export function explanationText(comparison: Comparison): string {
  if (comparison.reason === 'base-not-measured') return ''
  return comparison.outcome === 'not-established' || comparison.unmeasured ? comparison.explanation : ''
}
