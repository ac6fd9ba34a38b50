// The ways on for somebody whom a report stops: accept it, repeat it, read all of it.
import type { Comparison } from '../../model/index.ts'
import { hasWhatNow } from '../words/headline/headline.ts'
import { acceptanceLines, howToAccept, labelNote, waivableRows } from '../words/how-to-accept.ts'
import { orderRows } from '../words/rows/order.ts'
import { codeBlock, codeSpan, escapeMarkdown, link } from './escape.ts'

/** The link to the report with everything; null without an address. */
export function fullReportLink(address: string | null | undefined): string | null {
  if (address == null) return null
  return link('Full report', address) ?? `Full report: ${codeSpan(address)}`
}

/** `labelled`: whether a label accepts what fails. */
export type Ways = {
  labelled?: boolean
  reproduce?: string | undefined
  fullReport?: string | null | undefined
}

const item = (title: string, text: string) => `- **${title}:** ${text}`
/** A code block within a list item. */
const block = (text: string) =>
  codeBlock(text)
    .split('\n')
    .map(line => `  ${line}`)
    .join('\n')

/** The ways out of a report that is red or would be, folded. Empty text for every other. */
export function whatNowMarkdown(
  comparison: Comparison,
  { labelled = false, reproduce, fullReport }: Ways,
): string {
  if (!hasWhatNow(comparison)) return ''
  const lines = acceptanceLines(comparison, waivableRows(orderRows(comparison.rows)))
  const where = fullReportLink(fullReport)
  return [
    '<details><summary>What now</summary>',
    '',
    ...(labelled ? [item('Accept it for this commit', labelNote(codeSpan))] : []),
    item('Accept it for a while', escapeMarkdown(howToAccept(lines.length > 0))),
    ...(lines.length > 0 ? ['', block(lines.join('\n')), ''] : []),
    ...(reproduce === undefined ? [] : [item('Reproduce it', 'run'), '', block(reproduce), '']),
    ...(where === null ? [] : [item('See all of it', where)]),
    '',
    '</details>',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}
