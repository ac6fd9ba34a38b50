// A report as GitHub Markdown, for the comment on the pull request and the job summary: the answer, one table, what to do,
// and everything else in at most three folds.
import { capital, counted } from '../../phrases.ts'
import { explainedMarkdown } from '../explain/words.ts'
import { explanationText } from '../words/answer/answer.ts'
import { labelNote } from '../words/how-to-accept.ts'
import { splitWarnings } from '../words/top-warnings.ts'
import { type CommentRows, OPEN_ROWS, type Part, rowsOf } from './comment-rows.ts'
import { codeSpan, escapeMarkdown, keepPercents } from './escape.ts'
import { budgetsMarkdown, topMarkdown } from './facts.ts'
import {
  acceptFold,
  type Comment,
  type FoldDepth,
  foldedRows,
  gradeText,
  isBroken,
  measuredFold,
  othersMarkdown,
} from './folds.ts'
import { type Notes, notesOnRows } from './notes.ts'
import { markdownTable } from './table.ts'

/** The least `maxBytes`: room for a heading with three long names, its advice, and a line about what was left out. */
export const SMALLEST_REPORT = 2000
/** Nobody reads more rows in a comment. */
const MOST_ROWS = 50
const WARNINGS_WHEN_SHORT = 10
const MOST_EXPLAINED = 3

/** Whether it fails the check, what to do, and where all of it is: one paragraph. */
function linesMarkdown({ answer, parts, labelled, where }: Comment): string {
  const { effect, advice } = answer
  const isRed = answer.symbol === '✗'
  // A quieter machine may decide what could not be decided here. It would change nothing that was.
  const grade = answer.glyph === '🟡' ? gradeText(parts) : ''
  const told = [
    effect === '' ? '' : isRed ? `**${effect}**` : escapeMarkdown(effect),
    escapeMarkdown(advice),
    labelled ? `${capital(`${advice === '' ? '' : 'or '}${labelNote(codeSpan)}`)}.` : '',
  ]
  const line = told.filter(Boolean).join(' ')
  return [line, grade === '' ? '' : `Measured on: ${grade}.`, where].filter(Boolean).join(' ')
}

/** Why nothing could be established, a sentence for each suite; empty where rows that are missing say it. */
function explanations(parts: Part[]): string {
  // Of a new suite beside others only its name is news.
  const isSilent = ({ reason }: Part['comparison']) =>
    reason === 'benchmarks-missing' || (reason === 'new-suite' && parts.length > 1)
  const texts = parts.map(({ comparison }) => (isSilent(comparison) ? '' : explanationText(comparison)))
  const sentences = [...new Set(texts.filter(Boolean))].map(text => escapeMarkdown(`${capital(text)}.`))
  return sentences.slice(0, MOST_EXPLAINED).join(' ')
}

/** The notes on the rows that are shown, but for the acceptance, which the answer tells. */
function shownNotes({ answer, parts }: Comment, rows: CommentRows, kept: number): Notes {
  const said = parts.flatMap(({ comparison }) => comparison.policy.accepted ?? [])
  const shown = [...rows.told.slice(0, Math.min(kept, OPEN_ROWS)), ...foldedRows(rows, kept).shown]
  return notesOnRows(
    shown.map(({ row }) => row),
    rows.options,
    { said, failing: answer.symbol === '✗' },
  )
}

function body(comment: Comment, rows: CommentRows, kept: number, depth: FoldDepth): string {
  const { answer, parts, above } = comment
  const isShort = depth.suites === 0
  const open = rows.told.slice(0, Math.min(kept, OPEN_ROWS))
  const broken = parts.flatMap(({ comparison }) => comparison.budgets.filter(isBroken))
  const lost = rows.told.slice(0, OPEN_ROWS).length - open.length
  const notes = shownNotes(comment, rows, isShort ? 0 : kept)
  const texts = [
    `### ${answer.glyph} ${keepPercents(answer.title)}`,
    topMarkdown(
      parts.flatMap(({ comparison }) => splitWarnings(comparison).top),
      !isShort,
    ),
    ...above,
    rows.options.start === '' ? '' : `All names begin with ${codeSpan(rows.options.start)}.`,
    markdownTable(open, rows.options),
    ...(isShort ? [] : parts.map(explainedMarkdown)),
    lost === 0 ? '' : `${counted(lost, 'more row')} left out to keep this short.`,
    isShort ? '' : budgetsMarkdown(broken),
    linesMarkdown(comment),
    notes.open,
    isShort ? '' : explanations(parts),
    othersMarkdown(comment, rows, { kept, nights: depth.nights, notes }),
    acceptFold(comment, depth.suites),
    measuredFold(comment, depth),
  ]
  return `${texts.filter(text => text !== '').join('\n\n')}\n`
}

/** The largest rendering with the first rows of `total` in `maxBytes`; null where even none is too much. */
function fitRows(render: (kept: number) => string, total: number, maxBytes: number): string | null {
  let best: string | null = null
  // All rows first, which usually fit; then the half of what is left to try.
  for (let [low, high, kept] = [0, total, total]; low <= high; kept = Math.floor((low + high) / 2)) {
    const text = render(kept)
    if (Buffer.byteLength(text) <= maxBytes) {
      best = text
      low = kept + 1
    } else high = kept - 1
  }
  return best
}

/**
 * The comment of at most `maxBytes` in UTF-8. Where it is too long, it first leaves out the nights of the folded rows.
 * Then go the least important rows (the fold counts them by kind), warnings, and the details of the least important
 * suites. Throws a RangeError for a limit below SMALLEST_REPORT.
 */
export function renderComment(comment: Comment, maxBytes: number): string {
  if (maxBytes < SMALLEST_REPORT)
    throw new RangeError(`maxBytes must be at least ${SMALLEST_REPORT}, got ${maxBytes}`)
  // Once for all attempts: a hundred thousand rows take a while.
  const rows = rowsOf(comment.parts)
  const all = comment.parts.length
  const most = Math.min(rows.told.length + rows.others.length, MOST_ROWS)
  for (const nights of [true, false]) {
    const whole = body(comment, rows, most, { nights, warnings: Number.POSITIVE_INFINITY, suites: all })
    if (Buffer.byteLength(whole) <= maxBytes) return whole
  }
  const depths = [
    [WARNINGS_WHEN_SHORT, all],
    [0, all],
    ...[8, 3, 1, 0].filter(count => count < all).map(count => [0, count]),
  ]
  for (const [warnings = 0, suites = 0] of depths) {
    const fitting = fitRows(
      kept => body(comment, rows, kept, { nights: false, warnings, suites }),
      most,
      maxBytes,
    )
    if (fitting !== null) return fitting
  }
  // Only for names that are mostly combining marks, at four bytes each.
  return `### ${comment.answer.glyph} ${comment.answer.effect || 'Too long to show'}\n`
}
