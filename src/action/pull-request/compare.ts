// Compares a pull request, or a group of them in a merge queue, with its baseline: stored results, or the base measured in the
// same job.

import { resolve } from 'node:path'
import { baseNotMeasured } from '../../compare/verdict/conclude.ts'
import { readSessions } from '../../files/session-file.ts'
import { patternOf } from '../../formats/pattern/read.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { Costs } from '../../job/request/deal.ts'
import { expectedTestbed } from '../../job/start.ts'
import { InputError, type Policy, type Unmeasured, type Warning, withWarnings } from '../../model/index.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { compareInterleavedAttempts, compareStoredAttempts, type JoinedResult } from '../attempts/join.ts'
import { logText } from '../log.ts'
import {
  jobRequest,
  measureAgainstBase,
  measureCandidate,
  NoBase,
  unmeasuredCandidate,
} from '../measure/measure-commits.ts'
import { benchmarkNotes, findUnmeasured } from './changed-files.ts'
import { isFirstRun } from './first-run.ts'
import { fetchStoredBaseline, type Stored, usableBaselines } from './stored-baseline.ts'
import type { Judged } from './what-judges.ts'
import { whyInterleave } from './why-interleave.ts'

/** `notes` become warnings of the session that is measured. */
type Judging = Pick<Judged, 'base' | 'policy' | 'notes'> & { costs?: Costs | null | undefined }

const nothingStored: Stored = { sessions: [], elsewhere: null, warnings: [], obstacle: null }

/** Measures the candidate alone and compares it with the stored sessions. */
export async function againstStored(
  values: Values,
  context: JobContext,
  { stored, policy, notes }: Omit<Judging, 'base'> & { stored: Stored },
): Promise<JoinedResult> {
  const candidate = await measureCandidate(values, context, notes)
  const { baselines, warnings } = usableBaselines(stored, candidate.testbed)
  const request = { candidate, baselines, unreadable: stored.obstacle, policy }
  const joined = await compareStoredAttempts(values, context, request)
  return { ...joined, comparison: withWarnings(joined.comparison, warnings) }
}

/** Measures the base commit and the candidate interleaved. Throws NoBase where the base cannot be measured. */
export async function againstBase(
  values: Values,
  context: JobContext,
  judging: Judging,
): Promise<JoinedResult> {
  const measured = await measureAgainstBase(values, context, judging)
  return compareInterleavedAttempts(values, context, { ...measured, policy: judging.policy })
}

/** The sessions that the base branch left for this testbed, nearest to the commit `base` first. */
export function storedResults(
  values: Values,
  context: JobContext,
  { base, policy }: Pick<Judging, 'base' | 'policy'>,
): Promise<Stored> {
  const testbed = expectedTestbed(jobRequest(values, context, ['candidate']))
  return fetchStoredBaseline(values, context, { base, policy, testbed })
}

async function choose(values: Values, context: JobContext, judging: Judging): Promise<JoinedResult> {
  const { policy } = judging
  const testbed = expectedTestbed(jobRequest(values, context, ['candidate']))
  const stored = await fetchStoredBaseline(values, context, { base: judging.base, policy, testbed })
  const [source] = values.baseline
  const why = source === 'artifact' ? null : whyInterleave(stored, testbed, values, policy)
  if (why === null) return againstStored(values, context, { ...judging, stored })
  const chosen = { code: 'baseline-choice', message: `the base was measured in this job: ${why}` }
  return againstBaseOr(values, context, judging, { stored, chosen: [chosen] })
}

/** Whether nothing can be known of the base, since the pull request adds stable-bench to the repository. */
async function isFirst(values: Values, context: JobContext, base: string, stored: Stored): Promise<boolean> {
  const { sessions, elsewhere, obstacle } = stored
  if (sessions.length > 0 || elsewhere !== null || obstacle !== null) return false
  return isFirstRun(resolve(values['working-directory']), base, context)
}

/** Measures both commits, as `chosen` says; where the base cannot be measured, the candidate alone, for `stored`. */
async function againstBaseOr(
  values: Values,
  context: JobContext,
  judging: Judging,
  { stored, chosen }: { stored: Stored; chosen: Warning[] },
): Promise<JoinedResult> {
  try {
    return await againstBase(values, context, { ...judging, notes: [...judging.notes, ...chosen] })
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    logText(error.message)
    const first = await isFirst(values, context, judging.base, stored)
    const note = first
      ? {
          code: 'baseline-choice',
          message: `a first run: the base does not use stable-bench; ${error.published}`,
        }
      : { code: baseNotMeasured, message: error.published }
    return instead(
      await againstStored(values, context, { ...judging, notes: [...judging.notes, note], stored }),
    )
  }
}

/** Says so where stored results took the place of the base. */
export function instead(result: JoinedResult): JoinedResult {
  const { comparison } = result
  if (comparison.baseline.sessions === 0) return result
  const note = { code: 'baseline-choice', message: 'stored results were used instead of the base commit' }
  return { ...result, comparison: withWarnings(comparison, [note]) }
}

function compareWith(values: Values, context: JobContext, judging: Judging): Promise<JoinedResult> {
  const [source = 'auto'] = values.baseline
  if (values.duet && source !== 'auto' && source !== 'interleave')
    throw new InputError(
      `duet measures both commits in one job; set baseline to interleave instead of ${source}`,
    )
  if (source === 'interleave' || values.duet)
    return againstBaseOr(values, context, judging, { stored: nothingStored, chosen: [] })
  if (source === 'auto' || source === 'artifact') return choose(values, context, judging)
  // Timed processes are stored in our own documents.
  const tool = values.tool === 'process' ? 'auto' : values.tool
  const sessions = readSessions(values.baseline, tool, patternOf(values).pattern)
  return againstStored(values, context, { ...judging, stored: { ...nothingStored, sessions } })
}

/** Compares a pull request that cannot differ from its base: builds and measures nothing. */
async function withoutMeasuring(
  values: Values,
  context: JobContext,
  { policy, ...known }: { unmeasured: Unmeasured; policy: Policy; notes: Warning[] },
): Promise<JoinedResult> {
  const candidate = await unmeasuredCandidate(values, context, known)
  return compareStoredAttempts(values, context, { candidate, baselines: [], policy })
}

/** Measures and compares as `judged` says, unless nothing can differ. Throws when measuring fails. */
export async function comparePullRequest(
  judged: Judged & Pick<Judging, 'costs'>,
  context: JobContext,
): Promise<JoinedResult> {
  const { values, base, policy, notes, costs } = judged
  const known = await benchmarkNotes(resolve(values['working-directory']), base, values['benchmark-paths'])
  const { unmeasured, note } = await findUnmeasured(judged)
  const joined = unmeasured
    ? await withoutMeasuring(values, context, { unmeasured, policy, notes: known })
    : await compareWith(values, context, { base, policy, costs, notes: note ? [...known, note] : known })
  // A leg of a matrix need not have all rows.
  const unmatched = values.mode === 'measure' ? [] : unmatchedEntries(joined.comparison)
  return { ...joined, comparison: withWarnings(joined.comparison, [...notes, ...unmatched]) }
}
