// What the changes of a series come to: its level today against that before the first of them.
import { grouped } from '../../grouped.ts'
import type { SeriesChange } from './groups.ts'

/** Less than this is the same level: smaller changes are not found either. */
const SAME = 0.01

export type NetChange = {
  /** Where today's level is; `back` where it is the one from before. */
  direction: 'worse' | 'better' | 'back'
  /** `worse`, or `worse, then better` where both happened. */
  words: string
}

/** The net of the changes of one series by the code; null without any. */
export function netChange(changes: SeriesChange[]): NetChange | null {
  const own = changes
    .filter(({ point }) => !point.testbedChanged)
    .toSorted((a, b) => a.point.night - b.point.night)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return null
  const ratio = own.reduce((product, { point }) => product * point.ratio, 1)
  const directions = own.map(({ point }) => point.direction)
  const isMixed = directions.some(direction => direction !== directions[0])
  if (!isMixed || Number.isNaN(ratio)) return { direction: last.point.direction, words: last.point.direction }
  const isWorse = ratio > 1 === (first.series.better === 'lower')
  const isBack = Math.abs(ratio - 1) < SAME
  const turns = directions.filter((direction, i) => direction !== directions[i - 1])
  const words = turns.length > 3 ? 'worse and better in turns' : turns.join(', then ')
  return { direction: isBack ? 'back' : isWorse ? 'worse' : 'better', words }
}

/** The changes of each series by its index, in the order in which they name the series first. */
export const changesBySeries = (changes: SeriesChange[]): Map<number, SeriesChange[]> =>
  grouped(changes, ({ index }) => index)
