// Writes the lines that accept benchmarks which are missing or slower on purpose, ready to paste into the
// configuration.
import {
  acceptedLabel,
  type Comparison,
  exactPattern,
  missingVerdicts,
  type Row,
  undecidedVerdicts,
  waiverLabel,
} from '../../model/index.ts'
import { visibleText } from './visible-text.ts'

declare const __VERSION__: string | undefined

/** The bundle knows its version. Run from the sources, the newest pages are the right ones. */
const release = typeof __VERSION__ === 'undefined' ? 'main' : `v${__VERSION__}`

/** The page about publish workflows and the labels that they follow. */
export const onDemandPage = `https://github.com/org/stable-bench/blob/${release}/docs/on-demand.md`

const MOST_LINES = 10
/** A pasted waiver counts for so many days: long enough to merge a pull request, and not much longer. */
const WAIVED_DAYS = 30

/** What stands above the lines in a terminal. `suite`: the one whose base commit judges, where the file describes suites. */
export const acceptanceTitle = (suite: string | undefined): string =>
  suite === undefined
    ? 'To accept what is missing, add to .stable-bench.yml:'
    : `To accept what is missing in ${visibleText(suite)}, add to .stable-bench.yml. A waiver counts once the base commit has it, a new name at once:`

/** The one click that accepts what fails, for this commit. `write` writes the label. */
export const labelNote = (write: (label: string) => string): string =>
  `somebody with write access sets the label ${write(acceptedLabel)}`

/** `hasLines`: whether lines for the configuration file stand below this sentence. */
export function howToAccept(hasLines: boolean): string {
  return hasLines
    ? `add the lines below to .stable-bench.yml. A waiver that the pull request adds needs the label '${waiverLabel}', set after the push by somebody with write access. An entry of renamed does not. Then run the job again.`
    : 'no waiver accepts this. A change of the configuration counts once the base branch has it.'
}

/** The largest ceiling that a waiver may have, in percent. */
const LARGEST_CEILING = 99

/** `missing: true`, or a `ceiling` in whole percents above the change of a row; null where no waiver can accept it. */
function waivedText(row: Row): string | null {
  if (missingVerdicts.includes(row.verdict)) return 'missing: true'
  if (undecidedVerdicts.includes(row.verdict)) return null
  // The ceiling is above the far end of the interval, because the next estimate has to be below it as well.
  const ends = [row.ratio ?? Infinity, ...(row.interval ?? [])]
  const far = row.ratio !== null && row.ratio < 1 ? Math.min(...ends) : Math.max(...ends)
  const percent = Math.floor(Math.abs(far - 1) * 100) + 1
  return percent <= LARGEST_CEILING ? `ceiling: ${percent}%` : null
}

/** The rows that fail and that a waiver can accept. */
export const waivableRows = (rows: Row[]): Row[] => rows.filter(row => row.fails && waivedText(row) !== null)

/** The rows that fail since there is nothing to compare. */
export const missingRows = (rows: Row[]): Row[] =>
  rows.filter(row => row.fails && missingVerdicts.includes(row.verdict))

/** A name as a YAML scalar; characters that a reader could not see are escaped. */
function scalar(text: string): string {
  if (visibleText(text) === text) return `'${text.replaceAll("'", "''")}'`
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text.toWellFormed()).replace(/[^\x20-\x7e]/g, escaped)
}

const expiryOf = (today: string | null): string =>
  today === null
    ? 'YYYY-MM-DD'
    : new Date(Date.parse(today) + WAIVED_DAYS * 24 * 3600_000).toISOString().slice(0, 10)

/** The name that the base commit's waivers know a row by. */
function policyName(row: Row, { policy }: Comparison): string {
  const isRenamed = row.warnings.some(({ code }) => code === 'renamed')
  const rename = policy.renamed.find(({ to, proposed }) => proposed && to === row.benchmark)
  return isRenamed && rename ? rename.from : row.benchmark
}

/** A line per benchmark, or per row where others of the benchmark were compared. */
function waiverLines(accepted: Row[], comparison: Comparison): string[] {
  const expires = expiryOf(comparison.policy.today)
  const isAccepted = new Set(accepted)
  const waived = new Map<string, Set<string | null>>()
  for (const row of comparison.rows.filter(each => each.gates)) {
    const of = waived.get(row.benchmark) ?? new Set()
    waived.set(row.benchmark, of.add(isAccepted.has(row) ? waivedText(row) : null))
  }
  const lines = accepted.map(row => {
    const others = (waived.get(row.benchmark)?.size ?? 0) > 1
    const metric = others && row.metric !== '' ? `, metric: ${scalar(exactPattern(row.metric))}` : ''
    return `  - { benchmark: ${scalar(exactPattern(policyName(row, comparison)))}${metric}, ${waivedText(row)}, expires: ${expires}, reason: 'why' }`
  })
  const different = [...new Set(lines)]
  const more = different.length - MOST_LINES
  return [...different.slice(0, MOST_LINES), ...(more > 0 ? [`  # and ${more} more`] : [])]
}

const namesOf = (rows: Row[]) => [...new Set(rows.map(row => row.benchmark))]

/** The lines that rename a removed benchmark. Where there are several, only the author knows which new name it has. */
function renameLines(missing: Row[], { rows }: Comparison): string[] {
  const removed = namesOf(missing.filter(row => row.verdict === 'removed'))
  // A benchmark that lost one of its metrics has kept its name.
  const added = namesOf(rows.filter(row => row.verdict === 'new')).filter(name => !removed.includes(name))
  const [from, to] = [removed[0], added[0]]
  if (from === undefined || to === undefined) return []
  const only = removed.length === 1 && added.length === 1
  return [
    '# or, if a benchmark was renamed:',
    'renamed:',
    `  - { from: ${scalar(from)}, to: ${only ? scalar(to) : 'ITS NEW NAME'} }`,
  ]
}

/** The lines that accept these rows, by default the missing ones. No rows, no lines. */
export function acceptanceLines(comparison: Comparison, accepted = missingRows(comparison.rows)): string[] {
  if (accepted.length === 0) return []
  return ['waivers:', ...waiverLines(accepted, comparison), ...renameLines(accepted, comparison)]
}
