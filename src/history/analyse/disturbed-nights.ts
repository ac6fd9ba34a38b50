// Nights on which the machine was disturbed: most series moved together and moved back. That says nothing of any benchmark.
import { grouped } from '../../grouped.ts'
import type { DisturbedNight } from '../../model/index.ts'
import { NORMAL_MAD } from '../../stats/describe/spread.ts'
import { median } from '../../stats/describe/summary.ts'
import type { SeriesLevels } from './judged-nights.ts'

/** Nights on either side that a night is compared with, and the fewest that say where the level was. */
const AROUND = 5
const LEAST_AROUND = 3
/** Fewer series than this may move together by chance, or by what they share. */
const LEAST_SERIES = 8
/** The move that all series have in common must exceed so many of their own standard deviations. */
const LEAST_SIZE = 1.5
/** It must also exceed so many standard deviations of chance, and of the series' usual common noise. */
const LEAST_ERRORS = 4
/** The standard error of a median of normal values, times √n: √(π/2). */
const MEDIAN_ERROR = Math.sqrt(Math.PI / 2)
/** A disturbance begins and ends with at least so much of it. */
const HALF = 0.5
/** More nights in a row than this are a level, and stay a change. */
const LONGEST = 2

/**
 * How far a night is from the nights before and after it: 0 where it lies between. `into` and `out` are from the very night
 * before and to the very next one, in deviations. Positive is worse.
 */
type Excursion = { night: number; size: number; deviations: number; into: number; out: number }

/** The excursions of a series of positive values; none where most of its values are equal. */
function excursionsOf({ nights, better }: SeriesLevels): Excursion[] {
  if (nights.some(({ value }) => value <= 0)) return []
  const sign = better === 'lower' ? 1 : -1
  const values = nights.map(({ value }) => sign * Math.log(value))
  const sized = values.flatMap((value, i) => {
    const [before, after] = [values.slice(Math.max(0, i - AROUND), i), values.slice(i + 1, i + 1 + AROUND)]
    if (Math.min(before.length, after.length) < LEAST_AROUND) return []
    const [rise, fall] = [value - median(before), value - median(after)]
    const size = rise * fall <= 0 ? 0 : Math.sign(rise) * Math.min(Math.abs(rise), Math.abs(fall))
    const [into, out] = [value - (values[i - 1] as number), value - (values[i + 1] as number)]
    return [
      {
        night: nights[i]?.night ?? 0,
        size,
        into,
        out,
        apart: Math.abs(value - median([...before, ...after])),
      },
    ]
  })
  if (sized.length === 0) return []
  const sd = NORMAL_MAD * median(sized.map(({ apart }) => apart))
  if (!(sd > 0)) return []
  return sized.map(({ night, size, into, out }) => {
    return { night, size, deviations: size / sd, into: into / sd, out: out / sd }
  })
}

/** The move that the series of a night have in common, as medians over so many `series`. */
type Common = Excursion & { series: number }

function commonParts(series: SeriesLevels[]): Common[] {
  return [...grouped(series.flatMap(excursionsOf), ({ night }) => night)]
    .filter(([, all]) => all.length >= LEAST_SERIES)
    .map(([night, all]) => ({
      night,
      size: median(all.map(({ size }) => size)),
      deviations: median(all.map(({ deviations }) => deviations)),
      into: median(all.map(({ into }) => into)),
      out: median(all.map(({ out }) => out)),
      series: all.length,
    }))
    .sort((a, b) => a.night - b.night)
}

/**
 * The disturbed nights of one machine, in order of time; `series` are of different benchmarks, whose median is then far
 * beyond chance from the nights before and after. Four nights have to follow: a lasting change is no disturbance.
 */
export function disturbedNights(series: SeriesLevels[]): DisturbedNight[] {
  const all = commonParts(series)
  if (all.length === 0) return []
  const usual = NORMAL_MAD * median(all.map(({ deviations }) => Math.abs(deviations)))
  const isFar = ({ deviations, series: count }: Common) =>
    Math.abs(deviations) >
    Math.max(LEAST_SIZE, LEAST_ERRORS * Math.max(usual, MEDIAN_ERROR / Math.sqrt(count)))
  const far = all.map(isFar)
  return all.flatMap(({ night, size, series: count }, i) => {
    if (!far[i]) return []
    let [from, to] = [i, i + 1]
    while (far[from - 1]) from--
    while (far[to]) to++
    const [first, last, next] = [all[from] as Common, all[to - 1] as Common, all[to]]
    // In the middle of a level that lasts for some nights, the night before is at the same level.
    const isWhole = next && first.into / first.deviations > HALF && last.out / last.deviations > HALF
    return !isWhole || to - from > LONGEST ? [] : [{ night, ratio: Math.exp(size), series: count }]
  })
}
