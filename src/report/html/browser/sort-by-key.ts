// Sorts the rows of a table by the values of one of its columns.

export type SortKey = string | number | null

/** A copy of `rows` by their keys, `direction` 1 or −1. Equal ones stay in their order, those without a value last. */
export function sortByKey<Row>(rows: Row[], keyOf: (row: Row) => SortKey, direction: 1 | -1): Row[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const keyed = rows.map(row => ({ row, key: keyOf(row) }))
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const areNumbers = typeof a === 'number' && typeof b === 'number'
    return direction * (areNumbers ? a - b : compare(`${a}`, `${b}`))
  })
  return keyed.map(({ row }) => row)
}
