// A pull request, or a group of them in a merge queue, against its baseline: chooses between stored results and measuring the base in the same job.
import { resolve } from 'node:path'
import { storedPower } from '../../compare/estimate/stored-power.ts'
import { testbedDifference } from '../../compare/sides/same-testbed.ts'
import type { JobContext } from '../../github/api/context.ts'
import { readSessions } from '../../history/store/session-file.ts'
import type { Values } from '../../inputs/table.ts'
import { startJob } from '../../job/start.ts'
import type { Comparison, Policy, Testbed, Warning } from '../../model/index.ts'
import { formatShare } from '../../report/words/numbers.ts'
import { compareAlternatedAttempts, compareStoredAttempts, type JoinedResult } from '../attempts/join.ts'
import { jobRequest, measureAgainstBase, measureCandidate, NoBase } from '../measure/candidate.ts'
import { benchmarkNotes } from './benchmark-notes.ts'
import type { Judged } from './judge.ts'
import { type Stored, storedBaseline, usableBaselines } from './stored-baseline.ts'

const withNotes = (comparison: Comparison, notes: Warning[]): Comparison => ({
  ...comparison,
  warnings: [...notes, ...comparison.warnings],
})

/** `notes` are known before anything is measured, and go with what is. */
type Plan = { base: string; policy: Policy; notes: Warning[] }

/** Measures the candidate alone and compares it with what is stored. */
export async function againstStored(
  values: Values,
  context: JobContext,
  { stored, policy, notes }: Omit<Plan, 'base'> & { stored: Stored },
): Promise<JoinedResult> {
  const candidate = await measureCandidate(values, context, notes)
  const { baselines, warnings } = usableBaselines(stored, candidate.testbed)
  const request = { candidate, baselines, unreadable: stored.obstacle, policy }
  const joined = await compareStoredAttempts(values, context, request)
  return { ...joined, comparison: withNotes(joined.comparison, warnings) }
}

/** Measures the base commit and the candidate in turn. Throws NoBase where the base cannot be measured. */
export async function againstBase(values: Values, context: JobContext, plan: Plan): Promise<JoinedResult> {
  const measured = await measureAgainstBase(values, context, plan)
  return compareAlternatedAttempts(values, context, { ...measured, policy: plan.policy })
}

/** Null when the stored sessions are sharp enough, else why the base is better measured along. */
export function whyInterleave(
  stored: Stored,
  testbed: Testbed,
  { runs }: Pick<Values, 'runs'>,
  policy: Policy,
): string | null {
  // Those of earlier versions may have this fingerprint, and other settings.
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

async function testbedOf(values: Values, context: JobContext): Promise<Testbed> {
  const job = await startJob(jobRequest(values, context, ['candidate']), new AbortController().signal)
  return job.testbed
}

/** What the base branch left for this testbed, nearest to the commit `base` first. */
export async function storedResults(
  values: Values,
  context: JobContext,
  { base, policy }: Pick<Plan, 'base' | 'policy'>,
): Promise<Stored> {
  return storedBaseline(values, context, { base, policy, testbed: await testbedOf(values, context) })
}

async function choose(values: Values, context: JobContext, plan: Plan): Promise<JoinedResult> {
  const { policy } = plan
  const testbed = await testbedOf(values, context)
  const stored = await storedBaseline(values, context, { base: plan.base, policy, testbed })
  const [source] = values.baseline
  const why = source === 'artifact' ? null : whyInterleave(stored, testbed, values, policy)
  if (why === null) return againstStored(values, context, { ...plan, stored })
  try {
    const chosen = { code: 'baseline-choice', message: `the base was measured in this job: ${why}` }
    return await againstBase(values, context, { ...plan, notes: [...plan.notes, chosen] })
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    const chosen = { code: 'baseline-choice', message: `${error.message}; stored results were used instead` }
    return againstStored(values, context, { policy, notes: [...plan.notes, chosen], stored })
  }
}

function compareWith(values: Values, context: JobContext, plan: Plan): Promise<JoinedResult> {
  const [source = 'auto'] = values.baseline
  if (source === 'interleave') return againstBase(values, context, plan)
  if (source === 'auto' || source === 'artifact') return choose(values, context, plan)
  // Processes that are timed leave documents of our own.
  const tool = values.tool === 'process' ? 'auto' : values.tool
  const sessions = readSessions(values.baseline, tool)
  const stored = { sessions, elsewhere: null, warnings: [], obstacle: null }
  return againstStored(values, context, { ...plan, stored })
}

/** Measures and compares as `judged` says. Throws when measuring fails. */
export async function comparePullRequest(judged: Judged, context: JobContext): Promise<JoinedResult> {
  const { values, base, policy, notes } = judged
  const known = await benchmarkNotes(resolve(values['working-directory']), base, values['benchmark-paths'])
  const joined = await compareWith(values, context, { base, policy, notes: known })
  return { ...joined, comparison: withNotes(joined.comparison, notes) }
}
