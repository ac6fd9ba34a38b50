// One stored session as it is found: the bytes of its document, and where they come from.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'
import { downloadArchive } from './download-archive.ts'
import { type BranchArtifact, objection } from './provenance.ts'
import { unpackArchive } from './unpack-archive.ts'

export type StoredResult = {
  commit: string
  runId: number
  createdAt: string
  fileName: string
  bytes: Uint8Array
}

/** How many more requests the search for baselines may make. */
export type Calls = { left: number }

/** What an artifact that counts costs: its run, and the download. */
export const callsPerArtifact = 2

const maxArchiveBytes = 64 * 1024 * 1024
const limits = { maxEntries: 200, maxBytes: 256 * 1024 * 1024 }

/** The wanted files of an artifact of the branch. Throws with the reason when it may not or cannot be used. */
export async function trustedFiles(
  octokit: Octokit,
  context: JobContext,
  { artifact, runId }: BranchArtifact,
  wanted: RegExp,
): Promise<Map<string, Uint8Array>> {
  if (artifact.expired) throw new Error('it has expired')
  const refused = await objection(octokit, context, runId)
  if (refused !== null) throw new Error(refused)
  const archive = await downloadArchive(octokit, context, { artifact, maxBytes: maxArchiveBytes })
  return unpackArchive(archive, name => wanted.test(name), limits)
}

/** The result document of a single artifact. Throws as `trustedFiles`, and when there is none in it. */
export async function singleResult(
  octokit: Octokit,
  context: JobContext,
  single: BranchArtifact,
): Promise<StoredResult> {
  const files = await trustedFiles(octokit, context, single, /^result\.json(?:\.gz)?$/)
  const [entry, ...more] = files
  if (!entry || more.length > 0) throw new Error('it holds no result.json')
  const { commit, runId, createdAt } = single
  return { commit, runId, createdAt, fileName: entry[0], bytes: entry[1] }
}
