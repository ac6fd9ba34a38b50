// What earlier attempts of this very run measured. A re-run joins them instead of replacing them: otherwise one
// would only have to repeat a red job until it is green.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DefaultArtifactClient } from '@actions/artifact'

export type AttemptFile = { name: string; bytes: Uint8Array }

const resultFile = /^(?:result|baseline)(?:-attempt-\d{1,3})?\.json\.gz$/

/**
 * The result files in this run's artifact `artifactName`, unpacked below `directory`; none on the first attempt, or
 * when earlier ones left nothing. Throws when there is an artifact that cannot be read.
 */
export async function earlierAttemptFiles(
  artifactName: string,
  { runAttempt, directory }: { runAttempt: number; directory: string },
): Promise<AttemptFile[]> {
  if (runAttempt < 2) return []
  const client = new DefaultArtifactClient()
  const { artifacts } = await client.listArtifacts()
  const artifact = artifacts.find(each => each.name === artifactName)
  if (!artifact) return []
  const path = mkdtempSync(join(directory, 'attempts-'))
  await client.downloadArtifact(artifact.id, { path })
  const names = readdirSync(path).filter(name => resultFile.test(name))
  return names.map(name => ({ name, bytes: readFileSync(join(path, name)) }))
}
