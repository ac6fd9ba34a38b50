// Numbers as people read them: three significant digits, a unit that fits, one form for both sides of a row.
import { formatCount } from '../../phrases.ts'
import { formatPercent, formatShare } from '../../units.ts'
import { shortenMiddle, visibleText } from './visible-text.ts'

export { counted, formatCount } from '../../phrases.ts'

/** Stands for a number that does not apply or could not be computed. */
export const NOTHING = '–'
/** A share of which two digits say enough. */
export const roughShare = (value: number | null): string => (value === null ? NOTHING : formatShare(value, 2))

/** Ratios above this read better as a factor than as a percentage. */
const FACTOR_FROM = 3
const DIGITS = 3

type UnitStep = [factor: number, label: string]
const steps = (base: number, ...labels: string[]): UnitStep[] => labels.map((label, i) => [base ** i, label])

const TIME = steps(1000, 'ns', 'µs', 'ms', 's')
const BYTES = steps(1024, 'B', 'KiB', 'MiB', 'GiB', 'TiB')
/** Rates count in powers of ten, as `go test` and most other tools print them. */
const BYTE_RATE = steps(1000, 'B', 'kB', 'MB', 'GB', 'TB')
const COUNT = steps(1000, '', 'k', 'M', 'G')
/** A count of four digits needs no prefix. */
const THOUSANDS_FROM = 1e4

/** A display unit: divide a canonical value by `factor` and write `unit` behind it. */
export type DisplayUnit = { factor: number; unit: string }

function stepsOf(numerator: string, denominators: string[]): UnitStep[] | null {
  if (numerator === 'ns') return TIME
  if (numerator !== 'B') return null
  return denominators.includes('s') ? BYTE_RATE : BYTES
}

/** The display unit that suits a value in this canonical unit (`ns`, `B`, `ns/op`, or anything else). */
export function scaleFor(value: number, unit: string): DisplayUnit {
  const [numerator = '', ...denominators] = unit.split('/')
  const known = stepsOf(numerator, denominators)
  // Rounded first, so that 999.96 µs becomes 1.00 ms and not 1000 µs.
  const size = Number(Math.abs(value).toPrecision(DIGITS))
  const units = known ?? COUNT
  const [factor, label] = units.findLast(([step, name]) => size >= (name === 'k' ? THOUSANDS_FROM : step)) ??
    units[0] ?? [1, '']
  const tail = denominators.map(part => `/${part}`).join('')
  const name = known === null ? `${label} ${unit}` : `${label}${tail}`
  return { factor, unit: shortenMiddle(visibleText(name).trim(), 20) }
}

const roundsExactly = (value: number, decimals: number): boolean =>
  Math.abs(Number(value.toFixed(decimals)) - value) <= Math.abs(value) * 1e-12

/** Decimals for `digits` significant digits of the smallest value, fewer where fewer lose nothing. */
function decimalsFor(values: number[], digits: number): number {
  const smallest = Math.min(...values.map(Math.abs).filter(value => value > 0))
  if (!Number.isFinite(smallest)) return 0
  const exponent = Math.floor(Math.log10(Number(smallest.toPrecision(digits))))
  const most = Math.min(9, Math.max(0, digits - 1 - exponent))
  for (let decimals = 0; decimals < most; decimals++) {
    if (values.every(value => roundsExactly(value, decimals))) return decimals
  }
  return most
}

function write(value: number, decimals: number, unit: string): string {
  const size = Math.abs(value)
  const extreme = size >= 1e7 || (size > 0 && size < 1e-6)
  const text = extreme ? value.toExponential(2) : value.toFixed(decimals)
  return `${text.replace('-', '−')} ${unit}`.trim()
}

/** One value in its canonical unit as text with three significant digits: `12.3 ms`, `1.5 MiB`, `850 ns/op`. */
export function formatValue(value: number | null, unit: string): string {
  if (value === null || !Number.isFinite(value)) return NOTHING
  const scale = scaleFor(value, unit)
  const scaled = value / scale.factor
  return write(scaled, decimalsFor([scaled], DIGITS), scale.unit)
}

/**
 * Both values of a row in one unit with the same number of decimals, and a fourth digit where three would make
 * different values look equal. Values ten times apart get a unit each.
 */
export function formatPair(before: number | null, after: number | null, unit: string): [string, string] {
  const usable = [before, after].filter((value): value is number => value !== null && Number.isFinite(value))
  const [small = 0, large = 0] = usable.map(Math.abs).sort((a, b) => a - b)
  if (usable.length < 2 || small === 0 || large / small >= 10) {
    return [formatValue(before, unit), formatValue(after, unit)]
  }
  const scale = scaleFor(small, unit)
  const scaled = usable.map(value => value / scale.factor)
  const at = (digits: number): string[] => {
    const decimals = decimalsFor(scaled, digits)
    return scaled.map(value => write(value, decimals, scale.unit))
  }
  const [first = '', second = ''] = at(DIGITS)
  if (first !== second || before === after) return [first, second]
  const [finer = '', other = ''] = at(DIGITS + 1)
  return [finer, other]
}

/** Beyond this nobody reads digits: such ends are those of intervals that hold nearly everything. */
const LARGEST = 1e6

function factorText(ratio: number): string {
  if (ratio === Number.POSITIVE_INFINITY) return '∞'
  if (ratio > LARGEST) return `> ${formatCount(LARGEST)}×`
  // An end this small is 0 for all that can be said of it.
  if (ratio < 1 / LARGEST) return '0×'
  return `${ratio < 10 ? ratio.toPrecision(2) : formatCount(Math.round(ratio))}×`
}

function percentText(ratio: number): string {
  if (ratio === Number.POSITIVE_INFINITY || ratio > LARGEST) return factorText(ratio)
  const percent = (ratio - 1) * 100
  const text = Math.abs(percent).toFixed(Math.abs(percent) < 100 ? 1 : 0)
  const sign = Number(text) === 0 ? '±' : percent > 0 ? '+' : '−'
  return `${sign}${formatPercent(text)}`
}

/** The change that a ratio candidate / baseline stands for: `+5.2 %`, `−3.1 %`, `±0.0 %`, `3.4×`. */
export function formatChange(ratio: number | null): string {
  if (ratio === null || Number.isNaN(ratio)) return NOTHING
  return ratio > FACTOR_FROM ? factorText(ratio) : percentText(ratio)
}

/**
 * An interval of the ratio: `[+4.1 %, +6.3 %]`. Both ends have the form of `ratio`, the change beside them; without
 * one, they are factors when the upper end is large.
 */
export function formatInterval(interval: [number, number] | null, ratio: number | null = null): string {
  if (interval === null || interval.some(Number.isNaN)) return NOTHING
  const text = (ratio ?? interval[1]) > FACTOR_FROM ? factorText : percentText
  return `[${text(interval[0])}, ${text(interval[1])}]`
}

/** A p-value with two significant digits, `< 0.0001` below that. */
export function formatP(p: number | null): string {
  if (p === null || Number.isNaN(p)) return NOTHING
  if (p < 0.0001) return '< 0.0001'
  return p < 0.1 ? p.toPrecision(2) : p.toFixed(2)
}
