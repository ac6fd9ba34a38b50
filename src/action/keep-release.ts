// Keeps what the next release will be compared with: uploads it with a release, and again before it would expire.
import { readFileSync } from 'node:fs'
import * as core from '@actions/core'
import { artifactName } from '../github/artifact-name.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import { openPool } from '../github/pool.ts'
import { artifactsNamed, ofRepository } from '../github/provenance.ts'
import { uploadArtifact } from '../github/upload-artifact.ts'
import type { Values } from '../inputs.ts'
import type { Outcome } from '../model.ts'
import { releaseSessions } from './release-gate.ts'
import { writePool } from './write-pool.ts'

/** A third of the shortest usual retention: two scheduled runs in a row may fail. */
const renewAfterMs = 30 * 24 * 3600_000

/**
 * Uploads this release's session, in the file `path`, and those before it. A release that regressed is not kept: the
 * next one would be measured by it. Never fails a job.
 */
export async function keepRelease(
  values: Values,
  context: JobContext,
  { path, fingerprint, outcome }: { path: string; fingerprint: string; outcome: Outcome },
): Promise<void> {
  if (outcome === 'regression') {
    core.info('This release regressed: the next one will be compared with the one before it.')
    return
  }
  const { runId, sha: commit } = context
  const createdAt = new Date().toISOString()
  const own = { commit, runId, createdAt, fileName: 'result.json.gz', bytes: readFileSync(path) }
  try {
    const sessions = await releaseSessions(values, context, { own, fingerprint })
    const name = artifactName('release', values.name, fingerprint)
    await uploadArtifact(name, writePool(sessions, 'release'), context.runAttempt)
    core.info(`Kept ${sessions.length} sessions for the next release in the artifact ${name}`)
  } catch (error) {
    core.warning(`The next release will have nothing to be compared with: ${(error as Error).message}`)
  }
}

/** On a scheduled run of the default branch: uploads the newest release's sessions again when they are a month old. */
export async function renewRelease(values: Values, context: JobContext, fingerprint: string): Promise<void> {
  if (context.event !== 'schedule' || context.branch !== context.defaultBranch) return
  const name = artifactName('release', values.name, fingerprint)
  try {
    const octokit = connect(values.token)
    const kept = ofRepository(await artifactsNamed(octokit, context, name), context)
    const newest = kept[0]
    if (!newest || Date.now() - Date.parse(newest.createdAt) < renewAfterMs) return
    const { results, notes } = await openPool(octokit, context, { pools: kept, calls: { left: 6 } })
    for (const note of notes) core.warning(`The last release: ${note}`)
    if (results.length === 0) return
    await uploadArtifact(name, writePool(results, 'release'), context.runAttempt)
    core.info(`Uploaded the last release's sessions again, so that ${name} does not expire`)
  } catch (error) {
    core.warning(`The last release's sessions were not renewed: ${explainRefusal(error, 'actions: read')}`)
  }
}
