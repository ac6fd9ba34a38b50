// Sorting one table by a column: up, down, and back to the order of importance.
import type { TableRow } from './rows.ts'

type Key = string | number | null

const keys: Record<string, (row: TableRow) => Key> = {
  name: ({ body }) => body.querySelector('summary')?.textContent ?? '',
  baseline: ({ row }) => row.from,
  candidate: ({ row }) => row.to,
  change: ({ row }) => row.r,
  p: ({ row }) => row.p,
  verdict: ({ place }) => place,
}

const compare = (a: Key, b: Key): number =>
  typeof a === 'string' && typeof b === 'string'
    ? a.localeCompare(b, 'en', { numeric: true })
    : Number(a) - Number(b)

/** The rows in the order of a column, `direction` 1 or −1. Rows without a value stay last. */
function sorted(rows: TableRow[], column: string, direction: number): TableRow[] {
  const keyOf = keys[column] ?? (({ place }: TableRow): Key => place)
  const keyed = rows.map(row => ({ row, key: keyOf(row) }))
  const withKey = keyed.filter(({ key }) => key !== null)
  withKey.sort((a, b) => direction * compare(a.key, b.key))
  return [...withKey, ...keyed.filter(({ key }) => key === null)].map(({ row }) => row)
}

const nextOrder: Record<string, string> = { none: 'ascending', ascending: 'descending', descending: 'none' }

/** Sorts the table when a column's button is pressed. */
export function sortOnDemand(table: HTMLTableElement, rows: TableRow[]): void {
  const headers = [...table.querySelectorAll<HTMLElement>('th[data-key]')]
  for (const header of headers) {
    header.querySelector('button')?.addEventListener('click', () => {
      const order = nextOrder[header.getAttribute('aria-sort') ?? 'none'] ?? 'none'
      for (const other of headers) other.removeAttribute('aria-sort')
      if (order !== 'none') header.setAttribute('aria-sort', order)
      const column = order === 'none' ? 'verdict' : (header.dataset.key ?? '')
      table.append(...sorted(rows, column, order === 'descending' ? -1 : 1).map(({ body }) => body))
      table.dispatchEvent(new Event('sorted'))
    })
  }
}
