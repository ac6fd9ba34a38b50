// The evidence of both sides for the HTML report, folded.
import type { Comparison } from '../../model/index.ts'
import { evidenceLine, evidenceTable } from '../words/evidence.ts'
import { escapeHtml } from './escape.ts'

/** The line about disturbed runs, with the figures of both sides below; empty without evidence. */
export function evidenceHtml(comparison: Comparison): string {
  const lines = evidenceTable(comparison)
  if (lines.length === 0) return ''
  const rows = lines.map(({ name, baseline, candidate }) => {
    const cells = [baseline, candidate].map(text => `<td>${escapeHtml(text)}</td>`).join('')
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells}</tr>`
  })
  const summary = evidenceLine(comparison) ?? 'no run was disturbed'
  return `<details class="machines"><summary>Evidence: ${escapeHtml(summary)}</summary>
<table><thead><tr><th scope="col">Median of the runs (lowest to highest)</th><th scope="col">Baseline</th><th scope="col">Candidate</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></details>`
}
