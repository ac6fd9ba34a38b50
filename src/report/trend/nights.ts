// The nights of a trend, machine by machine: when a machine changed, when a release was measured.
import { changedFacts, type Night, type Trend } from '../../model/index.ts'
import { visibleText } from '../words/visible-text.ts'

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The indices of the nights of each machine, in order of time. */
export function nightsByMachine(nights: Night[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  nights.forEach(({ machine }, index) => {
    found.set(machine, [...(found.get(machine) ?? []), index])
  })
  return found
}

function differences(before: Night, after: Night): string[] {
  const changed = changedFacts(before, after)
  if (changed === null) return []
  const texts = changed.map(name => `${name}: ${before.facts[name] ?? '–'} → ${after.facts[name] ?? '–'}`)
  return texts.length > 0 ? texts.map(visibleText) : ['another fingerprint']
}

/** For each night, what its machine changed in since that machine's night before; empty for nothing. */
export function testbedChanges(nights: Night[]): string[][] {
  const last = new Map<string, Night>()
  return nights.map(night => {
    const before = last.get(night.machine)
    last.set(night.machine, night)
    return before === undefined ? [] : differences(before, night)
  })
}

/** A night's date in UTC: `12 Nov 2026`, or what stands there where that is no date. */
export function nightDate(date: string): string {
  const time = new Date(date)
  if (Number.isNaN(time.getTime())) return visibleText(date)
  return DAY.format(time)
}

/** The last of a series' nights before `night`, or null. */
export function nightBefore(nights: number[], night: number): number | null {
  return nights.findLast(each => each < night) ?? null
}

/** Whether two nights measured the same commit, so that no other can have come between them. */
export function isSameCommit({ nights }: Trend, one: number | null, other: number): boolean {
  const commit = nights[one ?? -1]?.commit ?? null
  return commit !== null && commit === nights[other]?.commit
}
