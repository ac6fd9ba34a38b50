// The order of the table's rows by one of its columns.
import { type SortKey, sortByKey } from '../../html/browser/sort-by-key.ts'
import type { PageSeries } from './page-data.ts'

type Sortable = { series: Pick<PageSeries, 'name' | 'keys'>; place: number }

function keyOf({ series, place }: Sortable, key: string): SortKey {
  if (key === 'name') return series.name
  if (key === '') return place
  return Object.hasOwn(series.keys, key) ? (series.keys[key as keyof PageSeries['keys']] ?? null) : null
}

/**
 * Sorts the rows by `name` or by a key of their series; a `-` in front means descending. For an empty `sort` they stay
 * in the order of their places. Rows without a value come last, either way.
 */
export function sortRows<T extends Sortable>(rows: T[], sort: string): T[] {
  const key = sort.replace(/^-/, '')
  return sortByKey(rows, row => keyOf(row, key), sort.startsWith('-') ? -1 : 1)
}
