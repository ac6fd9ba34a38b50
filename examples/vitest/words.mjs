// Counts words.
const rounds = 1

/** How often each word is in `text`. */
export function count(text) {
  const counts = new Map()
  for (let i = 0; i < rounds; i++) {
    counts.clear()
    for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
