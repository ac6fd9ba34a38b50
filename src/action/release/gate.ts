// A release against the one before it and against absolute budgets: what slipped through pull requests stops here.
import * as core from '@actions/core'
import { firstParentDistances } from '../../github/api/base-commits.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { findBaselineResults, maxSessions } from '../../github/artifacts/baseline.ts'
import { artifactName } from '../../github/artifacts/name.ts'
import { lastRelease } from '../../github/artifacts/release.ts'
import type { StoredResult } from '../../github/artifacts/stored-result.ts'
import type { Values } from '../../inputs/table.ts'
import { InputError, type Policy, type Session, type Warning } from '../../model/index.ts'
import { parseConfig } from '../../policy/config-file.ts'
import { effectiveValues, gatingPolicy, utcDay } from '../../policy/gating.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { compareStoredAttempts, type JoinedResult } from '../attempts/join.ts'
import { measureCandidate } from '../measure/candidate.ts'
import { checkoutConfig, configPath } from '../measure/checkout-config.ts'
import { eventCommit } from '../measure/event-commit.ts'
import { packable, sessionOfRun } from '../stored-session.ts'

/** A list, and for each of eight releases its run, its download, and how it relates to this one. */
const callsForReleases = 25
const callsForSessions = 24

/** The effective values, and the policy that they make. */
export type JudgedRelease = { values: Values; policy: Policy }

/** By what a release is judged: the released commit's own file, which nobody but those who release can change. */
export function judgeRelease(values: Values): JudgedRelease {
  const { path, text } = checkoutConfig(values)
  if (values.config !== '' && text === null) throw new InputError(`config: there is no ${path}`)
  const config = parseConfig(text ?? '', configPath(values))
  const effective = effectiveValues(values, config)
  return { values: effective, policy: gatingPolicy(effective, config, { today: utcDay() }) }
}

type Baseline = { sessions: Session[]; warnings: Warning[]; unreadable: string | null }

/** `unreadable` says why nothing is known of the last release, where it is not that there is none. */
async function baseline(values: Values, context: JobContext, fingerprint: string): Promise<Baseline> {
  const name = artifactName('release', values.name, fingerprint)
  const read = (result: StoredResult, isOwn: boolean) => {
    const { commit, createdAt } = result
    const place = isOwn ? 'the last release' : 'before the last release'
    return sessionOfRun(result, context, `${commit.slice(0, 10)} (${place}, measured ${createdAt})`)
  }
  const none = (why: string) => `the last release's results could not be read: ${why}`
  try {
    const search = { name, commit: context.sha, calls: { left: callsForReleases }, read }
    const { release, notes, unread } = await lastRelease(connect(values.token), context, search)
    const warnings = notes.map(message => ({ code: 'baseline-skipped', message }))
    const [reason] = unread
    const unreadable = release === null && reason !== undefined ? none(reason) : null
    return { sessions: release ?? [], warnings, unreadable }
  } catch (error) {
    return { sessions: [], warnings: [], unreadable: none(explainRefusal(error, 'actions: read')) }
  }
}

/**
 * Measures the released commit and compares it, together with the earlier attempts of this job, with the last release
 * before it. Throws when measuring fails.
 */
export async function compareRelease(
  values: Values,
  context: JobContext,
  policy: Policy,
): Promise<JoinedResult> {
  const doubts = await eventCommit(values, context)
  const candidate = await measureCandidate(values, context, doubts)
  const stored = await baseline(values, context, candidate.testbed?.fingerprint ?? '')
  const { sessions: baselines, unreadable } = stored
  const request = { candidate, baselines, unreadable, policy }
  const joined = await compareStoredAttempts(values, context, request)
  const unmatched = unmatchedEntries(joined.comparison)
  const warnings = [...stored.warnings, ...unmatched, ...joined.comparison.warnings]
  return { ...joined, comparison: { ...joined.comparison, warnings } }
}

/**
 * What the next release will be compared with: `own`, this release's session, and the nearest ones that the default
 * branch left before it. Only `own` when those cannot be had.
 */
export async function releaseSessions(
  values: Values,
  context: JobContext,
  { own, fingerprint }: { own: StoredResult; fingerprint: string },
): Promise<StoredResult[]> {
  try {
    const octokit = connect(values.token)
    const distances = await firstParentDistances(octokit, context, context.sha)
    const { results } = await findBaselineResults(octokit, context, {
      single: artifactName('baseline', values.name, fingerprint),
      pool: artifactName('pool', values.name, fingerprint),
      branch: context.defaultBranch ?? '',
      distances,
      calls: { left: callsForSessions },
      read: packable(context),
    })
    return [own, ...results.slice(0, maxSessions - 1)]
  } catch (error) {
    core.warning(`Sessions before this release were not kept: ${explainRefusal(error, 'actions: read')}`)
    return [own]
  }
}
