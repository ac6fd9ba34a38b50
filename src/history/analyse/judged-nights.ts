// The nights of a series that a level can be learned from: present, and no spikes.
import { InputError } from '../../model/index.ts'
import { type HampelSettings, hampelSpikes } from '../../stats/series/hampel.ts'
import { segmentsOf } from '../../stats/series/level-noise.ts'

/** One night of one series: null is a night without the series, or an unknown testbed. */
export type Night = { value: number | null; testbed: string | null }

export type JudgedNights = {
  /** Indices into the nights, ascending, and their values: logarithms when the scale is `log`. */
  nights: number[]
  values: Float64Array
  /** `log` when all values are positive. */
  scale: 'log' | 'linear'
  /** Nights too far from their neighbours to say anything about a level; indices into the nights. */
  spikes: number[]
  /** Positions in `nights` of the first one on another testbed. */
  testbedBreaks: number[]
}

/** Throws an InputError for a value that is no finite number; `source` names the series. */
export function checkNights(nights: Night[], source: string): void {
  const wrong = nights.findIndex(({ value }) => value !== null && !Number.isFinite(value))
  if (wrong < 0) return
  throw new InputError(
    `${source}, night ${wrong}: the value must be a finite number, got ${nights[wrong]?.value}; ` +
      'use null for a night without one',
  )
}

/** The positions in `chosen` at which the testbed is another than the last known one. */
function testbedBreaks(nights: Night[], chosen: number[]): number[] {
  let last: string | null = null
  return chosen.flatMap((night, i) => {
    const { testbed } = nights[night] as Night
    const isOther = last !== null && testbed !== null && testbed !== last
    last = testbed ?? last
    return isOther ? [i] : []
  })
}

/** More nights than this at another level are no spikes on their own testbed. */
const BESIDE = 2

/**
 * The positions of spikes, looked for on each testbed on its own. A night right at a testbed change may be far from its
 * own side because its level is that of the other: a commit came shortly before the change, or shortly after it. Such a
 * night is only one when it is far from both sides.
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

/** Values must be finite or null. */
export function judgedNights(nights: Night[], hampel: HampelSettings): JudgedNights {
  const present = [...nights.keys()].filter(i => nights[i]?.value !== null)
  const raw = present.map(i => nights[i]?.value as number)
  const scale = raw.every(value => value > 0) ? 'log' : 'linear'
  const values = Float64Array.from(scale === 'log' ? raw.map(Math.log) : raw)
  const spikes = spikePositions(values, testbedBreaks(nights, present), hampel)
  const kept = [...present.keys()].filter(i => !spikes.has(i))
  const judged = kept.map(i => present[i] as number)
  return {
    nights: judged,
    values: Float64Array.from(kept.map(i => values[i] as number)),
    scale,
    spikes: [...spikes].map(i => present[i] as number),
    testbedBreaks: testbedBreaks(nights, judged),
  }
}
