// Uploads the artifacts of a job. Nothing is ever deleted: a re-run is compared with the artifacts of earlier attempts.
import { basename, dirname } from 'node:path'
import type { Octokit } from '../api/connect.ts'
import { ofAttempt } from './name.ts'

const withoutArtifacts =
  "This server cannot keep results: compare with 'baseline: interleave', or with files that a job keeps itself"

/** The server, such as GitHub Enterprise Server, has no artifacts of version 4. Only the client can tell. */
export class KeepsNothing extends Error {
  override name = 'KeepsNothing'
}

/** Whether the service refused a name because this run has an artifact of it. */
export const isTaken = (error: unknown) => /already exists|409|Conflict/i.test((error as Error).message)

/** GitHub's client for artifacts of this run. Half of the program, so it is loaded by the first job that needs it. */
export const artifactClient = async () => new (await import('@actions/artifact')).DefaultArtifactClient()

async function upload(name: string, files: string[]): Promise<number | undefined> {
  const client = await artifactClient()
  return (await client.uploadArtifact(name, files, dirname(files[0] ?? '.'))).id
}

function uploadError(name: string, error: Error): Error {
  const why = `the artifact ${name} could not be uploaded: ${error.message}`
  if (error.name === 'GHESNotSupportedError') return new KeepsNothing(`${why} ${withoutArtifacts}`)
  return new Error(
    `${why}. If another job of this run measures on the same machine, give each its own 'name' or 'shard'`,
  )
}

/**
 * Uploads `files` of one directory as artifact `name`. Returns its id where the service tells. Throws when the service
 * refuses: two jobs of one run with the same suite on the same machine, for one.
 */
export async function uploadArtifact(name: string, files: string[]): Promise<number | undefined> {
  return upload(name, files).catch((error: Error) => {
    throw uploadError(name, error)
  })
}

/**
 * The same for an artifact that later runs find by exactly that name. Where an earlier attempt has taken it, that one stays, which is
 * as good, and this one gets the name of its attempt.
 */
export async function uploadNamed(
  name: string,
  files: string[],
  runAttempt: number,
): Promise<number | undefined> {
  return upload(name, files).catch((error: Error) => {
    if (runAttempt === 1 || !isTaken(error)) throw uploadError(name, error)
    return uploadArtifact(ofAttempt(name, runAttempt), files)
  })
}

/**
 * Uploads the page at `path`, named by its file, to the run at `runUrl`, and returns the address that opens it; null
 * where the host cannot show pages: it would store a broken zip. Throws when the service refuses.
 */
export async function uploadPage(
  { host }: Pick<Octokit, 'host'>,
  path: string,
  runUrl: string,
): Promise<string | null> {
  if (!host.showsPages) return null
  const options = { skipArchive: true }
  const client = await artifactClient()
  const { id } = await client.uploadArtifact(basename(path), [path], dirname(path), options)
  return id === undefined ? null : `${runUrl}/artifacts/${id}`
}
