// Names in a message: a suite of thousands may be left out as a whole, and a message is there to be read.

const MOST_NAMED = 10

/** Each of the names once, joined by commas, the first ten of them: `a, b, c and 140 more`. */
export function firstTen(names: Iterable<string>): string {
  const different = [...new Set(names)]
  const more = different.length - MOST_NAMED
  return `${different.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
