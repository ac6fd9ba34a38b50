// Sessions of different testbeds are not comparable: names the facts that differ (`mustMatch` of model/testbed.ts).
// Facts that are only shown never refuse anything; where they differ, a note says so.

import { isMatched, type Session, type Testbed, unequalFacts } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { ComparisonRequest } from '../comparison-request.ts'

const MOST_NOTED = 12
const MOST_NAMED = 3

const unrecorded = 'not recorded'

/** Versions differ in what a fingerprint covers. */
const unexplained =
  'no recorded fact differs, but the fingerprint does: another version of stable-bench made it; ' +
  'results of the same version can be compared'

/** The facts that differ; null when the two may be compared, or when one is unknown. */
export function testbedDifference(one: Testbed | null, other: Testbed | null): string | null {
  if (one === null || other === null) return null
  const found = unequalFacts(one.facts, other.facts).map(
    name => `${name} (${one.facts[name] ?? unrecorded} → ${other.facts[name] ?? unrecorded})`,
  )
  if (found.length > 0) return found.join(', ')
  return one.fingerprint === other.fingerprint ? null : unexplained
}

/** Another runner on this machine, or another machine of its class, is no change. */
const naming = ['runner', 'host']

/** Facts that are only shown and that both sides know: versions of stable-bench differ in what they record. */
function shownDifferences(one: Testbed, other: Testbed): string[] {
  return Object.keys(one.facts)
    .filter(name => !isMatched(name) && !naming.includes(name))
    .filter(name => Object.hasOwn(other.facts, name) && one.facts[name] !== other.facts[name])
    .sort()
    .map(name => `${name} (${one.facts[name]} → ${other.facts[name]})`)
}

type Partners = { session: Session; partner: Session }

function note(pairs: Partners[]): string | null {
  const found = pairs.flatMap(({ session, partner }) =>
    session.testbed && partner.testbed ? shownDifferences(session.testbed, partner.testbed) : [],
  )
  const different = firstOf([...new Set(found)], MOST_NOTED)
  return different === '' ? null : `the machine changed in facts that may matter: ${different}`
}

/** One message for all sessions that are refused for the same reason; null is no reason. */
function refusals(sessions: Session[], reasons: (string | null)[]): string[] {
  const sources = new Map<string, string[]>()
  reasons.forEach((reason, i) => {
    const source = sessions[i]?.source ?? ''
    if (reason !== null) sources.set(reason, [...(sources.get(reason) ?? []), source])
  })
  return [...sources].map(([reason, all]) => {
    const verb = all.length === 1 ? 'was' : 'were'
    return `${firstOf(all, MOST_NAMED)} ${verb} measured on another testbed: ${reason}`
  })
}

/**
 * Why baselines (`refused`) and candidates (`strange`) are left out, a message for each reason; `noted` lists what
 * differs between the sessions that are compared, or is null.
 */
export type TestbedDifferences = { refused: string[]; strange: string[]; noted: string | null }

type SameTestbed = TestbedDifferences & { same: { baselines: Session[]; candidates: Session[] } }

/**
 * The sessions that may be compared, and a reason for every other one. Each block has a machine of its own. Stored
 * sessions must have the candidate's machine, and so must its other sessions.
 */
export function sameTestbed({ design, baselines, candidates }: ComparisonRequest): SameTestbed {
  const partner = (i: number) => (design === 'interleaved' ? candidates[i] : candidates[0]) as Session
  const pairs = baselines.map((session, i) => ({ session, partner: partner(i) }))
  const reasons = pairs.map(pair => testbedDifference(pair.session.testbed, pair.partner.testbed))
  const kept = reasons.map(reason => reason === null)
  const among = candidates.map(session =>
    design === 'interleaved' ? null : testbedDifference((candidates[0] as Session).testbed, session.testbed),
  )
  return {
    same: {
      baselines: baselines.filter((_, i) => kept[i]),
      candidates: candidates.filter((_, i) => (design === 'interleaved' ? kept[i] : among[i] === null)),
    },
    refused: refusals(baselines, reasons),
    strange: refusals(candidates, among),
    noted: note(pairs.filter((_, i) => kept[i])),
  }
}
