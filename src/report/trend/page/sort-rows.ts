// The order of the table's rows by one of its columns.
import type { PageSeries } from './page-data.ts'

type Sortable = { series: Pick<PageSeries, 'name' | 'keys'>; place: number }

function keyOf({ series, place }: Sortable, key: string): number | string | null {
  if (key === 'name') return series.name
  return key === '' ? place : (series.keys[key as keyof PageSeries['keys']] ?? null)
}

/**
 * The rows by `name`, or by a key of their series, with `-` before it for descending; in the order of their places
 * for an empty one. What has no value stays last.
 */
export function sortRows<T extends Sortable>(rows: T[], sort: string): T[] {
  const key = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const collator = new Intl.Collator('en', { numeric: true })
  const keyed = rows.map(row => ({ row, value: keyOf(row, key) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const numbers = typeof a.value === 'number' && typeof b.value === 'number'
    const order = numbers ? Number(a.value) - Number(b.value) : collator.compare(`${a.value}`, `${b.value}`)
    return sign * order || a.row.place - b.row.place
  })
  return keyed.map(({ row }) => row)
}
