// A benchmark that threw, as JavaScript tools write it: JSON has nothing of an Error unless the tool copies its message.
import type { ParsedFailure } from '../format.ts'
import { isObject } from '../json/shape.ts'

/** The failure of the benchmark `name`, with the message of `error` where there is one. */
export function thrownBy(error: unknown, name: string): ParsedFailure {
  const message = isObject(error) ? error.message : error
  return typeof message === 'string' && message !== ''
    ? { name, reason: `it threw: ${message}`, quotes: true }
    : { name, reason: 'it threw' }
}
