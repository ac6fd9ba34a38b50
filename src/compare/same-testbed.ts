// Sessions of different testbeds are not comparable: names the facts that differ.
import type { Session, Testbed } from '../model.ts'

function difference(one: Testbed, other: Testbed): string {
  const names = [...new Set([...Object.keys(one.facts), ...Object.keys(other.facts)])].sort()
  const changed = names.filter(name => one.facts[name] !== other.facts[name])
  return changed
    .map(name => `${name} (${one.facts[name] ?? 'none'} → ${other.facts[name] ?? 'none'})`)
    .join(', ')
}

/** Splits stored sessions into those of the candidate's testbed and a reason for each of the others. */
export function sameTestbed(
  baselines: Session[],
  candidate: Session,
): { same: Session[]; refused: string[] } {
  const same: Session[] = []
  const refused: string[] = []
  for (const session of baselines) {
    const [one, other] = [session.testbed, candidate.testbed]
    if (!one || !other || one.fingerprint === other.fingerprint) same.push(session)
    else refused.push(`${session.source} was measured on another testbed: ${difference(one, other)}`)
  }
  return { same, refused }
}
