// The announced changes of several histories, each of them once. Two jobs at once announce the same change twice, and each knows a
// night that the other does not: then the nights that the change may have begun on differ.
import { grouped } from '../../grouped.ts'
import type { AnnouncedChange } from '../../model/index.ts'

/** `histories` are the indices of those that remember it. */
type Told = { change: AnnouncedChange; histories: Set<number> }

const keyOf = ({ benchmark, metric, machine, direction, nights }: AnnouncedChange) =>
  JSON.stringify([benchmark, metric, machine, direction, nights])

const joined = (a: AnnouncedChange, b: AnnouncedChange): AnnouncedChange => ({
  ...a,
  ...b,
  recovered: a.recovered ?? b.recovered,
})

function byKey(told: AnnouncedChange[][]): Told[] {
  const found = new Map<string, Told>()
  told.forEach((changes, history) => {
    for (const change of changes) {
      const known = found.get(keyOf(change))
      const histories = new Set([...(known?.histories ?? []), history])
      found.set(keyOf(change), { change: known ? joined(known.change, change) : change, histories })
    }
  })
  return [...found.values()]
}

/** Where one history remembers both, they are two changes: it has found them side by side. */
const isToldTwice = (one: Told, other: Told): boolean =>
  one.change.nights.some(id => other.change.nights.includes(id)) &&
  ![...one.histories].some(history => other.histories.has(history))

/** Of a change that is told twice the one counts whose nights are known best, whatever the order of the histories. */
const bestKnown = (a: Told, b: Told) =>
  a.change.nights.length - b.change.nights.length || (keyOf(a.change) < keyOf(b.change) ? -1 : 1)

/** The changes of one series in one direction, each of them once. */
function eachOnce(told: Told[]): Told[] {
  const kept: Told[] = []
  for (const each of told.toSorted(bestKnown)) {
    const at = kept.findIndex(other => isToldTwice(other, each))
    const known = kept[at]
    if (known === undefined) kept.push(each)
    else
      kept[at] = {
        change: joined(each.change, known.change),
        histories: new Set([...known.histories, ...each.histories]),
      }
  }
  return kept
}

const seriesOf = ({ change: { benchmark, metric, machine, direction } }: Told) =>
  JSON.stringify([benchmark, metric, machine, direction])

/** The announced changes of all of `told`, the lists of several histories. */
export function unionOfTold(told: AnnouncedChange[][]): AnnouncedChange[] {
  const all = byKey(told)
  const kept = new Map(
    [...grouped(all, seriesOf).values()].flatMap(eachOnce).map(({ change }) => [keyOf(change), change]),
  )
  return all.flatMap(({ change }) => kept.get(keyOf(change)) ?? [])
}
