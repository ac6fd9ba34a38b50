// A release against the one before it and against absolute budgets: what slipped through pull requests stops here.
import { existsSync, readFileSync } from 'node:fs'
import * as core from '@actions/core'
import { configFileName, parseConfig } from '../config-file.ts'
import { gatingPolicy, utcDay } from '../gating-policy.ts'
import { artifactName } from '../github/artifact-name.ts'
import { firstParentDistances } from '../github/base-commits.ts'
import { findBaselineResults, maxSessions } from '../github/baseline-artifacts.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import { lastRelease, type Release } from '../github/release-artifacts.ts'
import type { StoredResult } from '../github/stored-result.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import { type Comparison, InputError, type Policy, type Session, type Warning } from '../model.ts'
import { compareStored } from '../pipeline.ts'
import { measureCandidate } from './measure.ts'

const callsForReleases = 24
const callsForSessions = 24

export type ReleaseResult = { comparison: Comparison; session: Session }

/** The released commit's own file: nobody but those who release can change it. */
function releasePolicy(values: Values): Policy {
  const file = values.config === '' ? configFileName : values.config
  if (values.config !== '' && !existsSync(file)) throw new InputError(`config: there is no ${file}`)
  const config = parseConfig(existsSync(file) ? readFileSync(file, 'utf8') : '', file)
  return gatingPolicy(values, config, { today: utcDay() })
}

function sessionsOf({ results }: Release): Session[] {
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

/** Measures the released commit and compares it with the last release before it. Throws when measuring fails. */
export async function compareRelease(values: Values, context: JobContext): Promise<ReleaseResult> {
  const policy = releasePolicy(values)
  const session = await measureCandidate(values, context)
  const { sessions, warnings } = await baseline(values, context, session.testbed?.fingerprint ?? '')
  const comparison = compareStored(sessions, [session], { policy, assumedGrade: 'untuned' })
  return { comparison: { ...comparison, warnings: [...warnings, ...comparison.warnings] }, session }
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
