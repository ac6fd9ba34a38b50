// Compares a pull request, or a group of a merge queue, with stored results or the base measured in the same job.
import { resolve } from 'node:path'
import { baseNotMeasured } from '../../compare/verdict/conclude.ts'
import { readSessions } from '../../files/session-file.ts'
import { patternOf } from '../../formats/pattern/read.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { Costs } from '../../job/request/deal.ts'
import { type Explained, InputError, type Warning } from '../../model/index.ts'
import { type Joined, joinInterleaved, joinStored } from '../attempts/join.ts'
import { logText } from '../log.ts'
import type { Builds } from '../measure/builds.ts'
import { type JobSuite, testbedOfJob } from '../measure/job-request.ts'
import {
  measureAgainstBase,
  measureCandidate,
  NoBase,
  unmeasuredCandidate,
} from '../measure/measure-commits.ts'
import { knownPlacements } from '../nightly/recent-history.ts'
import type { PullSuite } from '../suites/pull-suites.ts'
import { benchmarkNotes, findUnmeasured } from './changed-files.ts'
import { isFirstRun } from './first-run.ts'
import {
  fetchStoredBaseline,
  machineNameNote,
  nothingStored,
  type Stored,
  usableBaselines,
} from './stored-baseline.ts'
import type { Judged } from './what-judges.ts'
import { whyInterleave } from './why-interleave.ts'

/** `notes` become warnings of the session that is measured. */
type Judging = Pick<Judged, 'base' | 'policy' | 'notes'> & {
  costs?: Costs | null | undefined
  builds: Builds
}

/** What a report says of a regression where nothing can be profiled. */
const STORED: Explained = {
  benchmark: null,
  counted: [],
  profile: null,
  missing:
    'the baseline was stored, and a profile needs both commits; set baseline to interleave, or run stable-bench explain --base-ref BRANCH',
}

/** Measures the candidate alone, for the stored sessions. */
export async function againstStored(
  values: Values,
  context: ConnectedJob,
  { stored, policy, notes, costs, builds }: Omit<Judging, 'base'> & { stored: Stored },
): Promise<Joined> {
  const measured = await measureCandidate(values, context, { notes, costs, builds })
  const candidate = values['explain-time'] > 0 ? { ...measured, explained: [STORED] } : measured
  const { baselines, warnings } = usableBaselines(stored, candidate.testbed)
  const request = { candidate, baselines, nights: stored.nights, unreadable: stored.obstacle, policy }
  return { ...(await joinStored(values, context, request)), notes: warnings }
}

/** Measures the base commit and the candidate interleaved. Throws NoBase where the base cannot be measured. */
export async function againstBase(suite: JobSuite, context: ConnectedJob, judging: Judging): Promise<Joined> {
  const { values } = suite
  const testbed = testbedOfJob(values, context)
  const known = await knownPlacements(values, context, { testbed, renamed: judging.policy.renamed })
  const measured = await measureAgainstBase(suite, context, { ...judging, ...known })
  return joinInterleaved(values, context, { ...measured, policy: judging.policy })
}

async function choose(suite: PullSuite, context: ConnectedJob, judging: Judging): Promise<Joined> {
  const { values, before } = suite
  const { policy } = judging
  const testbed = testbedOfJob(values, context)
  const named = { ...values, name: before }
  const stored = await fetchStoredBaseline(named, context, { base: judging.base, policy, testbed })
  const [source] = values.baseline
  const why = source === 'artifact' ? null : whyInterleave(stored, testbed, values, policy)
  if (why === null) return againstStored(values, context, { ...judging, stored })
  const nameless = machineNameNote(stored, testbed)
  const chosen = { code: 'baseline-choice', message: `the base was measured in this job: ${why}` }
  return againstBaseOr(suite, context, judging, { stored, chosen: [nameless ?? chosen] })
}

/** Whether nothing can be known of the base, since the pull request adds stable-bench to the repository. */
async function isFirst(values: Values, context: JobContext, base: string, stored: Stored): Promise<boolean> {
  const { sessions, elsewhere, obstacle } = stored
  if (sessions.length > 0 || elsewhere !== null || obstacle !== null) return false
  return isFirstRun(resolve(values['working-directory']), base, context)
}

/** Measures both commits, as `chosen` says; where the base cannot be measured, the candidate alone, for `stored`. */
async function againstBaseOr(
  suite: JobSuite,
  context: ConnectedJob,
  judging: Judging,
  { stored, chosen }: { stored: Stored; chosen: Warning[] },
): Promise<Joined> {
  const { values } = suite
  try {
    return await againstBase(suite, context, { ...judging, notes: [...judging.notes, ...chosen] })
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    logText(error.message)
    const { published } = error
    const first = `a first run: the base does not use stable-bench; ${published}`
    const note = (await isFirst(values, context, judging.base, stored))
      ? { code: 'baseline-choice', message: first }
      : { code: baseNotMeasured, message: published }
    const alone = { ...judging, notes: [...judging.notes, note], stored }
    return instead(await againstStored(values, context, alone))
  }
}

/** Says so where stored results took the place of the base. */
export function instead(joined: Joined): Joined {
  if (joined.request.baselines.length === 0) return joined
  const note = { code: 'baseline-choice', message: 'stored results were used instead of the base commit' }
  return { ...joined, notes: [...joined.notes, note] }
}

function compareWith(suite: PullSuite, context: ConnectedJob, judging: Judging): Promise<Joined> {
  const { values } = suite
  const [source = 'auto'] = values.baseline
  if (values.duet === true && source !== 'auto' && source !== 'interleave')
    throw new InputError(
      `duet measures both commits in one job; set baseline to interleave instead of ${source}`,
    )
  if (source === 'interleave' || values.duet === true)
    return againstBaseOr(suite, context, judging, { stored: nothingStored, chosen: [] })
  if (source === 'auto' || source === 'artifact') return choose(suite, context, judging)
  // Timed processes are stored in our own documents.
  const own = (suite.ofBase ?? values).tool
  const tool = own === 'process' ? 'auto' : own
  const sessions = readSessions(values.baseline, tool, patternOf(values).pattern)
  return againstStored(values, context, { ...judging, stored: { ...nothingStored, sessions } })
}

/** Measures a suite as `judged` says, unless nothing can differ. Throws when measuring fails. */
export async function measureSuite(
  suite: PullSuite,
  context: ConnectedJob,
  { judged, costs, builds }: { judged: Judged; costs?: Costs | null; builds: Builds },
): Promise<Joined> {
  const { values, isNew, change } = suite
  const { base, policy } = judged
  const own = values['benchmarks-from'] === 'each' ? values['benchmark-paths'] : []
  const known = await benchmarkNotes(resolve(values['working-directory']), base, own)
  // What a suite is may not have changed where no file of its paths has.
  const mayRest = !isNew && change === null
  const { unmeasured, note } = mayRest ? await findUnmeasured(values, { base, policy }) : {}
  const notes = [...known, ...(note ? [note] : []), ...(change ? [change] : [])]
  const judging = { base, policy, costs, builds, notes }
  if (!unmeasured && !isNew) return compareWith(suite, context, judging)
  // What cannot differ from its base is not even built, and what only the candidate has is measured alone.
  const candidate = await (unmeasured
    ? unmeasuredCandidate(values, context, { unmeasured, notes })
    : measureCandidate(values, context, judging))
  return joinStored(values, context, { candidate, baselines: [], policy, isNew })
}
