// Compares a pull request, or a group of them in a merge queue, with its baseline: stored results, or the base measured in the
// same job.
import { resolve } from 'node:path'
import { storedPower } from '../../compare/estimate/stored-power.ts'
import { testbedDifference } from '../../compare/sides/same-testbed.ts'
import { git } from '../../git.ts'
import type { JobContext } from '../../github/api/context.ts'
import { readSessions } from '../../history/store/session-file.ts'
import type { Values } from '../../inputs/values.ts'
import { expectedTestbed } from '../../job/start.ts'
import { benchmarkChanged, fetchCommit, hasCommit } from '../../measure/checkout/commits.ts'
import type { Comparison, Policy, Testbed, Warning } from '../../model/index.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { formatShare } from '../../units.ts'
import { compareAlternatedAttempts, compareStoredAttempts, type JoinedResult } from '../attempts/join.ts'
import { jobRequest, measureAgainstBase, measureCandidate, NoBase } from '../measure/candidate.ts'
import type { Judged } from './judge.ts'
import { type Stored, storedBaseline, usableBaselines } from './stored-baseline.ts'

const withNotes = (comparison: Comparison, notes: Warning[]): Comparison => ({
  ...comparison,
  warnings: [...notes, ...comparison.warnings],
})

/** `notes` become warnings of the session that is measured. */
type Judging = Pick<Judged, 'base' | 'policy' | 'notes'>

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
  return { ...joined, comparison: withNotes(joined.comparison, warnings) }
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
  { runs }: Pick<Values, 'runs'>,
  policy: Policy,
): string | null {
  // Sessions of earlier versions may have this fingerprint and other settings.
  const sessions = stored.sessions.filter(each => testbedDifference(each.testbed, testbed) === null)
  if (sessions.length === 0) {
    const skipped = stored.warnings.map(({ message }) => message).join('; ')
    const last = stored.sessions[0] ?? stored.elsewhere
    const other = testbedDifference(last?.testbed ?? null, testbed)
    if (other !== null) return `the base branch's last result is of another testbed: ${other}`
    return stored.obstacle ?? (skipped || 'the base branch has left no result for this machine yet')
  }
  const found = storedPower(sessions, { policy, grade: testbed.grade, runs })
  if (found !== null && found <= policy.band) return null
  const could = found === null || !Number.isFinite(found) ? 'nothing' : formatShare(found, 2)
  const count = `${sessions.length} stored session${sessions.length === 1 ? '' : 's'}`
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
    const chosen = { code: 'baseline-choice', message: `${error.message}; stored results were used instead` }
    return againstStored(values, context, { policy, notes: [...judging.notes, chosen], stored })
  }
}

function compareWith(values: Values, context: JobContext, judging: Judging): Promise<JoinedResult> {
  const [source = 'auto'] = values.baseline
  if (source === 'interleave') return againstBase(values, context, judging)
  if (source === 'auto' || source === 'artifact') return choose(values, context, judging)
  // Timed processes are stored in our own documents.
  const tool = values.tool === 'process' ? 'auto' : values.tool
  const sessions = readSessions(values.baseline, tool)
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

/** Measures and compares as `judged` says. Throws when measuring fails. */
export async function comparePullRequest(judged: Judged, context: JobContext): Promise<JoinedResult> {
  const { values, base, policy, notes } = judged
  const known = await benchmarkNotes(resolve(values['working-directory']), base, values['benchmark-paths'])
  const joined = await compareWith(values, context, { base, policy, notes: known })
  // A leg of a matrix need not have all rows.
  const unmatched = values.mode === 'measure' ? [] : unmatchedEntries(joined.comparison)
  return { ...joined, comparison: withNotes(joined.comparison, [...notes, ...unmatched]) }
}
