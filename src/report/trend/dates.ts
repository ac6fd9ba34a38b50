// How a day is written, in every report of a trend and on both sides of its page: `12 Nov 2026`, in UTC.
import type { Trend } from '../../model/index.ts'
import { visibleText } from '../words/visible-text.ts'

/** The day of a time in seconds, which `toUTCString` writes as `Mon, 02 Nov 2026 20:10:00 GMT`. */
export const dateOf = (seconds: number): string =>
  new Date(seconds * 1000).toUTCString().slice(5, 16).replace(/^0/, '')

/** The day of a night by its index; empty where there is none. */
export const dayOfNight = ({ nights }: Pick<Trend, 'nights'>, index: number | null): string =>
  nightDate(nights[index ?? -1]?.date ?? '')

/** A night's day, or what stands there where that is no date. */
export function nightDate(date: string): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? visibleText(date) : dateOf(time / 1000)
}
