// The vertical scale of the chart: its range, its ticks and how they are written.
import { type DisplayUnit, scaleFor } from '../../../words/numbers.ts'
import type { Scale } from './data.ts'

/** The height of the scale is at least this share of its middle, so that noise is not blown up to drama. */
const LEAST = 0.02
const PAD = 0.06

export type Range = [number, number]

/** The range to show for values from `low` to `high`: some room, and not too flat. */
export function shownRange(low: number, high: number, scale: Scale): Range {
  if (scale === 'log') {
    const half = Math.max(Math.log(high / low) / 2, LEAST / 2) * (1 + 2 * PAD)
    const middle = Math.sqrt(low * high)
    return [middle / Math.exp(half), middle * Math.exp(half)]
  }
  const middle = (low + high) / 2
  const least = scale === 'percent' ? 100 * LEAST : LEAST * Math.abs(middle)
  const half = (Math.max(high - low, least) / 2) * (1 + 2 * PAD) || 1
  return [middle - half, middle + half]
}

/** Ticks for a logarithmic range: 1, 2 and 5 of each decade, or every `step` where it is no decade. */
export function logTicks(low: number, high: number, step: number): number[] {
  const ticks: number[] = []
  if (high / low < 10) {
    for (let i = Math.ceil(low / step); i * step <= high; i++) ticks.push(i * step)
    return ticks
  }
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const digit of [1, 2, 5]) ticks.push(digit * 10 ** power)
  }
  return ticks.filter(tick => low <= tick && tick <= high)
}

/** How ticks of the unit are written, all in the display unit of the largest. */
export function tickTexts(ticks: number[], unit: string, scale: Scale): string[] {
  const display: DisplayUnit =
    scale === 'percent' ? { factor: 1, unit: '%' } : scaleFor(Math.max(...ticks.map(Math.abs)), unit)
  const scaled = ticks.map(tick => tick / display.factor)
  const exact = (digits: number): boolean =>
    scaled.every(tick => Math.abs(Number(tick.toFixed(digits)) - tick) <= Math.abs(tick) * 1e-9)
  const decimals = [0, 1, 2, 3, 4, 5, 6, 7, 8].find(exact) ?? 9
  return scaled.map(tick => {
    const text = `${tick.toFixed(decimals).replace('-', '−')} ${display.unit}`.trim()
    return scale === 'percent' && tick > 0 ? `+${text}` : text
  })
}
