// Uploads what a job leaves behind.
import { dirname } from 'node:path'
import { DefaultArtifactClient } from '@actions/artifact'

/**
 * Uploads `files` of one directory as artifact `name`; an earlier attempt's artifact of that name is replaced.
 * Returns its id where the service tells. Throws when the service refuses: two jobs of one run with the same suite on the same machine, for one.
 */
export async function uploadArtifact(
  name: string,
  files: string[],
  runAttempt: number,
): Promise<number | undefined> {
  const client = new DefaultArtifactClient()
  const root = dirname(files[0] ?? '.')
  // Artifacts of an earlier attempt stay with the run, and names are unique in a run.
  if (runAttempt > 1) await client.deleteArtifact(name).catch(() => {})
  try {
    return (await client.uploadArtifact(name, files, root)).id
  } catch (error) {
    const why = `the artifact ${name} could not be uploaded: ${(error as Error).message}`
    if ((error as Error).name === 'GHESNotSupportedError')
      throw new KeepsNothing(`${why} ${withoutArtifacts}`)
    throw new Error(
      `${why}. If another job of this run measures on the same machine, give each its own 'name'`,
    )
  }
}

const withoutArtifacts =
  "This server cannot keep results: compare with 'baseline: interleave', or with files that a job keeps itself"

/** The server has no artifacts of version 4; GitHub Enterprise Server has not. Only the client knows. */
export class KeepsNothing extends Error {
  override name = 'KeepsNothing'
}
