// The part of a load in which the times of its requests are steady: what came before warmed the server up.
import { grouped } from '../../grouped.ts'
import type { WarmUp } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { steadyStart } from '../../stats/series/steady-start.ts'
import type { Parsed } from '../format.ts'

/** `end` is in milliseconds of the machine's clock, `took` in any unit. Requests of one name ask for the same. */
type TimedRequest = { name: string; end: number; took: number }

/** When the part that counts begins, in milliseconds of the clock, and what is said of it. */
export type LoadStart = { since: number; warmUp: WarmUp }

/** As it is said. */
export const secondsOf = (milliseconds: number) => Number((milliseconds / 1000).toPrecision(3))

/**
 * Finds when the times of requests get steady, of all names together: each is relative to the middle one of its name. Null where
 * they always are. Where they never are, all counts.
 */
export function loadStart(requests: TimedRequest[]): LoadStart | null {
  if (requests.some(({ end }) => Number.isNaN(end))) return null
  const times = grouped(requests, ({ name }) => name)
  const levels = new Map([...times].map(([name, all]) => [name, median(all.map(({ took }) => took))]))
  const inOrder = requests.toSorted((one, other) => one.end - other.end)
  const start = steadyStart(inOrder.map(({ name, took }) => took / (levels.get(name) ?? 1)))
  if (start === 0) return null
  if (start === null) return { since: Number.NEGATIVE_INFINITY, warmUp: { unit: 's', leftOut: [null] } }
  const [first, kept] = [inOrder[0], inOrder[start]] as [TimedRequest, TimedRequest]
  return { since: kept.end, warmUp: { unit: 's', leftOut: [secondsOf(kept.end - first.end)] } }
}

/** The values whose time counts; all where none does, since what is asked for at the beginning alone has no other. */
export function since<Value>(
  start: LoadStart | null,
  values: Value[],
  at: (value: Value) => number,
): Value[] {
  if (start === null) return values
  const kept = values.filter(value => at(value) >= start.since)
  return kept.length === 0 ? values : kept
}

/** The measurements of a load whose requests ended then, with what is said of its beginning. Failures count from the first one on. */
export function fromStart(parsed: Parsed, start: LoadStart | null, ends: number[]): Parsed {
  const warmUp = start?.warmUp
  const samples = parsed.samples.map(sample =>
    warmUp === undefined || sample.metric === 'failed-share' ? sample : { ...sample, warmUp },
  )
  const isTimed = ends.length > 0 && !ends.some(Number.isNaN)
  const since = start?.since ?? Number.NEGATIVE_INFINITY
  return { ...parsed, samples, ...(isTimed && { load: { since, ends: ends.toSorted((x, y) => x - y) } }) }
}
