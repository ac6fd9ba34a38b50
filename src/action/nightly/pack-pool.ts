// Packs the stored sessions of a suite and machine into one artifact, so that a pull request needs few downloads, and
// that a session outlives its own artifact. Never fails a job: without a pool, sessions are found one by one.
import { readFileSync } from 'node:fs'
import * as core from '@actions/core'
import { firstParentDistances, type Octokit } from '../../github/api/base-commits.ts'
import { leaving, leftAfter } from '../../github/api/budget.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { findBaselineResults, maxSessions } from '../../github/artifacts/baseline.ts'
import { artifactName } from '../../github/artifacts/name.ts'
import { poolsOf } from '../../github/artifacts/pool.ts'
import { artifactsNamed, ofBranch } from '../../github/artifacts/provenance.ts'
import type { StoredResult } from '../../github/artifacts/stored-result.ts'
import { uploadNamed } from '../../github/artifacts/upload.ts'
import type { Values } from '../../inputs/table.ts'
import { packable } from '../stored-session.ts'
import { writePool } from './write-pool.ts'

const unpackedMax = 10
const monthMs = 30 * 24 * 3600_000

type Names = { single: string; pool: string }

/**
 * Whether it is time: on every schedule, and on a push when the newest pool lacks ten results or is a month older than
 * this. Both times are the server's.
 */
async function isDue(octokit: Octokit, context: JobContext, { single, pool: name }: Names): Promise<boolean> {
  if (context.event !== 'push') return true
  const { branch } = context
  const [pool] = await poolsOf(octokit, context, { name, branch })
  const singles = ofBranch(await artifactsNamed(octokit, context, single), context, branch)
  const newer = singles.filter(each => each.createdAt > (pool?.createdAt ?? ''))
  const newest = newer[0]?.createdAt ?? ''
  const isOld = pool !== undefined && Date.parse(newest) - Date.parse(pool.createdAt) > monthMs
  return newer.length >= unpackedMax || isOld
}

async function pack(octokit: Octokit, context: JobContext, names: Names, own: StoredResult): Promise<void> {
  const distances = await firstParentDistances(octokit, context, context.sha)
  const search = { ...names, branch: context.branch, distances }
  const read = packable(context)
  const { results, notes } = await findBaselineResults(octokit, context, { ...search, read })
  for (const note of notes) core.info(`Pool: ${note}`)
  const others = results.filter(result => result.runId !== own.runId).slice(0, maxSessions - 1)
  await uploadNamed(names.pool, writePool([own, ...others], 'pool'), context.runAttempt)
  core.info(`Packed the sessions of ${others.length + 1} runs into the artifact ${names.pool}`)
}

/**
 * Packs the session in the file `path`, which this job measured on testbed `fingerprint` and has uploaded, with the
 * nearest others, where this is the default branch and it is time. Only warns when that fails.
 */
export async function packPool(
  values: Values,
  context: JobContext,
  { path, fingerprint }: { path: string; fingerprint: string },
): Promise<void> {
  const branchEvent = ['push', 'schedule', 'workflow_dispatch'].includes(context.event)
  if (!branchEvent || context.branch !== context.defaultBranch) return
  const names = {
    single: artifactName('baseline', values.name, fingerprint),
    pool: artifactName('pool', values.name, fingerprint),
  }
  const { runId, sha: commit } = context
  const createdAt = new Date().toISOString()
  const own = { commit, runId, createdAt, fileName: 'result.json.gz', bytes: readFileSync(path) }
  try {
    const octokit = connect(values.token)
    await leaving(octokit, leftAfter.packing, async () => {
      if (await isDue(octokit, context, names)) await pack(octokit, context, names, own)
    })
  } catch (error) {
    core.warning(`Stored sessions could not be packed: ${explainRefusal(error, 'actions: read')}`)
  }
}
