// What earlier attempts of this very run measured. A re-run joins them instead of replacing them: otherwise one
// would only have to repeat a red job until it is green.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DefaultArtifactClient } from '@actions/artifact'

/** The result documents, and the report, of one artifact of this run; `createdAt` is null where nobody says. */
export type AttemptArtifact = { name: string; createdAt: Date | null; files: Map<string, Uint8Array> }

const wantedFile = /^(?:(?:result|baseline)(?:-attempt-\d{1,3})?\.json\.gz|comparison\.json)$/

/** `lost` says what could not be had: a job that goes on at the same time may just have replaced it. */
export type EarlierArtifacts = { found: AttemptArtifact[]; lost: string[] }

async function unpacked(client: DefaultArtifactClient, id: number, directory: string) {
  const path = mkdtempSync(join(directory, 'attempts-'))
  await client.downloadArtifact(id, { path })
  const names = readdirSync(path).filter(file => wantedFile.test(file))
  return new Map(names.map(file => [file, readFileSync(join(path, file))]))
}

/**
 * This run's artifacts whose name `isWanted`, the newest of each name, unpacked below `directory`; none on the first
 * attempt. Throws when they cannot be listed.
 */
export async function earlierArtifacts(
  isWanted: (name: string) => boolean,
  { runAttempt, directory }: { runAttempt: number; directory: string },
): Promise<EarlierArtifacts> {
  if (runAttempt < 2) return { found: [], lost: [] }
  const client = new DefaultArtifactClient()
  const { artifacts } = await client.listArtifacts()
  const wanted = artifacts.filter(({ name }) => isWanted(name)).sort((a, b) => a.id - b.id)
  const newest = new Map(wanted.map(artifact => [artifact.name, artifact]))
  const all: EarlierArtifacts = { found: [], lost: [] }
  for (const { id, name, createdAt } of newest.values()) {
    try {
      all.found.push({ name, createdAt: createdAt ?? null, files: await unpacked(client, id, directory) })
    } catch (error) {
      all.lost.push(`${name}: ${(error as Error).message}`)
    }
  }
  return all
}
