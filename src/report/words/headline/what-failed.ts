// The part of the headline about failures: how many benchmarks regressed, crashed or are missing, and their names.
import type { Row } from '../../../model/index.ts'
import { missingRows } from '../how-to-accept.ts'
import { counted, formatCount } from '../numbers.ts'
import { type GatedRows, having, namesText, shareText } from './rows.ts'

/** The number of names of each kind, where there are several kinds of failures. */
const NAMED_OF_SEVERAL = 1

/** Rows with the same failure, `what`. `count` says how many they are; `short` does too, without the noun. */
type Happened = { rows: Row[]; what: string; count: string; short: string }

/**
 * Names the failures, the gravest kind first:
 * `1 benchmark crashed: a; 4 of 12 regressed: b +12.1 % and 3 more; 1 is missing: c`. Empty where nothing failed.
 */
export function failedText(gated: GatedRows): string {
  const missing = missingRows(gated.rows)
  const [regressed, scattered] = (['regression', 'scattered'] as const).map(verdict =>
    having(gated.rows, verdict).filter(row => row.fails),
  ) as [Row[], Row[]]
  const [crashed, removed] = [having(missing, 'failed'), having(missing, 'removed')]
  const strange = having(missing, 'not-comparable')
  const counts = (rows: Row[]) => ({
    rows,
    count: counted(rows.length, gated.noun),
    short: formatCount(rows.length),
  })
  const shared = (rows: Row[]) => ({
    rows,
    count: shareText(rows.length, gated),
    short: `${formatCount(rows.length)} of ${formatCount(gated.compared.length)}`,
  })
  const all: Happened[] = [
    { ...counts(crashed), what: 'crashed' },
    { ...shared(regressed), what: 'regressed' },
    { ...counts(removed), what: `${removed.length === 1 ? 'is' : 'are'} missing` },
    { ...counts(strange), what: 'could not be compared' },
    {
      ...shared(scattered),
      what: `${scattered.length === 1 ? 'scatters' : 'scatter'} many times more than before`,
    },
  ]
  const happened = all.filter(({ rows }) => rows.length > 0)
  const most = happened.length > 1 ? NAMED_OF_SEVERAL : undefined
  const texts = happened.map(
    ({ rows, what, count, short }, i) =>
      `${i === 0 ? count : short} ${what}: ${namesText(rows, gated, most)}`,
  )
  return texts.join('; ')
}

/**
 * `108 of 130 are inconclusive`, if at least half of the compared rows are: then it is part of the answer. Else empty.
 */
export function mostlyInconclusive(gated: GatedRows): string {
  const inconclusive = having(gated.compared, 'inconclusive').length
  if (inconclusive === 0 || inconclusive < gated.compared.length / 2) return ''
  return `${formatCount(inconclusive)} of ${formatCount(gated.compared.length)} ${inconclusive === 1 ? 'is' : 'are'} inconclusive`
}
