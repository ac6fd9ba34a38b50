// Keeps what the next release will be compared with: uploads it with a release, and again before it would expire.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as core from '@actions/core'
import type { Octokit } from '../../github/api/base-commits.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { artifactName } from '../../github/artifacts/name.ts'
import type { BranchArtifact } from '../../github/artifacts/provenance.ts'
import { eachRelease, isRenewal, releaseArtifacts } from '../../github/artifacts/release.ts'
import { maxKept, releaseFiles } from '../../github/artifacts/release-pools.ts'
import type { Skipped, StoredResult } from '../../github/artifacts/stored-result.ts'
import { uploadNamed } from '../../github/artifacts/upload.ts'
import type { Values } from '../../inputs/table.ts'
import type { Comparison } from '../../model/index.ts'
import { writePool } from '../nightly/write-pool.ts'
import { workDirectory } from '../work-file.ts'
import { releaseSessions } from './gate.ts'

/** A third of the shortest usual retention: two scheduled runs in a row may fail. */
const renewAfterMs = 30 * 24 * 3600_000

/** Once a month. */
const callsForRenewal = 12

/**
 * Uploads this release's session, in the file `path`, and those before it. A release that regressed, that lost benchmarks,
 * or that may have regressed since the one before could not be read, is not kept: the next would be measured by it. Never
 * fails a job.
 */
export async function keepRelease(
  values: Values,
  context: JobContext,
  {
    path,
    fingerprint,
    comparison: { outcome, reason, rows },
  }: { path: string; fingerprint: string; comparison: Comparison },
): Promise<void> {
  const lacks = rows.some(row => row.fails)
  if (outcome === 'regression' || reason === 'attempts-lost' || lacks) {
    const [regressed, lost] = ['regressed', 'may have regressed in an earlier attempt']
    const what = outcome === 'regression' ? regressed : lacks ? 'lacks benchmarks' : lost
    core.info(`This release ${what}: the next one will be compared with the one before it.`)
    return
  }
  if (reason === 'baseline-unreadable') {
    core.info('This release could not be compared: it is not kept for the next one.')
    return
  }
  const { runId, sha: commit } = context
  const createdAt = new Date().toISOString()
  const own = { commit, runId, createdAt, fileName: 'result.json.gz', bytes: readFileSync(path) }
  try {
    const sessions = await releaseSessions(values, context, { own, fingerprint })
    const name = artifactName('release', values.name, fingerprint)
    await uploadNamed(name, writePool(sessions, 'release'), context.runAttempt)
    core.info(`Kept ${sessions.length} sessions for the next release in the artifact ${name}`)
  } catch (error) {
    core.warning(`The next release will have nothing to be compared with: ${(error as Error).message}`)
  }
}

/** As long as nothing is that old, or was renewed lately, no release's newest copy is near its end. */
function areDue(kept: BranchArtifact[], context: JobContext): boolean {
  const isOld = ({ createdAt }: BranchArtifact) => Date.now() - Date.parse(createdAt) >= renewAfterMs
  return kept.some(isOld) && kept.filter(each => isRenewal(each, context)).every(isOld)
}

function writeFiles(files: Map<string, Uint8Array | string>): string[] {
  const directory = join(workDirectory(), 'release')
  mkdirSync(directory, { recursive: true })
  return [...files].map(([file, content]) => {
    writeFileSync(join(directory, file), content)
    return join(directory, file)
  })
}

/**
 * The files of the last few releases, which no single one of them may starve: a maintenance release is no ancestor of
 * the main line's next one. None while none would expire soon.
 */
export async function renewedReleases(
  octokit: Octokit,
  context: JobContext,
  name: string,
): Promise<{ files: Map<string, Uint8Array | string>; notes: string[] }> {
  const listed = await releaseArtifacts(octokit, context, name)
  const artifacts = listed.filter(({ artifact }) => !artifact.expired)
  const skipped: Skipped = { notes: [], unread: [] }
  const { notes } = skipped
  if (!areDue(artifacts, context)) return { files: new Map(), notes }
  const releases: StoredResult[][] = []
  const search = { artifacts, seen: new Set<string>(), calls: { left: callsForRenewal }, skipped }
  for await (const results of eachRelease(octokit, context, search)) {
    releases.push(results)
    if (releases.length === maxKept) break
  }
  return { files: releases.length === 0 ? new Map() : releaseFiles(releases), notes }
}

/** On a scheduled run of the default branch: uploads the last releases' sessions again when they are a month old. */
export async function renewRelease(values: Values, context: JobContext, fingerprint: string): Promise<void> {
  if (context.event !== 'schedule' || context.branch !== context.defaultBranch) return
  const name = artifactName('release', values.name, fingerprint)
  try {
    const { files, notes } = await renewedReleases(connect(values.token), context, name)
    for (const note of notes) core.warning(`The last releases: ${note}`)
    if (files.size === 0) return
    await uploadNamed(name, writeFiles(files), context.runAttempt)
    core.info(`Uploaded the last releases' sessions again, so that ${name} does not expire`)
  } catch (error) {
    core.warning(`The last releases' sessions were not renewed: ${explainRefusal(error, 'actions: read')}`)
  }
}
