// The words about one row, in plain text: each renderer escapes them for its own medium.
import { grouped } from '../../../grouped.ts'
import { isBlind, type Row, undecidedVerdicts, type Verdict } from '../../../model/index.ts'
import { formatShare } from '../../../units.ts'
import { counted, formatChange, formatCount, formatPair } from '../numbers.ts'
import { visibleText } from '../visible-text.ts'

/** Those verdicts that reports call otherwise than documents do. */
const OTHER_WORDS: Partial<Record<Verdict, string>> = {
  'no-change': 'no change',
  scattered: 'scatters more',
  failed: 'crashed',
  'not-comparable': 'not comparable',
}

/** The benchmark's name on one line, and something to see where it is empty. */
export const nameText = ({ benchmark }: Pick<Row, 'benchmark'>): string =>
  visibleText(benchmark).trim() || '(empty)'

/** The names of these rows, with the metric where a benchmark has several rows. */
export function namesWithMetric(rows: Row[]): string[] {
  const byName = grouped(rows, ({ benchmark }) => benchmark)
  return rows.map(row => {
    const metric = visibleText(row.metric).trim()
    return byName.get(row.benchmark)?.length === 1 || metric === ''
      ? nameText(row)
      : `${nameText(row)} · ${metric}`
  })
}

/** The change of a row. Growth from 0 has no percentage, so the text is `from 0`. */
export function changeText(row: Row): string {
  const { ratio, baseline, candidate } = row
  if (ratio === null)
    return baseline === 0 && candidate !== null && candidate > 0 ? 'from 0' : formatChange(null)
  // From 0 to 0 nothing fell, whatever ratio the document has.
  return baseline === 0 && candidate === 0 ? formatChange(null) : formatChange(ratio)
}

type Estimated = Pick<Row, 'baseline' | 'candidate' | 'unit' | 'ratio'>

/** `748` and `790 µs`: the unit once where both values have the same. */
export function shortPair(row: Estimated): [string, string] {
  const [before, after] = rowPair(row)
  const unit = / .*$/.exec(after.replace(/^≈ /, ''))?.[0] ?? ''
  return [unit !== '' && before.endsWith(unit) ? before.slice(0, -unit.length) : before, after]
}

/**
 * The medians of both sides. The change is estimated from runs that followed each other, and may go the other way than the
 * medians where these hardly differ: then the candidate's value is what the change makes of the baseline's, behind `≈`.
 */
export function rowPair({ baseline, candidate, unit, ratio }: Estimated): [string, string] {
  if (baseline === null || candidate === null || ratio === null) return formatPair(baseline, candidate, unit)
  if ((candidate - baseline) * (ratio - 1) >= 0) return formatPair(baseline, candidate, unit)
  const [from, to] = formatPair(baseline, baseline * ratio, unit)
  return [from, `≈ ${to}`]
}

/** The verdict in words. If the row moved and does not gate, they say that this decides nothing. */
export function verdictText({ gates, verdict }: Row): string {
  if (!gates && verdict === 'regression') return 'worse (does not fail)'
  if (!gates && verdict === 'improvement') return 'better (not counted)'
  return OTHER_WORDS[verdict] ?? verdict
}

/** How many of these there are of each kind, in their order: `3 no change, 2 inconclusive`. */
export const countsText = <Each>(all: Each[], kindOf: (each: Each) => string): string =>
  Array.from(grouped(all, kindOf), ([kind, own]) => `${formatCount(own.length)} ${kind}`).join(', ')

/** Which changes a row without a decision may hide, and how many runs would show its band, as far as they are known. */
function sensitivity(row: Row): string[] {
  if (!undecidedVerdicts.includes(row.verdict)) return []
  const parts: string[] = []
  if (row.detectable !== null && Number.isFinite(row.detectable)) {
    parts.push(
      isBlind(row.detectable)
        ? 'even a tenfold change may have gone unseen'
        : `changes under ${formatShare(row.detectable, 2)} may have gone unseen`,
    )
  }
  if (row.runsNeeded !== null && Number.isFinite(row.runsNeeded)) {
    parts.push(`${counted(row.runsNeeded, 'run')} per side would show ${formatShare(row.band)}`)
  }
  return parts.length === 0 ? [] : [parts.join('; ')]
}

/** The reason and the warnings of a row. */
export function rowReasons(row: Row): string[] {
  const notes = [row.reason, ...row.warnings.map(warning => warning.message)]
  return notes.filter((note): note is string => note !== null && note.trim() !== '')
}

/** The lines under a row: its reason, its warnings, its sensitivity. */
export const rowNotes = (row: Row): string[] => [...rowReasons(row), ...sensitivity(row)]

/** Whether rows need their metric named to be told apart; a benchmark that failed as a whole has none. */
export const hasManyMetrics = (rows: Row[]): boolean =>
  new Set(rows.map(row => row.metric).filter(metric => metric !== '')).size > 1
