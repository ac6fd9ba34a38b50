// What is known of the machines and of the runs of both sides, folded: a table with a column for each side.
import type { Comparison } from '../../model/index.ts'
import { evidenceLine, evidenceTable } from '../words/evidence.ts'
import { counted, NOTHING } from '../words/numbers.ts'
import { escapeHtml, headHtml } from './escape.ts'

type SidesLine = { name: string; baseline: string; candidate: string; differs?: boolean }

function sidesHtml(summary: string, what: string, lines: SidesLine[]): string {
  if (lines.length === 0) return ''
  const rows = lines.map(({ name, baseline, candidate, differs = false }) => {
    const cells = [baseline, candidate].map(text => `<td>${escapeHtml(text)}</td>`).join('')
    return `<tr${differs ? ' class="differs"' : ''}><th scope="row">${escapeHtml(name)}</th>${cells}</tr>`
  })
  return `<details class="machines"><summary>${escapeHtml(summary)}</summary>
<table>${headHtml([what, 'Baseline', 'Candidate'])}
<tbody>${rows.join('\n')}</tbody></table></details>`
}

/** The facts of both machines; empty where none are known. */
export function machinesHtml({ baseline, candidate }: Comparison): string {
  // No object: a stranger may call a fact `constructor`.
  const factsOf = ({ testbed }: Comparison['baseline']) => new Map(Object.entries(testbed?.facts ?? {}))
  const [before, after] = [factsOf(baseline), factsOf(candidate)]
  const both = baseline.testbed !== null && candidate.testbed !== null
  const lines = [...new Set([...before.keys(), ...after.keys()])].sort().map(name => ({
    name,
    baseline: before.get(name) ?? NOTHING,
    candidate: after.get(name) ?? NOTHING,
    differs: both && before.get(name) !== after.get(name),
  }))
  const differing = lines.filter(({ differs }) => differs).length
  const result = differing === 0 ? 'the same on both sides' : counted(differing, 'difference')
  return sidesHtml(both ? `Machine: ${result}` : 'Machine', 'Fact', lines)
}

/** The line about disturbed runs, with the figures of both sides below; empty without evidence. */
export const evidenceHtml = (comparison: Comparison): string =>
  sidesHtml(
    `Evidence: ${evidenceLine(comparison) ?? 'no run was disturbed'}`,
    'Median of the runs (lowest to highest)',
    evidenceTable(comparison),
  )
