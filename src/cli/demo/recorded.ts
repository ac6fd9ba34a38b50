// The first half of the demo: a real session that was recorded elsewhere, judged and rendered like any other.
import { fileURLToPath } from 'node:url'
import { compareSessions } from '../../compare/compare-sessions.ts'
import { interleavedRequest } from '../../compare/comparison-request.ts'
import { readSessions } from '../../files/session-file.ts'
import { type Comparison, defaultPolicy, type Session, withWarnings } from '../../model/index.ts'

/** Beside the bundle, which is in dist/. */
const recorded = new URL('../examples/demo/recorded/', import.meta.url)

function recordedSide(side: 'baseline' | 'candidate', folder: URL): Session {
  const [session] = readSessions([fileURLToPath(new URL(`${side}.json.gz`, folder))], 'auto')
  if (session === undefined) throw new Error(`the recording of the ${side} is empty`)
  return { ...session, source: session.plan?.command ?? side }
}

/** Where and how it was recorded, in one sentence, as its testbed says. */
function label({ testbed, evidence }: Session): string {
  const { grade, facts } = testbed ?? { grade: 'untuned', facts: {} as Record<string, string> }
  const day = evidence[0]?.startedAt.slice(0, 10) ?? 'an unknown day'
  const kind = facts.virtual === 'yes' ? 'virtual' : 'physical'
  const priority = facts.priority === 'auto' ? '' : `, at ${facts.priority} priority`
  const tuned = grade === 'tuned' ? 'tuned' : 'not tuned by the runner hooks'
  return `recorded on ${day} on a ${kind} machine (${facts['cpu-model']}), ${tuned}${priority}; this is not your machine`
}

/** The comparison of the session that is recorded in `folder`. A warning in it says that and where it was recorded. */
export function recordedComparison(folder = recorded): Comparison {
  const [baseline, candidate] = [recordedSide('baseline', folder), recordedSide('candidate', folder)]
  const comparison = compareSessions(interleavedRequest([baseline], [candidate], defaultPolicy))
  const origin = { code: 'recorded', message: label(candidate) }
  return withWarnings(comparison, [origin])
}
