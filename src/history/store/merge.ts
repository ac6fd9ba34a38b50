// The union of histories, night by night: concurrent, repeated and lost nights come together with nothing doubled.
import {
  InputError,
  type Night,
  type Release,
  type TrendHistory,
  type TrendSeries,
} from '../../model/index.ts'
import { unionOfTold } from './union-of-told.ts'

/** What tells series apart: all nights with the same of it are one series. */
export const seriesKey = ({ benchmark, metric, unit, machine }: TrendSeries) =>
  JSON.stringify([benchmark, metric, unit, machine])

const inOrder = (a: Night, b: Night) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id)

/** Every night once, in order of time. Fields that one copy of a night lacks come from another copy. */
export function unionOfNights(histories: TrendHistory[]): Night[] {
  const byId = new Map<string, Night>()
  for (const night of histories.flatMap(each => each.nights)) {
    const known = byId.get(night.id)
    byId.set(night.id, known ? { ...night, ...known, url: known.url ?? night.url } : night)
  }
  return [...byId.values()].sort(inOrder)
}

/** A night with its runs counts for more than one that lost them. */
const fuller = (a: number[] | undefined, b: number[]) => (a === undefined || b.length > a.length ? b : a)

function unionOfSeries(histories: TrendHistory[], indexOf: Map<string, number>): TrendSeries[] {
  const found = new Map<string, { newest: TrendSeries; last: number; byNight: Map<number, number[]> }>()
  for (const { nights, series } of histories) {
    const indices = nights.map(night => indexOf.get(night.id) as number)
    for (const each of series) {
      const last = indices[each.nights.at(-1) ?? -1] ?? -1
      const key = seriesKey(each)
      const entry = found.get(key) ?? { newest: each, last: -1, byNight: new Map<number, number[]>() }
      found.set(key, entry)
      if (last > entry.last) Object.assign(entry, { newest: each, last })
      each.nights.forEach((night, i) => {
        const index = indices[night] as number
        entry.byNight.set(index, fuller(entry.byNight.get(index), each.runs[i] as number[]))
      })
    }
  }
  return [...found.values()].map(({ newest, byNight }) => {
    const nights = [...byNight.keys()].sort((a, b) => a - b)
    return { ...newest, nights, runs: nights.map(night => byNight.get(night) as number[]) }
  })
}

function unionBy<Item>(
  items: Item[],
  key: (item: Item) => string,
  better: (a: Item, b: Item) => Item,
): Item[] {
  const byKey = new Map<string, Item>()
  for (const item of items) {
    const known = byKey.get(key(item))
    byKey.set(key(item), known === undefined ? item : better(known, item))
  }
  return [...byKey.values()]
}

/** A nightly rarely measures the very commit that is tagged. */
function firstNight(nights: Night[], machine: string, { commit, date }: Release): Night | undefined {
  const own = nights.filter(night => night.machine === machine)
  if (date === null) return undefined
  const first = own.findIndex(night => Date.parse(night.date) >= Date.parse(date))
  // A release from before the first night has no known first night.
  return own.find(night => night.commit === commit) ?? (first > 0 ? own[first] : undefined)
}

/**
 * The nights, each with the tags of the releases that it is the first night of on its machine. That is the first night
 * of the tagged commit, else the first one after the commit was made. `nights` are in order of time.
 */
export function placeReleases(nights: Night[], releases: Release[]): Night[] {
  const machines = [...new Set(nights.map(night => night.machine))]
  const tagsOf = new Map<Night, string[]>()
  for (const release of releases) {
    for (const machine of machines) {
      const night = firstNight(nights, machine, release)
      if (night) tagsOf.set(night, [...(tagsOf.get(night) ?? []), release.tag])
    }
  }
  return nights.map(night => ({ ...night, tags: tagsOf.get(night) ?? [] }))
}

/**
 * One history of all of them; the order in which they are given does not matter but for the repository. Throws an
 * InputError for none, and for histories of different suites.
 */
export function mergeHistories(histories: TrendHistory[]): TrendHistory {
  const [first] = histories
  if (!first) throw new InputError('there is no history to show')
  const suites = [...new Set(histories.map(each => each.suite))]
  if (suites.length > 1) throw new InputError(`these are histories of different suites: ${suites.join(', ')}`)
  const nights = unionOfNights(histories)
  const indexOf = new Map(nights.map((night, i) => [night.id, i]))
  const releases = unionBy(
    histories.flatMap(each => each.releases),
    each => each.tag,
    a => a,
  )
  const placements = unionBy(
    histories.flatMap(each => each.placements ?? []),
    ({ benchmark, metric, machine }) => JSON.stringify([benchmark, metric, machine]),
    (a, b) => (b.date > a.date ? b : a),
  )
  return {
    suite: first.suite,
    repository: histories.find(each => each.repository !== null)?.repository ?? null,
    nights: placeReleases(nights, releases),
    series: unionOfSeries(histories, indexOf),
    releases,
    told: unionOfTold(histories.map(each => each.told)),
    ...(placements.length > 0 && { placements }),
  }
}
