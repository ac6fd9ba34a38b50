// Finds the first night of each release: a nightly rarely measures the very commit that is tagged.
import type { Night, Release } from '../../model/index.ts'

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
