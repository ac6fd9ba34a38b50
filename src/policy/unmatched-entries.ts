// Entries of the configuration that name no row of a comparison: misspelt, of another suite, or no longer needed.
import { matchesPattern } from '../compare/sides/row-settings.ts'
import type { Comparison, Row, RowRule, Warning } from '../model/index.ts'
import { firstOf } from '../phrases.ts'

type RowNames = { benchmark: string; metric: string }

const mostShown = 5
const longestShown = 60

/** A renamed row also has its old name. A row that failed has no metric, so it matches every metric pattern. */
const isOf = ({ benchmark, metric }: RowNames, names: string[], row: Row) =>
  names.some(name => matchesPattern(benchmark, name)) &&
  (row.metric === '' || matchesPattern(metric, row.metric))

function patternText({ benchmark, metric }: RowNames): string {
  const text = metric === '*' ? benchmark : benchmark === '*' ? metric : `${benchmark} ${metric}`
  return `'${text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text}'`
}

/**
 * One warning that lists the entries of `rows`, `waivers` and `renamed` that name none of the rows; none where there
 * are no rows. `suggested` are rules that a calibration has made and nobody has written.
 */
export function unmatchedEntries(
  { rows, policy }: Pick<Comparison, 'rows' | 'policy'>,
  suggested: RowRule[] = [],
): Warning[] {
  if (rows.length === 0) return []
  const named = rows.map(row => {
    const before = policy.renamed.filter(({ to }) => to === row.benchmark).map(({ from }) => from)
    return { row, names: [row.benchmark, ...before] }
  })
  const isUnmatched = (entry: RowNames) => !named.some(({ row, names }) => isOf(entry, names, row))
  const isSuggested = ({ benchmark, metric }: RowNames) =>
    suggested.some(rule => rule.benchmark === benchmark && rule.metric === metric)
  const benchmarks = new Set(rows.map(({ benchmark }) => benchmark))
  const renames = policy.renamed.filter(({ from, to }) => !benchmarks.has(from) && !benchmarks.has(to))
  const texts = [
    ...policy.rules
      .filter(rule => !isSuggested(rule) && isUnmatched(rule))
      .map(rule => `rows ${patternText(rule)}`),
    ...policy.waivers.filter(isUnmatched).map(waiver => `waivers ${patternText(waiver)}`),
    ...renames.map(({ to }) => `renamed ${patternText({ benchmark: to, metric: '*' })}`),
  ]
  if (texts.length === 0) return []
  const message = `these entries of the configuration match no row here: ${firstOf(texts, mostShown)}; check the names, unless they are of another suite`
  return [{ code: 'unmatched-entries', message }]
}
