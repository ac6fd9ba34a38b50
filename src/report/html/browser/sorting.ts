// Sorting one table by a column: up, down, and back to the order of importance, which ../comparison.ts makes.
import type { TableRow } from './rows.ts'
import { type SortKey, sortByKey } from './sort-by-key.ts'

const keys: Record<string, (row: TableRow) => SortKey> = {
  name: ({ body }) => body.querySelector('summary')?.textContent ?? '',
  baseline: ({ row }) => row.from,
  candidate: ({ row }) => row.to,
  change: ({ row }) => row.r,
  p: ({ row }) => row.p,
  verdict: ({ place }) => place,
}

/** The rows in the order of a column, `direction` 1 or −1. */
function sorted(rows: TableRow[], column: string, direction: 1 | -1): TableRow[] {
  const keyOf = keys[column] ?? (({ place }: TableRow): SortKey => place)
  return sortByKey(rows, keyOf, direction)
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
