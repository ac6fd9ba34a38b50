// A release against the one before it and against absolute budgets: what slipped through pull requests stops here.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import { parseConfig } from '../config-file.ts'
import { gatingPolicy, utcDay } from '../gating-policy.ts'
import { artifactName } from '../github/artifact-name.ts'
import { firstParentDistances } from '../github/base-commits.ts'
import { findBaselineResults, maxSessions } from '../github/baseline-artifacts.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import { lastRelease } from '../github/release-artifacts.ts'
import type { StoredResult } from '../github/stored-result.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import { InputError, type Policy, type Session, type Warning } from '../model.ts'
import { checkoutConfig, configPath } from './checkout-config.ts'
import { compareStoredAttempts, type JoinedResult } from './join-attempts.ts'
import { measureCandidate } from './measure.ts'
import { doubtCommit } from './measured-commit.ts'

/** A list, and for each of eight releases its run, its download, and how it relates to this one. */
const callsForReleases = 25
const callsForSessions = 24

/** The released commit's own file: nobody but those who release can change it. */
export function releasePolicy(values: Values): Policy {
  const { path, text } = checkoutConfig(values)
  if (values.config !== '' && text === null) throw new InputError(`config: there is no ${path}`)
  return gatingPolicy(values, parseConfig(text ?? '', configPath(values)), { today: utcDay() })
}

function sessionsOf(results: StoredResult[]): Session[] {
  const [own] = results
  return results.map(({ commit, createdAt, fileName, bytes }) => {
    const place = commit === own?.commit ? 'the last release' : 'before the last release'
    return readStoredSession(fileName, bytes, `${commit.slice(0, 10)} (${place}, measured ${createdAt})`)
  })
}

const skipped = (message: string): Warning => ({ code: 'baseline-skipped', message })

async function baseline(values: Values, context: JobContext, fingerprint: string) {
  const name = artifactName('release', values.name, fingerprint)
  try {
    const calls = { left: callsForReleases }
    const found = await lastRelease(connect(values.token), context, { name, commit: context.sha, calls })
    const sessions = found.release === null ? [] : sessionsOf(found.release)
    return { sessions, warnings: found.notes.map(skipped) }
  } catch (error) {
    const why = explainRefusal(error, 'actions: read')
    return { sessions: [], warnings: [skipped(`the last release's results could not be read: ${why}`)] }
  }
}

/**
 * Measures the released commit and compares it, together with the earlier attempts of this job, with the last release
 * before it. Throws when measuring fails.
 */
export async function compareRelease(values: Values, context: JobContext): Promise<JoinedResult> {
  const policy = releasePolicy(values)
  const doubts = await doubtCommit(resolve(values['working-directory']), context, context.sha)
  const candidate = await measureCandidate(values, context, doubts)
  const stored = await baseline(values, context, candidate.testbed?.fingerprint ?? '')
  const request = { candidate, baselines: stored.sessions, policy }
  const joined = await compareStoredAttempts(values, context, request)
  const warnings = [...stored.warnings, ...joined.comparison.warnings]
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
    const { results } = await findBaselineResults<StoredResult>(octokit, context, {
      single: artifactName('baseline', values.name, fingerprint),
      pool: artifactName('pool', values.name, fingerprint),
      branch: context.defaultBranch ?? '',
      distances,
      calls: { left: callsForSessions },
      read: ({ distance: _, ...result }) => result,
    })
    return [own, ...results.slice(0, maxSessions - 1)]
  } catch (error) {
    core.warning(`Sessions before this release were not kept: ${explainRefusal(error, 'actions: read')}`)
    return [own]
  }
}
