// Shares with their intervals, and tables of them, in Markdown.
import { tableRow } from '../src/report/markdown/escape.ts'
import { wilsonInterval } from '../src/stats/inference/proportions.ts'

/** A share with its 95 % Wilson interval. */
export type Rate = { count: number; of: number; share: number; low: number; high: number }

export function rate(successes: number, cases: number): Rate {
  const [low, high] = wilsonInterval(successes, cases, 0.95)
  return { count: successes, of: cases, share: cases === 0 ? Number.NaN : successes / cases, low, high }
}

/** Percent without their sign; a digit more where it tells something. */
export const digits = (share: number) => (100 * share).toFixed(share > 0.0995 && share < 0.9 ? 0 : 1)
export const range = ({ share, low, high }: Rate) => `${digits(share)} (${digits(low)}–${digits(high)})`

/** A Markdown table whose first `left` columns hold words, the others numbers. */
export function table(head: string[], rows: string[][], left = 1): string {
  return [head, head.map((_, i) => (i < left ? '---' : '---:')), ...rows].map(tableRow).join('\n')
}
