// The nights of a trend, machine by machine: when a machine changed, when a release was measured.
import { changedFacts, type Night } from '../../model/index.ts'
import { formatCount, listText } from '../../phrases.ts'
import { visibleText } from '../words/visible-text.ts'

/** The indices of the nights of each machine, in order of time. */
export const nightsByMachine = (nights: Night[]): Map<string, number[]> =>
  Map.groupBy(nights.keys(), night => nights[night]?.machine ?? '')

function differences(before: Night, after: Night): string[] {
  const [was, is] = [before.imported, after.imported]
  if (was !== is)
    return [
      `measured by ${visibleText(is ?? 'stable-bench')}, by ${visibleText(was ?? 'stable-bench')} before`,
    ]
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

/** How many nights other tools measured: `, 16 of them imported from asv`; nothing where none did. */
export function importedText(nights: Night[]): string {
  const imported = nights.flatMap(night => night.imported ?? [])
  const tools = [...new Set(imported)].map(visibleText)
  return imported.length === 0
    ? ''
    : `, ${formatCount(imported.length)} of them imported from ${listText(tools)}`
}
