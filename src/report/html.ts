// A comparison as one HTML file: for the artifact, for a colleague, for a laptop without network.
import type { Comparison } from '../model.ts'
import { headline } from './headline.ts'
import { evidenceHtml } from './html-evidence.ts'
import {
  budgetsHtml,
  controlsHtml,
  factsHtml,
  footerHtml,
  headlineHtml,
  machinesHtml,
  warningsHtml,
} from './html-facts.ts'
import { htmlPage } from './html-page.ts'
import { rowData, rowsTable } from './html-rows.ts'
import { chartLimit } from './html-scale.ts'
import { REPORT_SCRIPT } from './html-script.ts'
import { REPORT_STYLE } from './html-style.ts'
import { orderRows } from './order-rows.ts'
import { hasManyMetrics } from './row-text.ts'

export type HtmlOptions = {
  /** What is compared, when there are several reports: a suite, a machine. */
  title?: string
  /** Shell command that repeats the comparison. */
  reproduce?: string
}

/**
 * The comparison as a self-contained HTML document: it loads nothing, runs only its own script, and shows
 * everything but charts, sorting and filters without it.
 */
export function renderHtml(comparison: Comparison, options: HtmlOptions = {}): string {
  const rows = orderRows(comparison.rows)
  const limit = chartLimit(rows, comparison.policy)
  const body = [
    headlineHtml(comparison, options.title),
    factsHtml(comparison),
    machinesHtml(comparison),
    evidenceHtml(comparison),
    budgetsHtml(comparison),
    warningsHtml(comparison),
    '<main>',
    rows.length === 0 ? '' : controlsHtml(rows),
    '<noscript><p>Charts, sorting and filters need JavaScript; the numbers do not.</p></noscript>',
    rowsTable(rows, { comparison, metrics: hasManyMetrics(rows), limit }),
    '</main>',
    footerHtml(comparison, options.reproduce),
  ]
  return htmlPage({
    title: `${options.title ?? 'stable-bench'}: ${headline(comparison).title}`,
    style: REPORT_STYLE,
    script: REPORT_SCRIPT,
    body: body.filter(part => part !== '').join('\n'),
    data: { limit: Math.log1p(limit), band: comparison.policy.band, rows: rows.map(rowData) },
  })
}
