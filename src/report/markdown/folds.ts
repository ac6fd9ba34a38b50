// The three folds of a comment: the other rows, how to accept and repeat it, how it was measured.
import type { Comparison } from '../../model/index.ts'
import { capital, counted } from '../../phrases.ts'
import { type Answer, isActedOn } from '../words/answer/answer.ts'
import {
  acceptanceLines,
  howToAccept,
  labelNote,
  onDemandPage,
  waivableRows,
} from '../words/how-to-accept.ts'
import { orderRows } from '../words/rows/order.ts'
import { splitWarnings } from '../words/top-warnings.ts'
import { type CommentRows, kindsText, OPEN_ROWS, type Part } from './comment-rows.ts'
import { codeBlock, codeSpan, escapeMarkdown, keepPercents, link } from './escape.ts'
import { budgetsMarkdown, leftOutMarkdown, measuredMarkdown, warningsMarkdown } from './facts.ts'
import type { Notes } from './notes.ts'
import { hiddenText, markdownTable } from './table.ts'

/** All of a comment but its rows. Texts are Markdown. */
export type Comment = {
  /** The answer, its names as code spans. */
  answer: Answer
  parts: Part[]
  /** Blocks between heading and table, such as what is missing. */
  above: string[]
  /** What is said of each suite, where there are several. */
  suites: string
  /** Whether a label accepts what fails. */
  labelled: boolean
  /** Where all of it is, at the end of the line about the check. */
  where: string
}

/** How much of the rest is shown: the nights of folded rows, how many warnings, and the details of how many suites. */
export type FoldDepth = { nights: boolean; warnings: number; suites: number }

const fold = (summary: string, parts: string[]): string => {
  const text = parts.filter(Boolean).join('\n\n')
  return text === '' ? '' : `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`
}

/** The rows that are in no open table: those that are kept, and those that there is no room for. */
export function foldedRows({ told, others }: CommentRows, kept: number) {
  const folded = [...told.slice(OPEN_ROWS), ...others]
  const shown = folded.slice(0, Math.max(0, kept - Math.min(told.length, OPEN_ROWS)))
  return { folded, shown, left: folded.slice(shown.length) }
}

/** The first fold: the suites, the rows that are not in the table as far as they are kept, and notes on all of them. */
export function othersMarkdown(
  comment: Comment,
  rows: CommentRows,
  { kept, nights, notes }: { kept: number; nights: boolean; notes: Notes },
): string {
  const { folded, shown, left } = foldedRows(rows, kept)
  const open = folded.map(({ row }) => row).filter(({ verdict }) => verdict === 'inconclusive')
  const hidden = hiddenText(open)
  const kinds = kindsText(folded)
  const several = kinds.includes(', ')
  const count = several
    ? `${counted(folded.length, rows.told.length > 0 ? 'other row' : 'row')}: ${kinds}`
    : kinds
  const more = `${counted(left.length, 'more row')}, the least important, left out to keep this short: ${kindsText(left)}.`
  const title = [
    comment.suites === '' ? '' : counted((comment.suites.match(/^\|/gm)?.length ?? 2) - 2, 'suite'),
    folded.length === 0 ? '' : keepPercents([count, hidden].filter(Boolean).join(several ? '; ' : ': ')),
  ]
  const mirrored = rows.mirrored === 0 ? '' : `the throughput of ${counted(rows.mirrored, 'benchmark')}`
  return fold(title.filter(Boolean).join(' · ') || capital(notes.title || `not shown: ${mirrored}`), [
    comment.suites,
    markdownTable(nights ? shown : shown.map(each => ({ ...each, nightly: null })), rows.options),
    left.length === 0 ? '' : more,
    notes.folded,
    mirrored === '' ? '' : `Not shown: ${mirrored}, which only mirrors the time.`,
  ])
}

const named = (suite: string, text: string) =>
  text === '' || suite === '' ? text : `**${codeSpan(suite)}**\n\n${text}`

/** The lines of the configuration that accept what fails, or that none do, and the commands that repeat it; empty where nothing fails. */
function acceptMarkdown(comparison: Comparison, reproduce: string | undefined): string {
  if (!isActedOn(comparison)) return ''
  const lines = acceptanceLines(comparison, waivableRows(orderRows(comparison.rows)))
  return [
    `For longer: ${escapeMarkdown(howToAccept(lines.length > 0))}`,
    ...(lines.length > 0 ? [codeBlock(lines.join('\n'))] : []),
    ...(reproduce === undefined ? [] : ['Reproduce it:', codeBlock(reproduce)]),
  ].join('\n\n')
}

export function acceptFold({ parts, labelled }: Comment, suites: number): string {
  const ways = parts
    .slice(0, suites)
    .map(part => named(part.suite, acceptMarkdown(part.comparison, part.reproduce)))
  const isWaivable = ways.some(way => way.includes('waivers:'))
  const label = `For this commit: ${labelNote(codeSpan)}; it needs a ${link('publish workflow', onDemandPage)}.`
  return fold(isWaivable ? 'Accept it for longer · reproduce it' : 'Accept it · reproduce it', [
    labelled && ways.some(Boolean) ? label : '',
    ...ways,
  ])
}

function partMarkdown(part: Part, most: number): string {
  const { budgets, rows } = part.comparison
  const { others, leftOut } = splitWarnings(part.comparison)
  const shown = others.slice(0, most)
  const parts = [
    measuredMarkdown(part),
    budgetsMarkdown(budgets.filter(budget => !isBroken(budget))),
    warningsMarkdown(shown, others.length - shown.length, new Set(rows.map(row => row.benchmark))),
    leftOutMarkdown(leftOut),
  ]
  return named(part.suite, parts.filter(Boolean).join('\n\n'))
}

/** Whether a budget is not kept, or nobody knows: it is never folded. */
export const isBroken = ({ verdict }: Comparison['budgets'][0]) => !['within', 'near'].includes(verdict)

/** The grade of the least tuned machine, where one is not tuned. */
export function gradeText(parts: Part[]): string {
  const grades = parts.map(({ comparison }) => comparison.candidate.testbed?.grade)
  const grade = (['untuned', 'degraded'] as const).find(each => grades.includes(each))
  return grade === undefined ? '' : `${grade} machine`
}

export function measuredFold({ parts }: Comment, { warnings, suites }: FoldDepth): string {
  const count = parts.reduce((sum, { comparison }) => sum + splitWarnings(comparison).others.length, 0)
  const title = ['How it was measured', gradeText(parts), count === 0 ? '' : counted(count, 'warning')]
  return fold(
    title.filter(Boolean).join(' · '),
    parts.slice(0, suites).map(part => partMarkdown(part, warnings)),
  )
}
