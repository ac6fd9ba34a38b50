// Where the changes are that were told earlier, in the judged nights: a search need not find them anew to see others.
import { likeliestStep } from '../../stats/series/step-range.ts'
import type { KnownChange } from './change-point.ts'
import type { JudgedNights } from './judged-nights.ts'

/** Judged nights on either side that say which night of a range it was. */
const AROUND = 5

/** The place among the nights from `first` to `last` where the level steps most; null where there is none. */
function placeWithin({ nights, values }: JudgedNights, [first, last]: [number, number]): number | null {
  const from = nights.findIndex(night => night >= first)
  const to = nights.findLastIndex(night => night <= last)
  if (from < 1 || to < from) return null
  return likeliestStep(values, [Math.max(0, from - AROUND), Math.min(values.length, to + AROUND)], AROUND)
}

/**
 * The places of `known` changes, ascending: where each began, and where its level was back. At least `minSide` apart;
 * of two closer ones the earlier.
 */
export function givenPlaces(judged: JudgedNights, known: KnownChange[], minSide: number): number[] {
  const places = known.flatMap(({ range, over = null }) => {
    const back = over === null ? null : placeWithin(judged, [range[1] + minSide, over])
    return [placeWithin(judged, range), back].filter(place => place !== null)
  })
  const apart: number[] = []
  for (const place of places.sort((x, y) => x - y)) {
    if (place - (apart.at(-1) ?? 0) >= minSide && judged.values.length - place >= minSide) apart.push(place)
  }
  return apart
}
