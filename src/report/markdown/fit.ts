// Makes a report fit a size limit by leaving out whole rows, the least important first.

/** The largest rendering with the first rows of `total` in `maxBytes`; null where even none is too much. */
export function fitRows(render: (kept: number) => string, total: number, maxBytes: number): string | null {
  const fits = (text: string): boolean => Buffer.byteLength(text) <= maxBytes
  const all = render(total)
  if (fits(all)) return all
  let best: string | null = null
  let low = 0
  let high = total - 1
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const text = render(middle)
    if (fits(text)) {
      best = text
      low = middle + 1
    } else high = middle - 1
  }
  return best
}
