// Folds the spellings of a unit into one per dimension, so that 1 ms and 1,000,000 ns compare. Case matters in
// symbols (MB are megabytes, Mb megabits, Ms megaseconds): a unit that is not known exactly stays as it is. Also writes
// percentages.

export type CanonicalUnit = { unit: string; factor: number }

/** The micro sign, and the Greek letter that looks like it. */
const [MICRO, MU] = ['\u00b5', '\u03bc']

const tableOf = (factors: Record<string, number>) => new Map(Object.entries(factors))

// biome-ignore format: a table, which reads best compact
const NANOSECONDS = tableOf({
  ps: 1e-3, ns: 1, us: 1e3, [`${MICRO}s`]: 1e3, [`${MU}s`]: 1e3, ms: 1e6, s: 1e9, h: 3.6e12,
})

/** Words have no case: nobody means anything else by `Seconds`. */
// biome-ignore format: a table, which reads best compact
const NANOSECONDS_BY_WORD = tableOf({
  nsec: 1, usec: 1e3, [`${MICRO}sec`]: 1e3, [`${MU}sec`]: 1e3, msec: 1e6, sec: 1e9, min: 6e10, hr: 3.6e12,
  nanosecond: 1, microsecond: 1e3, millisecond: 1e6, second: 1e9, minute: 6e10, hour: 3.6e12, day: 8.64e13,
})

// KB is a thousand bytes here; tools that count 1024 should say KiB. Lower-case kb and mb may be bits.
// biome-ignore format: a table, which reads best compact
const BYTES = tableOf({
  B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40,
})

// biome-ignore format: a table, which reads best compact
const BYTES_BY_WORD = tableOf({
  byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9, kibibyte: 2 ** 10, mebibyte: 2 ** 20, gibibyte: 2 ** 30,
})

const DECIMAL = tableOf({ '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 })

/** Units that are rates without a stroke, with a decimal prefix or none: `Mbps`, `GFLOPS`, `kHz`, `kIOPS`, `Mrps`, `QPS`. */
const RATE = /^(?<prefix>[kKMGT]?)(?<unit>bps|FLOPS|Hz|IOPS|iops|[rqtf]ps|[RQTF]PS)$/
/** Things that are counted, in a rate: `Kops/s`, `Mreq/s`. Alone, `Mops` may be anything. */
const COUNTED =
  /^(?<prefix>[kKMGT])(?<unit>ops?|reqs?|requests?|iters?|iterations?|calls?|msgs?|messages|events?|queries|rows|items?|docs|elem(?:ent)?s?|txn?s?|packets?|records?|tokens?|samples|steps|FLOPs?|bits?)$/

function prefixed(name: string, form: RegExp): CanonicalUnit | null {
  const { prefix = '', unit } = form.exec(name)?.groups ?? {}
  return unit === undefined ? null : { unit, factor: DECIMAL.get(prefix) ?? 1 }
}

function factorOf(
  name: string,
  symbols: Map<string, number>,
  words: Map<string, number>,
): number | undefined {
  return symbols.get(name) ?? words.get(name.toLowerCase().replace(/s$/, ''))
}

function numeratorOf(name: string): CanonicalUnit {
  const time = factorOf(name, NANOSECONDS, NANOSECONDS_BY_WORD)
  if (time !== undefined) return { unit: 'ns', factor: time }
  const bytes = factorOf(name, BYTES, BYTES_BY_WORD)
  if (bytes !== undefined) return { unit: 'B', factor: bytes }
  return prefixed(name, RATE) ?? { unit: name, factor: 1 }
}

/** Turns every rate into one per second: a thousand per `ms` are a million per `s`. */
function denominatorOf(name: string): CanonicalUnit {
  const time = factorOf(name, NANOSECONDS, NANOSECONDS_BY_WORD)
  return time === undefined ? { unit: name, factor: 1 } : { unit: 's', factor: 1e9 / time }
}

/**
 * The canonical unit (`ns` for times, `B` for sizes) and the factor that converts a value to it. A unit per
 * operation (`ms/op`) keeps its denominator, a rate (`MB/ms`, `ops/min`) becomes one per second (`B/s`, `ops/s`);
 * decimal prefixes of rates go (`Kops/s`, `Mbps`). An unknown unit stays as it is.
 */
export function canonicalUnit(unit: string): CanonicalUnit {
  // `requests per second` are `requests/s`.
  const [name = '', ...rest] = unit.split(/\/| per /).map(part => part.trim())
  const denominators = rest.map(denominatorOf)
  const isRate = denominators.some(part => part.unit === 's')
  const numerator = (isRate ? prefixed(name, COUNTED) : null) ?? numeratorOf(name)
  return {
    unit: [numerator, ...denominators].map(part => part.unit).join('/'),
    factor: denominators.reduce((factor, part) => factor * part.factor, numerator.factor),
  }
}

/** Whether values of this canonical unit say how much is done in a time. */
export const isRate = (unit: string): boolean => unit.endsWith('/s') || RATE.test(unit)

/** Whether values of this canonical unit are durations, for which zero means the clock did not see anything. */
export function isTime(unit: string): boolean {
  return unit === 'ns' || unit.startsWith('ns/')
}

/** Whether values of this canonical unit come from a clock, so that its step and their rounding hide small changes. */
export const isClocked = (unit: string): boolean => isTime(unit) || isRate(unit)

/** How every percentage is written, in reports and messages: `5 %`. */
export const formatPercent = (percent: number | string): string => `${percent} %`

/** A fraction as a percentage without a sign and without idle zeros: `1 %`, `2.5 %`, `99.95 %`. Of a huge one no digit is read. */
export function formatShare(fraction: number, digits = 6): string {
  if (fraction > 1e4 && Number.isFinite(fraction)) return `over ${formatPercent('1,000,000')}`
  return formatPercent(Number((fraction * 100).toPrecision(digits)))
}
