// What a testbed changed in from one night to the next.
import { isSetting } from './settings.ts'
import { mustMatch, type Testbed } from './testbed.ts'

type Recorded = Pick<Testbed, 'fingerprint' | 'facts'>

/**
 * The facts that must match and changed: null where nothing did, an empty list where only the fingerprints say so. A
 * setting that one of both does not record is no change: that is an upgrade of stable-bench and not of the machine.
 */
export function changedFacts(before: Recorded, after: Recorded): string[] | null {
  const differing = mustMatch.filter(name => before.facts[name] !== after.facts[name])
  const isUnrecorded = (name: string) =>
    isSetting(name) && (before.facts[name] === undefined || after.facts[name] === undefined)
  const changed = differing.filter(name => !isUnrecorded(name))
  const isSame = before.fingerprint === after.fingerprint || differing.some(isUnrecorded)
  return changed.length === 0 && isSame ? null : changed
}
