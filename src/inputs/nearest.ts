// "Did you mean": the known word that a mistyped one was meant to be.

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other: Damerau (1964). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const others = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)]
      ;(rows[i] as number[])[j] = Math.min(
        ...others,
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(a.length, b.length)
}

/** The longest of `known` with which `word` begins, such as `go` for `gotest`. A small part of it is none. */
const beginningOf = (word: string, known: string[]): string | undefined =>
  known
    .filter(each => word.startsWith(each) && each.length > 1 && each.length * 3 >= word.length)
    .sort((x, y) => y.length - x.length)[0]

/**
 * The one of `known` that `word` is the beginning of, or else the most similar; null where none is similar. A word that is one
 * slip away comes before the beginning of `word`, and that before one that is more slips away.
 */
export function nearest(word: string, known: string[]): string | null {
  const begun = known.filter(each => word.length > 1 && each.startsWith(word))
  if (begun.length === 1) return begun[0] as string
  const [close] = known
    .map(each => ({ each, distance: editDistance(word, each) }))
    .filter(({ each, distance }) => distance <= Math.max(1, Math.min(word.length, each.length) / 3))
    .sort((x, y) => x.distance - y.distance)
  if (close?.distance === 1) return close.each
  return beginningOf(word, known) ?? close?.each ?? null
}
