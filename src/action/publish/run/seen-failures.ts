// What a report shows that somebody may accept. The group of a merge queue is measured anew, perhaps on top of other
// commits: of its failures, those alone count as accepted that could be seen in the pull request.
import { isAccepted } from '../../../compare/verdict/row-failures.ts'
import { shortDigest } from '../../../model/digest.ts'
import { missingVerdicts, type Row } from '../../../model/index.ts'
import { firstOf } from '../../../phrases.ts'
import {
  type ComparedSection,
  isCompared,
  type Report,
  type Section,
} from '../../../report/sections/report.ts'
import { changeText, nameText } from '../../../report/words/rows/row.ts'
import type { AttemptRecord } from '../../attempts/attempt-record.ts'

/** Short, since a suite of thousands may be missing as a whole. */
const keyOf = (...parts: string[]) => shortDigest(JSON.stringify(parts), 12)

/** These are found again by their numbers: see `findings`. */
const hasSize = ({ verdict }: Row) => verdict === 'regression' || verdict === 'scattered'

const rowKey = (suite: string, { benchmark, metric, verdict }: Row) =>
  keyOf(suite, benchmark, metric, verdict)

const baselessKey = (suite: string) => keyOf(suite, 'base-not-measured')

/** Accepted, it passes although there is no baseline; a first run is no pass. */
const isBaseless = ({ comparison }: ComparedSection) =>
  comparison.reason === 'base-not-measured' ||
  (comparison.outcome === 'pass' && comparison.policy.accepted !== null && comparison.baseline.sessions === 0)

/** Digests of what fails in a report besides what is in its findings, or would fail had nobody accepted it. */
export const failedBeside = ({ sections, unmet }: Pick<Report, 'sections' | 'unmet'>): string[] => [
  ...sections.filter(isCompared).flatMap(section => {
    const { rows, policy } = section.comparison
    const failing = rows.filter(row => (row.fails || isAccepted(row, policy)) && !hasSize(row))
    return [
      ...failing.map(row => rowKey(section.suite, row)),
      ...(isBaseless(section) ? [baselessKey(section.suite)] : []),
    ]
  }),
  ...unmet.map(text => keyOf(text)),
]

/** How far a ratio is from none, as reports show it. */
const sizeOf = (ratio: number) => Math.abs(ratio - 1)

/** Whether `row` is no worse than what was seen: the far end of the interval that stood there, and the band. */
function isWithin(row: Row, seen: Row): boolean {
  if (row.ratio === null || seen.ratio === null) {
    const [now, then] = [row.candidate, seen.candidate]
    // Growth from nothing has no size: its values have.
    return row.ratio === seen.ratio && now !== null && then !== null && now <= then * (1 + row.band)
  }
  const ends = [seen.ratio, ...(seen.interval ?? [])].filter(end => end !== null)
  const isMore = row.ratio >= 1
  const onSameSide = ends.filter(end => end >= 1 === isMore)
  return sizeOf(row.ratio) <= Math.max(0, ...onSameSide.map(sizeOf)) + row.band
}

function isSeen(suite: string, row: Row, seen: AttemptRecord[]): boolean {
  const found = seen
    .flatMap(({ findings }) => findings)
    .filter(each => each.suite === suite && each.row?.benchmark === row.benchmark)
    .flatMap(each => (each.row?.metric === row.metric ? [each.row] : []))
  if (row.verdict === 'regression')
    return found.some(each => each.verdict === 'regression' && isWithin(row, each))
  if (row.verdict === 'scattered') return found.some(each => each.verdict === 'scattered')
  return has(seen, rowKey(suite, row)) || (!missingVerdicts.includes(row.verdict) && found.length > 0)
}

const has = (seen: AttemptRecord[], key: string) => seen.some(({ failedBeside: keys }) => keys.includes(key))

/** Names a row that fails, with its change or its verdict. */
export const failureText = (row: Row): string =>
  row.verdict === 'regression' ? `${nameText(row)} ${changeText(row)}` : `${nameText(row)} (${row.verdict})`

/** What fails in `sections`, which nobody has accepted yet, or is `unmet`, and was in none of the records that were `seen`. */
export function unseenFailures(
  { sections, unmet }: { sections: Section[]; unmet: string[] },
  seen: AttemptRecord[],
): string[] {
  const inSections = sections.filter(isCompared).flatMap(section => {
    const { suite, comparison } = section
    const rows = comparison.rows.filter(row => row.fails && !isSeen(suite, row, seen)).map(failureText)
    const isNew = isBaseless(section) && !has(seen, baselessKey(suite))
    return isNew ? [...rows, `${suite}, whose base could not be measured`] : rows
  })
  return [...inSections, ...unmet.filter(text => !has(seen, keyOf(text)))]
}

/** Why what was accepted in a pull request does not count for its group. */
export const unseenText = (unseen: string[]): string =>
  `the report on the pull request does not show ${firstOf(unseen, 5, '; ')}: bring the pull request up to ` +
  'date with its base branch, and set the label again on what is measured then'
