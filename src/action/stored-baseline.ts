// The results that the base branch left as artifacts; what cannot be had is named, never guessed.
import { resolve } from 'node:path'
import { getOctokit } from '@actions/github'
import { artifactName } from '../github/artifact-name.ts'
import { baseCommit, firstParentDistances } from '../github/base-commits.ts'
import { findBaselineResults } from '../github/baseline-artifacts.ts'
import type { JobContext } from '../github/context.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Session, Warning } from '../model.ts'

/** `obstacle` says why stored results could not even be looked for. */
export type Stored = { sessions: Session[]; warnings: Warning[]; obstacle: string | null }

async function fromArtifacts(values: Values, context: JobContext, fingerprint: string): Promise<Stored> {
  const octokit = getOctokit(values.token)
  const base = await baseCommit(octokit, context, resolve(values['working-directory']))
  const distances = await firstParentDistances(octokit, context, base)
  const name = artifactName('baseline', values.name, fingerprint)
  const { results, notes } = await findBaselineResults(octokit, context, { name, distances })
  const warnings = notes.map(message => ({ code: 'baseline-skipped', message }))
  const sessions = results.flatMap(({ commit, distance, createdAt, fileName, bytes }) => {
    const place = distance === 0 ? 'the base commit' : `${distance} commits before the base commit`
    const source = `${commit.slice(0, 10)} (${place}, measured ${createdAt})`
    try {
      return [readStoredSession(fileName, bytes, source)]
    } catch (error) {
      warnings.push({ code: 'baseline-skipped', message: (error as Error).message })
      return []
    }
  })
  return { sessions, warnings, obstacle: null }
}

/** The stored sessions of testbed `fingerprint`, nearest to the base commit first. Never throws. */
export async function storedBaseline(
  values: Values,
  context: JobContext,
  fingerprint: string,
): Promise<Stored> {
  try {
    return await fromArtifacts(values, context, fingerprint)
  } catch (error) {
    const hint =
      (error as { status?: number }).status === 403 ? "; add 'actions: read' to the job's permissions" : ''
    const obstacle = `the base branch's artifacts could not be read: ${(error as Error).message}${hint}`
    return { sessions: [], warnings: [], obstacle }
  }
}
