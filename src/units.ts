// Folds the spellings of a unit into one per dimension, so that 1 ms and 1,000,000 ns compare.

export type CanonicalUnit = { unit: string; factor: number }

const second = 1e9
const TIME: Record<string, number> = {
  ns: 1, nsec: 1, nanosecond: 1, nanoseconds: 1,
  us: 1e3, µs: 1e3, μs: 1e3, usec: 1e3, microsecond: 1e3, microseconds: 1e3,
  ms: 1e6, msec: 1e6, millisecond: 1e6, milliseconds: 1e6,
  s: second, sec: second, second: second, seconds: second,
  min: 60 * second, minute: 60 * second, minutes: 60 * second,
  h: 3600 * second, hour: 3600 * second, hours: 3600 * second,
}
const BYTES: Record<string, number> = {
  b: 1, byte: 1, bytes: 1,
  kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12,
  kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40,
}

/**
 * The canonical unit (`ns` for times, `B` for sizes) and the factor that converts a value to it. A unit per
 * operation (`ms/op`) or per second (`MB/s`) keeps its denominator; an unknown unit stays as it is.
 */
export function canonicalUnit(unit: string): CanonicalUnit {
  const [numerator = '', ...denominators] = unit.trim().split('/')
  const denominator = denominators.map(part => `/${part.trim()}`).join('')
  const name = numerator.trim()
  const time = TIME[name.toLowerCase()]
  if (time !== undefined) return { unit: `ns${denominator}`, factor: time }
  const bytes = BYTES[name.toLowerCase()]
  if (bytes !== undefined) return { unit: `B${denominator}`, factor: bytes }
  return { unit: unit.trim(), factor: 1 }
}

/** Whether values of this canonical unit are durations, for which zero means the clock did not see anything. */
export function isTime(unit: string): boolean {
  return unit === 'ns' || unit.startsWith('ns/')
}
