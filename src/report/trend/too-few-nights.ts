// "No change" is no finding where nobody looked: what is said of a history that is too short to be analysed.
import { counted } from '../words/numbers.ts'

/** The judged nights that the longest series has, and from how many on changes are looked for. */
export type TooFewNights = { nights: number; needed: number }

/** A sentence without its period. */
export function tooFewText({ nights, needed }: TooFewNights): string {
  return `${counted(nights, 'night')}: changes are looked for from ${needed} on`
}
