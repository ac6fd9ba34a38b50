// Reads numbers in text: the one place that knows about separators. A comma is a decimal sign for some people and
// separates thousands for others, so a number that may be either is refused.
import { InputError } from '../model/index.ts'
import { shown } from './json/shape.ts'

const PLAIN = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const GROUPED = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** Nobody takes these for a decimal sign: `1_234`, `1'234`, and spaces that do not break. */
const PLAIN_SEPARATORS = /(?<=\d)[_'\u00A0\u2009\u202F](?=\d)/g

/**
 * What a comma in a number is. `unknown`: nobody said, so `1,234` may be 1.234 or 1234. `thousands`: the tool always
 * groups thousands with commas.
 */
type Commas = 'unknown' | 'thousands'

/**
 * The number in a text; a number stays as it is. Throws an InputError that begins with `where`, for a text that is no
 * number or that may be two.
 */
export function numberOf(value: unknown, where: string, commas: Commas = 'unknown'): number {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim().replaceAll(PLAIN_SEPARATORS, '') : ''
  if (PLAIN.test(text)) return Number(text)
  // Two different marks, or one mark twice, can only be thousands and a decimal sign.
  const isClear = GROUPED.test(text) && (commas === 'thousands' || /[,.].*[,.]/.test(text))
  if (isClear) return Number(text.replaceAll(',', ''))
  if (commas === 'unknown' && /^[-+]?\d+,\d+$/.test(text)) {
    const ways = `${text.replace(',', '.')} or ${text.replace(',', '')}`
    throw new InputError(
      `${where}: ${shown(value)} may be ${ways}; print it without separators, such as with LC_ALL=C`,
    )
  }
  throw new InputError(`${where}: ${shown(value)} is not a number, expected one such as 12.5`)
}

/** What a letter behind a number multiplies it by; a billion is `B` in Benchee. */
export const SCALES = new Map(
  Object.entries({ k: 1e3, K: 1e3, M: 1e6, G: 1e9, B: 1e9, T: 1e12, P: 1e15, Q: 1e15 }),
)
