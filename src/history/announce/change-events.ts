// Groups changes whose first nights may be the same. One commit may move many series at once, and people should look
// into it once.
import type { AnnouncedChange } from '../../model/index.ts'

type WithChange = { change: AnnouncedChange }

const shares = (a: string[], b: string[]) => a.some(id => b.includes(id))

/** The changes that share a night with the one whose nights are known best, in groups. Night ids differ between machines. */
export function changeEvents<Item extends WithChange>(changes: Item[]): Item[][] {
  const events: Item[][] = []
  for (const item of [...changes].sort((a, b) => a.change.nights.length - b.change.nights.length)) {
    const event = events.find(([anchor]) => anchor && shares(anchor.change.nights, item.change.nights))
    if (event) event.push(item)
    else events.push([item])
  }
  return events
}

/** The nights by which an event is found again: those of the change whose nights are known best. */
export const nightsOfEvent = (event: WithChange[]) => event[0]?.change.nights ?? []
