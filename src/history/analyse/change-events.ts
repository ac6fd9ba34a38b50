// One commit moves many series at once, and is one thing to look into: changes whose first nights may be the same.
import type { ToldChange } from '../../model/index.ts'

type Told = { told: ToldChange }

const shares = (a: string[], b: string[]) => a.some(id => b.includes(id))

/**
 * The changes in groups, each around the one whose nights are known best: those that share a night with it. Night ids
 * differ between machines, so that no group has two of them.
 */
export function changeEvents<Change extends Told>(changes: Change[]): Change[][] {
  const events: Change[][] = []
  for (const change of [...changes].sort((a, b) => a.told.nights.length - b.told.nights.length)) {
    const event = events.find(([anchor]) => anchor && shares(anchor.told.nights, change.told.nights))
    if (event) event.push(change)
    else events.push([change])
  }
  return events
}

/** The nights that an event is found again by: those of the change whose nights are known best. */
export const nightsOfEvent = (event: Told[]) => event[0]?.told.nights ?? []
