// The ways on for somebody whom a report stops: accept it, repeat it.
import type { Comparison } from '../../model/index.ts'
import { isActedOn } from '../words/answer/answer.ts'
import { onDemandPage } from '../words/documentation.ts'
import { acceptanceLines, howToAccept, labelNote, waivableRows } from '../words/how-to-accept.ts'
import { orderRows } from '../words/rows/order.ts'
import { codeBlock, codeSpan, escapeMarkdown, link } from './escape.ts'

/** The link to the report with everything; empty without an address. */
export function fullReportLink(address: string | null | undefined): string {
  if (address == null) return ''
  return link('Full report', address) ?? `Full report: ${codeSpan(address)}`
}

/** How to accept by the label, once for a report. */
export const labelMarkdown = (): string =>
  `For this commit: ${labelNote(codeSpan)}; it needs a ${link('publish workflow', onDemandPage)}.`

/** The lines of the configuration that accept what fails, or that none do, and the commands that repeat it; empty where nothing fails. */
export function acceptMarkdown(comparison: Comparison, reproduce: string | undefined): string {
  if (!isActedOn(comparison)) return ''
  const lines = acceptanceLines(comparison, waivableRows(orderRows(comparison.rows)))
  return [
    `For longer: ${escapeMarkdown(howToAccept(lines.length > 0))}`,
    ...(lines.length > 0 ? [codeBlock(lines.join('\n'))] : []),
    ...(reproduce === undefined ? [] : ['Reproduce it:', codeBlock(reproduce)]),
  ].join('\n\n')
}
