// Which nights of a machine are of one testbed, also where an upgrade of stable-bench gave it another fingerprint.
import { changedFacts, type Night } from '../../model/index.ts'

const ownKey = ({ fingerprint, facts }: Night) => JSON.stringify([fingerprint, facts])

/**
 * A key for each night, equal for neighbours on the same testbed; null where the night does not know its own. Nights are
 * in order of time, of any machines.
 */
export function nightTestbeds(nights: Night[]): (string | null)[] {
  const next = new Map<string, { night: Night; key: string }>()
  // From the newest on: where only the later night records a setting, its key is the fuller one.
  const keys = nights.toReversed().map(night => {
    if (night.fingerprint === '') return null
    const later = next.get(night.machine)
    const key = later && changedFacts(night, later.night) === null ? later.key : ownKey(night)
    next.set(night.machine, { night, key })
    return key
  })
  return keys.reverse()
}
