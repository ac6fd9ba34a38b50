// Sizes and lists in words, for messages.

/** The size of a change on the log scale, without its sign: 0.058 → `6.0 %`. */
export function sizeText(logChange: number): string {
  const percent = Math.abs(100 * Math.expm1(logChange))
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}

/** The same with its sign: `+6.0 %`, `−12 %`. */
export function changeText(logChange: number): string {
  return `${logChange < 0 ? '−' : '+'}${sizeText(logChange)}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** The first `most` items, and how many more there are: `a, b and 3 more`. */
export function firstOf(items: string[], most: number, separator = ', '): string {
  const more = items.length - most
  return `${items.slice(0, most).join(separator)}${more > 0 ? ` and ${more} more` : ''}`
}
