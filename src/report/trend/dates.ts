// How a day is written, in every report of a trend and on both sides of its page: `12 Nov 2026`, in UTC.
import type { Trend } from '../../model/index.ts'
import { visibleText } from '../words/visible-text.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `12 Nov`, where the year is known. */
export const dayAndMonth = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`

/** The day of a time in seconds. */
export function dateOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${dayAndMonth(date)} ${date.getUTCFullYear()}`
}

/** The day of a night by its index; empty where there is none. */
export const dayOfNight = ({ nights }: Pick<Trend, 'nights'>, index: number | null): string =>
  nightDate(nights[index ?? -1]?.date ?? '')

/** A night's day, or what stands there where that is no date. */
export function nightDate(date: string): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? visibleText(date) : dateOf(time / 1000)
}
