// Compares a pull request, or a group of them in a merge queue, with its baseline: stored results, or the base measured in the
// same job.

import { resolve } from 'node:path'
import { storedPower } from '../../compare/estimate/stored-power.ts'
import { classBaselines } from '../../compare/sides/same-class.ts'
import { testbedDifference } from '../../compare/sides/same-testbed.ts'
import { readSessions } from '../../files/session-file.ts'
import { patternOf } from '../../formats/pattern/read.ts'
import { git } from '../../git.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { Costs } from '../../job/request/deal.ts'
import { unchangedPaths } from '../../job/request/nothing-to-measure.ts'
import { runsAlone } from '../../job/request/planned-looks.ts'
import { expectedTestbed } from '../../job/start.ts'
import { benchmarkChanged, fetchCommit, hasCommit } from '../../measure/checkout/commits.ts'
import {
  InputError,
  type Policy,
  type Testbed,
  type Unmeasured,
  type Warning,
  withWarnings,
} from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { formatShare } from '../../units.ts'
import { compareAlternatedAttempts, compareStoredAttempts, type JoinedResult } from '../attempts/join.ts'
import { logText } from '../log.ts'
import {
  jobRequest,
  measureAgainstBase,
  measureCandidate,
  NoBase,
  unmeasuredCandidate,
} from '../measure/candidate.ts'
import type { Judged } from './judge.ts'
import { type Stored, storedBaseline, usableBaselines } from './stored-baseline.ts'

/** `notes` become warnings of the session that is measured. */
type Judging = Pick<Judged, 'base' | 'policy' | 'notes'> & { costs?: Costs | null | undefined }

/** Measures the candidate alone and compares it with what is stored. */
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

/** Measures the base commit and the candidate alternately. Throws NoBase where the base cannot be measured. */
export async function againstBase(
  values: Values,
  context: JobContext,
  judging: Judging,
): Promise<JoinedResult> {
  const measured = await measureAgainstBase(values, context, judging)
  return compareAlternatedAttempts(values, context, { ...measured, policy: judging.policy })
}

/** Null where the stored sessions can show a change of the band's size, else why the base is measured in this job. */
export function whyInterleave(
  stored: Stored,
  testbed: Testbed,
  values: Pick<Values, 'runs'>,
  policy: Policy,
): string | null {
  // Sessions of earlier versions may have this fingerprint and other settings.
  const fitting = stored.sessions.filter(each => testbedDifference(each.testbed, testbed) === null)
  const { baselines: sessions, isAcross } = classBaselines(fitting, [{ testbed }])
  if (sessions.length === 0) {
    const skipped = stored.warnings.map(({ message }) => message).join('; ')
    const last = stored.sessions[0] ?? stored.elsewhere
    const other = testbedDifference(last?.testbed ?? null, testbed)
    if (other !== null) return `the base branch's last result is of another testbed: ${other}`
    return stored.obstacle ?? (skipped || 'the base branch has left no result for this machine yet')
  }
  const found = storedPower(sessions, {
    policy,
    grade: isAcross ? 'untuned' : testbed.grade,
    runs: runsAlone(values),
  })
  if (found !== null && found <= policy.band) return null
  const could = found === null || !Number.isFinite(found) ? 'nothing' : formatShare(found, 2)
  const count = counted(sessions.length, 'stored session')
  return `${count} could show ${could} at best, the band is ${formatShare(policy.band, 2)}`
}

/** The sessions that the base branch left for this testbed, nearest to the commit `base` first. */
export function storedResults(
  values: Values,
  context: JobContext,
  { base, policy }: Pick<Judging, 'base' | 'policy'>,
): Promise<Stored> {
  const testbed = expectedTestbed(jobRequest(values, context, ['candidate']))
  return storedBaseline(values, context, { base, policy, testbed })
}

async function choose(values: Values, context: JobContext, judging: Judging): Promise<JoinedResult> {
  const { policy } = judging
  const testbed = expectedTestbed(jobRequest(values, context, ['candidate']))
  const stored = await storedBaseline(values, context, { base: judging.base, policy, testbed })
  const [source] = values.baseline
  const why = source === 'artifact' ? null : whyInterleave(stored, testbed, values, policy)
  if (why === null) return againstStored(values, context, { ...judging, stored })
  try {
    const chosen = { code: 'baseline-choice', message: `the base was measured in this job: ${why}` }
    return await againstBase(values, context, { ...judging, notes: [...judging.notes, chosen] })
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    logText(error.message)
    const message = `${error.published}; stored results were used instead`
    const chosen = { code: 'baseline-choice', message }
    return againstStored(values, context, { policy, notes: [...judging.notes, chosen], stored })
  }
}

function compareWith(values: Values, context: JobContext, judging: Judging): Promise<JoinedResult> {
  const [source = 'auto'] = values.baseline
  if (values.duet && source !== 'auto' && source !== 'interleave')
    throw new InputError(
      `duet measures both commits in one job; set baseline to interleave instead of ${source}`,
    )
  if (source === 'interleave' || values.duet) return againstBase(values, context, judging)
  if (source === 'auto' || source === 'artifact') return choose(values, context, judging)
  // Timed processes are stored in our own documents.
  const tool = values.tool === 'process' ? 'auto' : values.tool
  const sessions = readSessions(values.baseline, tool, patternOf(values).pattern)
  const stored = { sessions, elsewhere: null, warnings: [], obstacle: null }
  return againstStored(values, context, { ...judging, stored })
}

/** A note where the pull request changes the benchmark itself (something below `paths` differs from `base`), or where that is not known. */
export async function benchmarkNotes(cwd: string, base: string, paths: string[]): Promise<Warning[]> {
  if (paths.length === 0) return []
  try {
    const repository = await git(cwd, ['rev-parse', '--show-toplevel'])
    // A note is not worth a deeper history.
    if (!(await hasCommit(repository, base))) await fetchCommit(repository, base)
    const changed = await benchmarkChanged(repository, { base, head: 'HEAD' }, paths)
    return changed === null ? [] : [changed]
  } catch (error) {
    const message =
      `it is not known whether the benchmark itself changed: ${(error as Error).message}; with fetch-depth: 2 ` +
      'actions/checkout brings the base commit along'
    return [{ code: 'benchmark-unknown', message }]
  }
}

/** Why nothing has to be measured; a note where git cannot tell, which is no reason to measure nothing. */
async function findUnmeasured({
  values,
  base,
  policy,
}: Judged): Promise<{ unmeasured?: Unmeasured; note?: Warning }> {
  if (values.paths.length === 0) return {}
  const cwd = resolve(values['working-directory'])
  try {
    if (!(await hasCommit(cwd, base))) await fetchCommit(cwd, base)
    return await unchangedPaths(cwd, { base, head: 'HEAD', paths: values.paths }, policy)
  } catch (error) {
    if (error instanceof InputError) throw error
    const message = `paths: git cannot tell what the pull request changes: ${(error as Error).message}; so it was measured`
    return { note: { code: 'paths-unknown', message } }
  }
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
