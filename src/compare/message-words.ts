// Sizes of changes in words, for messages.
import { formatPercent } from '../units.ts'

/** The size of a change on the log scale, without its sign: 0.058 → `6.0 %`. */
export function changeSizeText(logChange: number): string {
  const percent = Math.abs(100 * Math.expm1(logChange))
  return formatPercent(percent < 10 ? percent.toFixed(1) : Math.round(percent))
}

/** The same with its sign: `+6.0 %`, `−12 %`. */
export function logChangeText(logChange: number): string {
  return `${logChange < 0 ? '−' : '+'}${changeSizeText(logChange)}`
}
