// The results that the base branch left as artifacts. A report names those that cannot be read.
import type { NightRuns } from '../../compare/comparison-request.ts'
import { leaving, leftAfter } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { type FoundResult, findBaselineResults } from '../../github/artifacts/baseline.ts'
import { artifactName } from '../../github/artifacts/name.ts'
import { type OtherSearch, resultOfOtherTestbed } from '../../github/artifacts/other-testbed.ts'
import { firstParentDistances } from '../../github/pull-request/base-commits.ts'
import type { Values } from '../../inputs/values.ts'
import { type Policy, type Session, type Testbed, unequalFacts, type Warning } from '../../model/index.ts'
import { counted, shortSha } from '../../phrases.ts'
import { logText } from '../log.ts'
import { nightRuns } from '../nightly/nights-of-rows.ts'
import { type NightFile, nightsInFiles } from '../nightly/recent-history.ts'
import { branchesFor, keptSessions, sessionOfRun } from '../stored-session.ts'

/** `obstacle`: why stored results could not be read, or null; `elsewhere`: one of another testbed, if this has none. */
export type Stored = {
  sessions: Session[]
  /** The nights on this testbed, where they could be read. */
  nights?: NightRuns[]
  elsewhere: Session | null
  warnings: Warning[]
  obstacle: string | null
}

export const nothingStored: Stored = { sessions: [], elsewhere: null, warnings: [], obstacle: null }

const reader = (context: JobContext) => (result: FoundResult) => {
  const { commit, distance, createdAt } = result
  const place = distance === 0 ? 'the base commit' : `${counted(distance, 'commit')} before the base commit`
  return sessionOfRun(result, context, `${shortSha(commit)} (${place}, measured ${createdAt})`)
}

type BaselineRequest = {
  suite: string
  testbed: Testbed | null
  branch: string
  distances: Map<string, number>
  policy: Policy
}

/** Code that ran on demand can leave any artifact in a run that looks like one of the default branch. */
const notOnDemand = 'on demand, only a base that was measured in the same job counts'

/** What cannot be read says nothing of how sessions differ; that costs no verdict. */
function nightsOf(files: NightFile[], testbed: Testbed | null): NightRuns[] {
  try {
    const history = nightsInFiles(files)
    return history === null || testbed === null ? [] : nightRuns(history, testbed)
  } catch (error) {
    logText(`Nights: ${error instanceof Error ? error.message : error}`)
    return []
  }
}

/** The stored sessions of `suite` on `testbed`, nearest first. Never throws. */
export async function baselinesFrom(
  context: ConnectedJob,
  { suite, testbed, policy, branch, distances }: BaselineRequest,
): Promise<Stored> {
  if (context.requested) return { ...nothingStored, obstacle: notOnDemand }
  const fingerprint = testbed?.fingerprint ?? ''
  const read = reader(context)
  try {
    const branches = branchesFor(branch, context)
    const stored = await keptSessions(context, { suite, fingerprint, branches, policy })
    const { results, notes, ...found } = await findBaselineResults(context, {
      branches,
      distances,
      single: artifactName('baseline', suite, fingerprint),
      kept: stored.results,
      read,
    })
    const unread = [...stored.unread, ...found.unread]
    const warnings = [...stored.notes, ...notes].map(message => ({ code: 'baseline-skipped', message }))
    const wanted = (session: Session) => sameMachine(session.testbed, testbed)
    const [reason] = unread
    if (results.length > 0) {
      return { ...nothingStored, sessions: results, nights: nightsOf(stored.nights, testbed), warnings }
    }
    if (reason !== undefined) {
      const obstacle = `none of the base branch's results could be read: ${reason}`
      return { ...nothingStored, warnings, obstacle }
    }
    const others = { suite, fingerprint, branches, distances, read, wanted }
    return { ...nothingStored, warnings, ...(await leftElsewhere(context, others)) }
  } catch (error) {
    return noneBecause(error, 'actions: read')
  }
}

/** Finds a result of another testbed. `obstacle` says why one of this machine may exist that could not be read. */
async function leftElsewhere(
  context: ConnectedJob,
  others: OtherSearch<Session>,
): Promise<Pick<Stored, 'elsewhere' | 'obstacle'>> {
  const { result, unread } = await resultOfOtherTestbed(context, others).catch(error => ({
    result: null,
    unread: explainRefusal(error, 'actions: read'),
  }))
  if (unread === null) return { elsewhere: result, obstacle: null }
  const obstacle = `whether this machine left results under another kernel or other settings is not known: ${unread}`
  return { elsewhere: null, obstacle }
}

function noneBecause(error: unknown, permission: string): Stored {
  const why = explainRefusal(error, permission)
  return { ...nothingStored, obstacle: `the base branch's artifacts could not be read: ${why}` }
}

const sameMachine = (one: Testbed | null, other: Testbed | null) =>
  one?.facts.machine !== undefined && one.facts.machine === other?.facts.machine

/** The facts name the runner where the machine has a name of its own. */
const namedByRunner = ({ facts }: Testbed) => facts.machine !== undefined && facts.runner === undefined

/**
 * A warning where the last result of the base branch is of a machine that differs from this one in nothing but its name,
 * which is the runner's: no result of a runner that gets a new name each time ever meets one of another.
 */
export function machineNameNote({ sessions, elsewhere }: Stored, testbed: Testbed | null): Warning | null {
  const other = elsewhere?.testbed ?? null
  if (sessions.length > 0 || testbed === null || other === null) return null
  if (!namedByRunner(testbed) || !namedByRunner(other)) return null
  if (unequalFacts(testbed.facts, other.facts).join() !== 'machine') return null
  const message =
    `no stored result matches: the machine is named after the runner, ${testbed.facts.machine} now and ` +
    `${other.facts.machine} for the base branch's last result. Where runners get a new name each time, none ever will: set ` +
    'the input machine to a name that stays, or machine-class where any of several equal machines takes the job'
  return { code: 'machine-name', message }
}

/**
 * The sessions that a candidate on `testbed` is compared with; without any, one of the same machine from before its
 * change, so that the report names the change. One of another machine is only mentioned.
 */
export function usableBaselines(stored: Stored, testbed: Testbed | null) {
  const { sessions, elsewhere, warnings } = stored
  if (sessions.length > 0 || elsewhere === null) return { baselines: sessions, warnings }
  if (sameMachine(elsewhere.testbed, testbed)) return { baselines: [elsewhere], warnings }
  const named = machineNameNote(stored, testbed)
  if (named !== null) return { baselines: [], warnings: [...warnings, named] }
  const machine = elsewhere.testbed?.facts.machine ?? 'not recorded'
  const message = `this machine has left no result yet; the base branch's last one is of another machine (${machine})`
  return { baselines: [], warnings: [...warnings, { code: 'baseline-skipped', message }] }
}

/** The stored sessions of `testbed`, nearest to the commit `base` first. Never throws. */
export async function fetchStoredBaseline(
  values: Pick<Values, 'name'>,
  context: ConnectedJob,
  { base, testbed, policy }: { base: string; testbed: Testbed; policy: Policy },
): Promise<Stored> {
  let distances: Map<string, number>
  try {
    distances = await firstParentDistances(context, base)
  } catch (error) {
    return noneBecause(error, 'contents: read')
  }
  const branch = proposalOf(context)?.baseRef ?? context.defaultBranch ?? ''
  const request = { suite: values.name, testbed, branch, distances, policy }
  return leaving(context.octokit, leftAfter.baselines, () => baselinesFrom(context, request))
}
