// A pull request against its baseline: chooses between stored results and measuring the base in the same job.
import { resolve } from 'node:path'
import { storedPower } from '../compare/stored-power.ts'
import { baseCommit } from '../github/base-commits.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { readSessions } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Comparison, Policy, Session, Testbed, Warning } from '../model.ts'
import { compareBlocks, compareStored } from '../pipeline.ts'
import { startJob } from '../start-job.ts'
import { type Attempt, attemptFiles, earlierAttempts } from './attempts.ts'
import { basePolicy } from './base-policy.ts'
import { jobRequest, measureAgainstBase, measureCandidate, NoBase } from './measure.ts'
import { type Stored, storedBaseline } from './stored-baseline.ts'

/** `sessions` are what was measured in this job, by the name of their file. */
export type PullRequestResult = { comparison: Comparison; sessions: Record<string, Session> }

const percent = (share: number) => `${Number((share * 100).toPrecision(2))} %`

function withNotes(comparison: Comparison, notes: Warning[], explanation: string | null): Comparison {
  return {
    ...comparison,
    explanation: explanation ?? comparison.explanation,
    warnings: [...notes, ...comparison.warnings],
  }
}

const withRowWarnings = (comparison: Comparison, warnings: Warning[]): Comparison => ({
  ...comparison,
  rows: comparison.rows.map(row => ({ ...row, warnings: [...row.warnings, ...warnings] })),
})

type Joined = { attempts: Attempt[]; notes: Warning[] }

/** A re-run joins what earlier attempts measured; only all of them together may turn a red result green. */
async function earlier(values: Values, context: JobContext, fingerprint: string): Promise<Joined> {
  try {
    const attempts = await earlierAttempts(values, context, fingerprint)
    const count = attempts.length === 1 ? 'one earlier attempt' : `${attempts.length} earlier attempts`
    const message = `the runs of ${count} of this job were joined`
    return { attempts, notes: attempts.length === 0 ? [] : [{ code: 'attempts-joined', message }] }
  } catch (error) {
    const message = `what earlier attempts measured could not be read: ${(error as Error).message}`
    return { attempts: [], notes: [{ code: 'attempts-lost', message }] }
  }
}

async function againstStored(
  values: Values,
  context: JobContext,
  { stored, policy, notes }: { stored: Stored; policy: Policy; notes: Warning[] },
): Promise<PullRequestResult> {
  const candidate = await measureCandidate(values, context)
  const joined = await earlier(values, context, candidate.testbed?.fingerprint ?? '')
  const candidates = [candidate, ...joined.attempts.map(attempt => attempt.candidate)]
  const compared = compareStored(stored.sessions, candidates, { policy, assumedGrade: 'untuned' })
  const comparison = withNotes(compared, [...notes, ...joined.notes, ...stored.warnings], stored.obstacle)
  return { comparison, sessions: { 'result.json.gz': candidate, ...attemptFiles(joined.attempts) } }
}

async function againstBase(
  values: Values,
  context: JobContext,
  policy: Policy,
  notes: Warning[],
): Promise<PullRequestResult> {
  const measured = await measureAgainstBase(values, context, policy)
  const { comparison, baseline, candidate } = measured
  const joined = await earlier(values, context, candidate.testbed?.fingerprint ?? '')
  const blocks = joined.attempts.flatMap(attempt =>
    attempt.baseline ? [{ ...attempt, baseline: attempt.baseline }] : [],
  )
  const baselines = [baseline, ...blocks.map(block => block.baseline)]
  const candidates = [candidate, ...blocks.map(block => block.candidate)]
  const doubts = [...notes, ...joined.notes, ...measured.notes]
  const together = blocks.length === 0 ? comparison : compareBlocks(baselines, candidates, policy)
  return {
    comparison: withRowWarnings(withNotes(together, doubts, null), measured.rowWarnings),
    sessions: {
      'result.json.gz': candidate,
      'baseline.json.gz': baseline,
      ...attemptFiles(joined.attempts),
    },
  }
}

/** Null when the stored sessions are sharp enough, else why the base is better measured along. */
function whyInterleave(stored: Stored, testbed: Testbed, values: Values, policy: Policy): string | null {
  if (stored.sessions.length === 0) {
    const skipped = stored.warnings.map(({ message }) => message).join('; ')
    return stored.obstacle ?? (skipped || 'the base branch has left no result for this machine yet')
  }
  const found = storedPower(stored.sessions, { policy, grade: testbed.grade, runs: values.runs })
  if (found !== null && found <= policy.band) return null
  const could = found === null || !Number.isFinite(found) ? 'nothing' : percent(found)
  const count = `${stored.sessions.length} stored session${stored.sessions.length === 1 ? '' : 's'}`
  return `${count} could show ${could} at best, the band is ${percent(policy.band)}`
}

async function choose(values: Values, context: JobContext, policy: Policy): Promise<PullRequestResult> {
  const { testbed } = await startJob(jobRequest(values, context, ['candidate']), new AbortController().signal)
  const stored = await storedBaseline(values, context, testbed.fingerprint)
  const [source] = values.baseline
  const why = source === 'artifact' ? null : whyInterleave(stored, testbed, values, policy)
  if (why === null) return againstStored(values, context, { stored, policy, notes: [] })
  try {
    const chosen = { code: 'baseline-choice', message: `the base was measured in this job: ${why}` }
    return await againstBase(values, context, policy, [chosen])
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    const notes = [{ code: 'baseline-choice', message: `${error.message}; stored results were used instead` }]
    return againstStored(values, context, { stored, policy, notes })
  }
}

function compareWith(values: Values, context: JobContext, policy: Policy): Promise<PullRequestResult> {
  const [source = 'auto'] = values.baseline
  if (source === 'interleave') return againstBase(values, context, policy, [])
  if (source === 'auto' || source === 'artifact') return choose(values, context, policy)
  const stored = { sessions: readSessions(values.baseline, 'auto'), warnings: [], obstacle: null }
  return againstStored(values, context, { stored, policy, notes: [] })
}

/**
 * Measures and compares as the input `baseline` says, by the policy of the base commit. Throws when measuring fails,
 * and before it when the base commit's configuration is broken.
 */
export async function comparePullRequest(values: Values, context: JobContext): Promise<PullRequestResult> {
  const octokit = connect(values.token)
  const base = await baseCommit(octokit, context, resolve(values['working-directory']))
  const { policy, notes } = await basePolicy(octokit, context, { values, baseCommit: base })
  const { comparison, sessions } = await compareWith(values, context, policy)
  return { comparison: withNotes(comparison, notes, null), sessions }
}
