// Sessions of different testbeds are not comparable: names the facts that differ.
import type { Session, Testbed } from '../model.ts'
import type { ComparisonRequest } from './comparison-request.ts'

function difference(one: Testbed, other: Testbed): string {
  const names = [...new Set([...Object.keys(one.facts), ...Object.keys(other.facts)])].sort()
  const changed = names.filter(name => one.facts[name] !== other.facts[name])
  return changed
    .map(name => `${name} (${one.facts[name] ?? 'none'} → ${other.facts[name] ?? 'none'})`)
    .join(', ')
}

const differ = (one: Session, other: Session) =>
  one.testbed !== null && other.testbed !== null && one.testbed.fingerprint !== other.testbed.fingerprint

function refusal(session: Session, other: Session): string {
  const what = difference(session.testbed as Testbed, other.testbed as Testbed)
  return `${session.source} was measured on another testbed: ${what}`
}

export type SameTestbed = { same: { baselines: Session[]; candidates: Session[] }; refused: string[] }

/**
 * What may be compared, and a reason for everything else. Blocks each have a machine of their own; stored sessions
 * must have the candidate's.
 */
export function sameTestbed({ design, baselines, candidates }: ComparisonRequest): SameTestbed {
  const partner = (i: number) => (design === 'interleaved' ? candidates[i] : candidates[0]) as Session
  const refused = baselines.flatMap((session, i) =>
    differ(session, partner(i)) ? [refusal(session, partner(i))] : [],
  )
  const kept = baselines.map((session, i) => !differ(session, partner(i)))
  return {
    same: {
      baselines: baselines.filter((_, i) => kept[i]),
      candidates: design === 'interleaved' ? candidates.filter((_, i) => kept[i]) : candidates,
    },
    refused,
  }
}
