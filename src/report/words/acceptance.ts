// What to write into the configuration file where benchmarks are missing on purpose: a line each, ready to paste.
import { type Comparison, missingVerdicts, type Row, waiverLabel } from '../../model/index.ts'
import { visibleText } from './visible-text.ts'

const MOST_LINES = 10
/** How long a waiver is good that nobody has edited: for a pull request to be merged, and not for much longer. */
const WAIVED_DAYS = 30

export const ACCEPTANCE_TITLE = 'To accept what is missing, add to .stable-bench.yml:'
export const ACCEPTANCE_NOTE = `A waiver that the pull request itself adds needs the label '${waiverLabel}', a new name does not. Then run the job again.`

/** The rows that fail since there is nothing to compare. */
export function missingRows(rows: Row[]): Row[] {
  return rows.filter(row => row.fails && missingVerdicts.includes(row.verdict))
}

/** A name as a YAML scalar; what a reader could not see is escaped. */
function scalar(text: string): string {
  if (visibleText(text) === text) return `'${text.replaceAll("'", "''")}'`
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text.toWellFormed()).replace(/[^\x20-\x7e]/g, escaped)
}

function expiryOf(today: string | null): string {
  if (today === null) return 'YYYY-MM-DD'
  return new Date(Date.parse(today) + WAIVED_DAYS * 24 * 3600_000).toISOString().slice(0, 10)
}

/** The name that the base commit's waivers know a row by. */
function policyName(row: Row, { policy }: Comparison): string {
  const isRenamed = row.warnings.some(({ code }) => code === 'renamed')
  const rename = policy.renamed.find(({ to, proposed }) => proposed && to === row.benchmark)
  return isRenamed && rename ? rename.from : row.benchmark
}

/** A line per benchmark, or per row where others of the benchmark were compared. */
function waiverLines(missing: Row[], comparison: Comparison): string[] {
  const expires = expiryOf(comparison.policy.today)
  const lines = missing.map(row => {
    const others = comparison.rows.some(
      each => each.gates && each.benchmark === row.benchmark && !missing.includes(each),
    )
    const metric = others && row.metric !== '' ? `, metric: ${scalar(row.metric)}` : ''
    return `  - { benchmark: ${scalar(policyName(row, comparison))}${metric}, missing: true, expires: ${expires}, reason: 'why' }`
  })
  const different = [...new Set(lines)]
  const more = different.length - MOST_LINES
  return [...different.slice(0, MOST_LINES), ...(more > 0 ? [`  # and ${more} more`] : [])]
}

const namesOf = (rows: Row[]) => [...new Set(rows.map(row => row.benchmark))]

/** Which new benchmark a removed one is now, only its author knows where there are several. */
function renameLines(missing: Row[], { rows }: Comparison): string[] {
  const removed = namesOf(missing.filter(row => row.verdict === 'removed'))
  const added = namesOf(rows.filter(row => row.verdict === 'new'))
  const [from, to] = [removed[0], added[0]]
  if (from === undefined || to === undefined) return []
  const only = removed.length === 1 && added.length === 1
  return [
    '# or, if a benchmark was renamed:',
    'renamed:',
    `  - { from: ${scalar(from)}, to: ${only ? scalar(to) : 'ITS NEW NAME'} }`,
  ]
}

/** The lines that accept what is missing; none where nothing is, or where it is accepted. */
export function acceptanceLines(comparison: Comparison): string[] {
  const missing = missingRows(comparison.rows)
  if (missing.length === 0) return []
  return ['waivers:', ...waiverLines(missing, comparison), ...renameLines(missing, comparison)]
}
