// The nights of a trend, machine by machine: when a machine changed, when a release was measured.
import { grouped } from '../../grouped.ts'
import { changedFacts, type Night, type Trend } from '../../model/index.ts'
import { counted, formatCount, listText } from '../../phrases.ts'
import { visibleText } from '../words/visible-text.ts'
import { dayOfNight } from './dates.ts'

/** The indices of the nights of each machine, in order of time. */
export const nightsByMachine = (nights: Night[]): Map<string, number[]> =>
  grouped(nights.keys(), night => nights[night]?.machine ?? '')

function differences(before: Night, after: Night): string[] {
  const [was, is] = [before, after].map(({ imported }) => visibleText(imported ?? 'stable-bench'))
  if (before.imported !== after.imported) return [`measured by ${is}, by ${was} before`]
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

/** `3 series, 30 nights on bench-1 from 1 Oct 2026 to 30 Oct 2026, 16 of them imported from asv`. */
export function trendSize({ nights, series }: Trend): string {
  const machines = [...new Set(nights.map(night => night.machine))]
  const [only = '', ...others] = machines
  const where = others.length === 0 ? visibleText(only) : counted(machines.length, 'machine')
  const [first, last] = [0, nights.length - 1].map(night => dayOfNight({ nights }, night))
  const days = first === last ? `, on ${first}` : ` from ${first} to ${last}`
  const when = nights.length === 0 ? '' : ` on ${where}${days}`
  const imported = nights.flatMap(night => night.imported ?? [])
  const tools = listText([...new Set(imported)].map(visibleText))
  const how = imported.length === 0 ? '' : `, ${formatCount(imported.length)} of them imported from ${tools}`
  const count = counted(nights.length, others.length === 0 ? 'night' : 'session')
  return `${formatCount(series.length)} series, ${count}${when}${how}`
}
