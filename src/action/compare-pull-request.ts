// A pull request, or a group of them in a merge queue, against its baseline: chooses between stored results and measuring the base in the same job.
import { resolve } from 'node:path'
import { testbedDifference } from '../compare/same-testbed.ts'
import { storedPower } from '../compare/stored-power.ts'
import { baseCommit } from '../github/base-commits.ts'
import { connect } from '../github/connect.ts'
import { type JobContext, proposalOf } from '../github/context.ts'
import { needing } from '../github/explain-refusal.ts'
import { readSessions } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Comparison, Policy, Testbed, Warning } from '../model.ts'
import { startJob } from '../start-job.ts'
import { headAndParents } from '../testbed/checked-out.ts'
import { basePolicy } from './base-policy.ts'
import { benchmarkNotes } from './benchmark-notes.ts'
import { compareAlternatedAttempts, compareStoredAttempts, type JoinedResult } from './join-attempts.ts'
import { jobRequest, measureAgainstBase, measureCandidate, NoBase } from './measure.ts'
import { requireCommit } from './measured-commit.ts'
import { heldAgainst, type Stored, storedBaseline } from './stored-baseline.ts'

const percent = (share: number) => `${Number((share * 100).toPrecision(2))} %`

function withNotes(comparison: Comparison, notes: Warning[], explanation: string | null): Comparison {
  return {
    ...comparison,
    explanation: explanation ?? comparison.explanation,
    warnings: [...notes, ...comparison.warnings],
  }
}

/** `notes` are known before anything is measured, and go with what is. */
type Plan = { base: string; policy: Policy; notes: Warning[] }

async function againstStored(
  values: Values,
  context: JobContext,
  { stored, policy, notes }: Omit<Plan, 'base'> & { stored: Stored },
): Promise<JoinedResult> {
  const candidate = await measureCandidate(values, context, notes)
  const { baselines, warnings } = heldAgainst(stored, candidate.testbed)
  const request = { candidate, baselines, policy }
  const joined = await compareStoredAttempts(values, context, request)
  const { outcome, reason } = joined.comparison
  // What stands of earlier attempts says why by itself.
  const obstacle = outcome === 'regression' || reason === 'attempts-lost' ? null : stored.obstacle
  return { ...joined, comparison: withNotes(joined.comparison, warnings, obstacle) }
}

async function againstBase(values: Values, context: JobContext, plan: Plan): Promise<JoinedResult> {
  const measured = await measureAgainstBase(values, context, plan)
  return compareAlternatedAttempts(values, context, { ...measured, policy: plan.policy })
}

/** Null when the stored sessions are sharp enough, else why the base is better measured along. */
function whyInterleave(stored: Stored, testbed: Testbed, values: Values, policy: Policy): string | null {
  if (stored.sessions.length === 0) {
    const skipped = stored.warnings.map(({ message }) => message).join('; ')
    const other = testbedDifference(stored.elsewhere?.testbed ?? null, testbed)
    if (other !== null) return `the base branch's last result is of another testbed: ${other}`
    return stored.obstacle ?? (skipped || 'the base branch has left no result for this machine yet')
  }
  const found = storedPower(stored.sessions, { policy, grade: testbed.grade, runs: values.runs })
  if (found !== null && found <= policy.band) return null
  const could = found === null || !Number.isFinite(found) ? 'nothing' : percent(found)
  const count = `${stored.sessions.length} stored session${stored.sessions.length === 1 ? '' : 's'}`
  return `${count} could show ${could} at best, the band is ${percent(policy.band)}`
}

async function choose(values: Values, context: JobContext, plan: Plan): Promise<JoinedResult> {
  const { policy } = plan
  const { testbed } = await startJob(jobRequest(values, context, ['candidate']), new AbortController().signal)
  const stored = await storedBaseline(values, context, { base: plan.base, testbed })
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

/**
 * Measures and compares as the input `baseline` says, by the policy of the base commit. Throws when measuring fails,
 * and before it when another commit is checked out, or the base commit's configuration is broken.
 */
export async function comparePullRequest(values: Values, context: JobContext): Promise<JoinedResult> {
  const octokit = connect(values.token)
  const cwd = resolve(values['working-directory'])
  const doubts = await requireCommit(cwd, context, proposalOf(context)?.headSha ?? '')
  const parents = (await headAndParents(cwd))?.parents ?? []
  const base = await needing('contents: read', baseCommit(octokit, context, parents))
  const { policy, notes } = await basePolicy(octokit, context, { values, baseCommit: base })
  const known = await benchmarkNotes(cwd, base, values['benchmark-paths'])
  const joined = await compareWith(values, context, { base, policy, notes: known })
  return { ...joined, comparison: withNotes(joined.comparison, [...doubts, ...notes], null) }
}
