// Sorts the rows of a table by one of its columns.

/** What a row has in each column that can be sorted by; null for no value. */
export type SortKeys = Record<string, string | number | null>

/**
 * A copy of `rows` by a column, with `-` before it for descending; as they are for '' and for a column that is not there.
 * Rows without a value come last, either way.
 */
export function sortRows<Row extends { keys: SortKeys }>(rows: Row[], sort: string): Row[] {
  const column = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? -1 : 1
  const { compare } = new Intl.Collator('en', { numeric: true })
  const keyed = rows.map(row => ({ row, key: Object.hasOwn(row.keys, column) ? row.keys[column] : null }))
  keyed.sort(({ key: a = null }, { key: b = null }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const areNumbers = typeof a === 'number' && typeof b === 'number'
    return direction * (areNumbers ? a - b : compare(`${a}`, `${b}`))
  })
  return keyed.map(({ row }) => row)
}
