// Counts the rows of each verdict, so that no verdict hides another one.
import type { Row, Verdict } from '../../model/index.ts'
import { formatCount } from './numbers.ts'

const GATING: [Verdict, string][] = [
  ['failed', 'crashed'],
  ['regression', 'regressed'],
  ['removed', 'removed'],
  ['not-comparable', 'not comparable'],
  ['scattered', 'scattered'],
  ['improvement', 'improved'],
  ['inconclusive', 'inconclusive'],
  ['no-change', 'unchanged'],
  ['new', 'new'],
]
const OTHER: Partial<Record<Verdict, string>> = { regression: 'worse', improvement: 'better' }

const listed = (rows: Row[], word: (verdict: Verdict, usual: string) => string): string =>
  GATING.map(([verdict, usual]) => ({
    text: word(verdict, usual),
    count: rows.filter(row => row.verdict === verdict).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ count, text }) => `${formatCount(count)} ${text}`)
    .join(', ')

/**
 * `1 crashed, 4 regressed, 2 inconclusive, 30 unchanged. Cannot fail the check: 1 worse.`: the rows that gate, then the
 * others. Empty where all are of one kind: then the headline has said it.
 */
export function countsLine(rows: Row[]): string {
  const gating = listed(
    rows.filter(row => row.gates),
    (_, usual) => usual,
  )
  const others = listed(
    rows.filter(row => !row.gates),
    (verdict, usual) => OTHER[verdict] ?? usual,
  )
  if (others === '' && !gating.includes(', ')) return ''
  return [gating, others && `Cannot fail the check: ${others}`]
    .filter(Boolean)
    .map(text => `${text}.`)
    .join(' ')
}
