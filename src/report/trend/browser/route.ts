// Writes the state of the page into its address after `#`, and reads it there. So links, bookmarks and the back button
// work.

export const NO_ROUTE = {
  /** Text that is searched for, and the pressed filters. */
  q: '',
  only: '',
  /** Key of a column, with `-` before it for descending. */
  sort: '',
  /** Id of the series whose chart is open, of the other machine or `all` of them, and how it is shown. */
  series: '',
  with: '',
  scale: '',
  /** First and last day shown, such as `2026-11-12`. */
  from: '',
  to: '',
}

export type Route = typeof NO_ROUTE

/** Two ways to change the route: `update` shows the new one, `note` writes down a state that is shown already. */
export type Routing = { update: (change: Partial<Route>) => void; note: (change: Partial<Route>) => void }

/** Reads `#q=json&sort=-recent` as a route; unknown keys are left out. */
export function parseRoute(hash: string): Route {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const known = Object.keys(NO_ROUTE).map(key => [key, given.get(key) ?? ''])
  return Object.fromEntries(known) as Route
}

/** The shortest hash for a route: `#` alone for none. */
export function formatRoute(route: Route): string {
  const set = Object.entries(route).filter(([, value]) => value !== '')
  return `#${new URLSearchParams(set)}`
}

const DAY = 86_400

/** The day of a time in seconds, in UTC, as the address has it. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** The seconds that a route's days span, or null where it names none. */
export function spanOf({ from, to }: Route): [number, number] | null {
  const [start, end] = [Date.parse(from) / 1000, Date.parse(to) / 1000 + DAY]
  return start < end ? [start, end] : null
}
