// What "lately" is, for every report of a trend: from which night on, and in words with its date.
import type { Night, Trend } from '../../model/index.ts'
import { dayOfNight, nightDate } from './dates.ts'
import { nightsByMachine } from './nights.ts'

/** How many nights of each machine are "lately", unless somebody asks for others. */
export const RECENT_NIGHTS = 30

/** So many of the last nights of each machine in use, or all nights from a time on (ISO 8601). */
export type Since = number | string

export type Lately = {
  /** Whether a night, by its index, is one of them. */
  holds: (night: number) => boolean
  /** `in the last 30 nights (since 20 May 2026)`. */
  words: string
}

/**
 * The machines that are in use, with their nights: those that measured on one of the last `count` days with nights. One that was
 * replaced would have its last nights lately for ever.
 */
function machinesInUse(nights: Night[], count: number): [string, number[]][] {
  const dayOf = (night: number | undefined) => nights[night ?? -1]?.date.slice(0, 10) ?? ''
  const days = [...new Set(nights.map((_, i) => dayOf(i)))].sort()
  const first = days.at(-count) ?? ''
  return [...nightsByMachine(nights)].filter(([, own]) => dayOf(own.at(-1)) >= first)
}

/** The nights of a trend that are lately. */
export function latelyOf(trend: Trend, since: Since): Lately {
  const { nights } = trend
  if (typeof since === 'string') {
    return {
      holds: night => (nights[night]?.date ?? '') >= since,
      words: `since ${nightDate(since)}`,
    }
  }
  const machines = machinesInUse(nights, since)
  const firsts = new Map(machines.map(([machine, own]) => [machine, own.at(-since) ?? own[0] ?? 0]))
  const first = Math.min(...firsts.values())
  const most = Math.max(0, ...machines.map(([, own]) => own.length))
  const each = machines.length > 1 ? ' of each machine' : ''
  const count = most < since ? `in all nights` : `in the last ${since} nights${each}`
  return {
    holds: night => night >= (firsts.get(nights[night]?.machine ?? '') ?? nights.length),
    words: nights.length === 0 ? count : `${count} (since ${dayOfNight(trend, first)})`,
  }
}
