// The nights of a series that a level can be learned from: all but spikes and those on which the machine was disturbed.
import { type Better, InputError } from '../../model/index.ts'
import { type HampelSettings, hampelSpikes } from '../../stats/series/hampel.ts'
import { segmentsOf } from '../../stats/series/level-noise.ts'
import type { AnnouncedRange } from './same-change.ts'

/** One night of a series, by its index in the trend. `testbed` is null where it is not known. */
export type NightLevel = { night: number; value: number; testbed: string | null }

/** The levels to analyse, in order of time. The search knows the `announced` changes, and looks for others. */
export type SeriesLevels = {
  id: string
  better: Better
  nights: NightLevel[]
  announced: AnnouncedRange[]
  /** Nights on which the machine was disturbed: not judged, and no spikes. */
  disturbed?: ReadonlySet<number>
}

export type JudgedNights = {
  better: Better
  /** The nights, ascending, and their values: logarithms when the scale is `log`. */
  nights: number[]
  values: Float64Array
  /** `log` when all values are positive. */
  scale: 'log' | 'linear'
  /** Nights too far from their neighbours to say anything about a level. */
  spikes: number[]
  /** Positions in `nights` of the first one on another testbed. */
  testbedBreaks: number[]
}

/** Throws an InputError that names the series for a value that is not a finite number. */
export function checkLevels({ id, nights }: Pick<SeriesLevels, 'id' | 'nights'>): void {
  const wrong = nights.find(({ value }) => !Number.isFinite(value))
  if (!wrong) return
  throw new InputError(`${id}, night ${wrong.night}: the value must be a finite number, got ${wrong.value}`)
}

/** The positions at which the testbed is another than the last known one. */
function testbedBreaks(nights: NightLevel[]): number[] {
  let last: string | null = null
  return nights.flatMap(({ testbed }, i) => {
    const isOther = last !== null && testbed !== null && testbed !== last
    last = testbed ?? last
    return isOther ? [i] : []
  })
}

/** So many nights on each side of a testbed change are compared with both. Three nights at one level are never spikes. */
const BESIDE = 2

/**
 * The positions of spikes on each testbed. A commit may come shortly before or after a testbed change: there a night is a
 * spike only when it is far from both sides.
 */
function spikePositions(values: Float64Array, breaks: number[], hampel: HampelSettings): Set<number> {
  const own = new Set(
    segmentsOf(values.length, breaks).flatMap(([from, to]) =>
      hampelSpikes(values.subarray(from, to), hampel).map(i => from + i),
    ),
  )
  if (breaks.length === 0 || own.size === 0) return own
  const ofAll = new Set(hampelSpikes(values, hampel))
  for (const at of breaks) {
    for (let i = at - BESIDE; i < at + BESIDE; i++) if (!ofAll.has(i)) own.delete(i)
  }
  return own
}

/** Values must be finite. */
export function judgedNights(
  { nights: all, better, disturbed }: Pick<SeriesLevels, 'nights' | 'better' | 'disturbed'>,
  hampel: HampelSettings,
): JudgedNights {
  const nights = disturbed ? all.filter(({ night }) => !disturbed.has(night)) : all
  const scale = nights.every(({ value }) => value > 0) ? 'log' : 'linear'
  const values = Float64Array.from(nights, ({ value }) => (scale === 'log' ? Math.log(value) : value))
  const spikes = spikePositions(values, testbedBreaks(nights), hampel)
  const judged = nights.filter((_, i) => !spikes.has(i))
  return {
    better,
    nights: judged.map(({ night }) => night),
    values: values.filter((_, i) => !spikes.has(i)),
    scale,
    spikes: [...spikes].map(i => nights[i]?.night as number),
    testbedBreaks: testbedBreaks(judged),
  }
}
