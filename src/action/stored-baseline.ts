// The results that the base branch left as artifacts; what cannot be had is named, never guessed.
import { artifactName } from '../github/artifact-name.ts'
import { firstParentDistances, type Octokit } from '../github/base-commits.ts'
import { type FoundResult, findBaselineResults } from '../github/baseline-artifacts.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import type { Calls } from '../github/stored-result.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Session, Warning } from '../model.ts'

/** `obstacle` says why stored results could not even be looked for. */
export type Stored = { sessions: Session[]; warnings: Warning[]; obstacle: string | null }

/** Of the sixty requests that a job may make, those for baselines. */
const callsForBaselines = 40

function readResult({ commit, distance, createdAt, fileName, bytes }: FoundResult): Session {
  const place = distance === 0 ? 'the base commit' : `${distance} commits before the base commit`
  return readStoredSession(fileName, bytes, `${commit.slice(0, 10)} (${place}, measured ${createdAt})`)
}

export type BaselineRequest = {
  suite: string
  fingerprint: string
  branch: string
  distances: Map<string, number>
  calls: Calls
}

/** The stored sessions of `suite` on testbed `fingerprint`, nearest first. Never throws. */
export async function baselinesFrom(
  octokit: Octokit,
  context: JobContext,
  { suite, fingerprint, ...search }: BaselineRequest,
): Promise<Stored> {
  try {
    const { results, notes } = await findBaselineResults(octokit, context, {
      ...search,
      single: artifactName('baseline', suite, fingerprint),
      pool: artifactName('pool', suite, fingerprint),
      read: readResult,
    })
    const warnings = notes.map(message => ({ code: 'baseline-skipped', message }))
    return { sessions: results, warnings, obstacle: null }
  } catch (error) {
    return noneBecause(error, 'actions: read')
  }
}

function noneBecause(error: unknown, permission: string): Stored {
  const why = explainRefusal(error, permission)
  return { sessions: [], warnings: [], obstacle: `the base branch's artifacts could not be read: ${why}` }
}

/** The stored sessions of testbed `fingerprint`, nearest to the commit `base` first. Never throws. */
export async function storedBaseline(
  values: Values,
  context: JobContext,
  { base, fingerprint }: { base: string; fingerprint: string },
): Promise<Stored> {
  const octokit = connect(values.token)
  let distances: Map<string, number>
  try {
    distances = await firstParentDistances(octokit, context, base)
  } catch (error) {
    return noneBecause(error, 'contents: read')
  }
  const branch = context.pullRequest?.baseRef ?? context.branch
  const calls = { left: callsForBaselines }
  return baselinesFrom(octokit, context, { suite: values.name, fingerprint, branch, distances, calls })
}
