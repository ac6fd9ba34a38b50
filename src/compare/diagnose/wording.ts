// Sizes in words for the messages of a diagnosis.

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
