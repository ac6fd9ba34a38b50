// The rows of an answer in words, the gravest kind first: one row by its name, several by their number and the largest
// of them; then the counts of all others.
import type { Row } from '../../../model/index.ts'
import { capital, counted, formatCount } from '../../../phrases.ts'
import { missingRows } from '../how-to-accept.ts'
import { type GatedRows, having, movedText, nameOf, sharedWord, shareText, sizeText } from './rows.ts'

/** Rows with the same fate: what one of them did, what several did, and the word that counts them. */
type Fate = { rows: Row[]; one: (row: Row) => string; several: string; word: string }

/** The largest comes first among rows of one verdict. */
const byUpTo = ([first]: Row[]): string => {
  const size = first === undefined ? null : sizeText(first)
  return size === null ? '' : `, by up to ${size}`
}

const moved = (rows: Row[], other: string): Fate => {
  const word = sharedWord(rows, other)
  return { rows, one: movedText, several: `are ${word}${byUpTo(rows)}`, word }
}

/** Everything that fails, the gravest kind first; kinds without rows are left out. */
export function failures({ rows }: GatedRows): Fate[] {
  const missing = missingRows(rows)
  const failing = rows.filter(row => row.fails)
  const scatters = 'many times more than before'
  const fate = (own: Row[], one: string, several = one, word = one): Fate => {
    return { rows: own, one: () => one, several, word }
  }
  return [
    fate(having(missing, 'failed'), 'crashed'),
    moved(having(failing, 'regression'), 'worse'),
    fate(having(missing, 'removed'), 'was not measured', 'were not measured', 'not measured'),
    fate(having(missing, 'not-comparable'), 'could not be compared', undefined, 'not comparable'),
    fate(having(failing, 'scattered'), `scatters ${scatters}`, `scatter ${scatters}`, 'scattered'),
    fate(having(failing, 'inconclusive'), 'is unclear', 'are unclear', 'unclear'),
  ].filter(each => each.rows.length > 0)
}

/** What does not fail and is told all the same: changes for the worse that are accepted, then those for the better. */
export function changes({ rows }: GatedRows): Fate[] {
  const accepted = having(rows, 'regression').filter(row => !row.fails)
  const fates = [moved(accepted, 'worse'), moved(having(rows, 'improvement'), 'better')]
  return fates.filter(fate => fate.rows.length > 0)
}

/** A kind as a sentence: `a is 5.1 % slower`, `3 of 14 benchmarks are slower, by up to 12.6 %`. */
function fateText({ rows, one, several }: Fate, gated: GatedRows): string {
  const [row] = rows
  if (row !== undefined && rows.length === 1) return `${nameOf(row, gated)} ${one(row)}`
  const isPart = rows.every(each => gated.compared.includes(each))
  return `${isPart ? shareText(rows.length, gated) : counted(rows.length, gated.noun)} ${several}`
}

/** How many gating rows there are of every kind besides those that were `told`: `1 faster, 2 unclear, 30 unchanged`. */
export function othersText(gated: GatedRows, told: Fate[]): string {
  const named = new Set(told.flatMap(({ rows }) => rows))
  const kinds = [...failures(gated), ...changes(gated)]
  const listed = new Set([...named, ...kinds.flatMap(({ rows }) => rows)])
  const rest = gated.rows.filter(row => !listed.has(row))
  const counts = [
    ...kinds.filter(({ rows }) => !rows.some(row => named.has(row))),
    { word: 'missing as accepted', rows: having(rest, 'failed', 'removed', 'not-comparable') },
    { word: 'unclear', rows: having(rest, 'inconclusive', 'scattered') },
    { word: 'unchanged', rows: having(rest, 'no-change') },
    { word: 'new', rows: having(rest, 'new') },
  ]
  return counts
    .filter(({ rows }) => rows.length > 0)
    .map(({ word, rows }) => `${formatCount(rows.length)} ${word}`)
    .join(', ')
}

/** The gravest kinds as one title; the second is told where it is one row and the last. `more` comes before the counts. */
export function titleOf(kinds: Fate[], gated: GatedRows, more: string[] = []): string {
  const [first, second, ...others] = kinds
  if (first === undefined) return ''
  const isPair =
    second !== undefined && others.length === 0 && first.rows.length === 1 && second.rows.length === 1
  const told = isPair ? [first, second] : [first]
  const text = told.map(fate => fateText(fate, gated)).join(' and ')
  return withOthers(
    first.rows.length > 1 ? capital(text) : text,
    [...more, othersText(gated, told)].filter(Boolean).join(', '),
  )
}

/** A title with the counts behind it. */
export const withOthers = (title: string, others: string): string =>
  others === '' ? title : `${title} · ${others}`
