// Downloads an artifact and unpacks the wanted files. Refuses one that is too large before the download, and one with a
// wrong digest before it is opened.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Octokit } from '../api/connect.ts'
import type { JobContext } from '../api/context.ts'
import { type ArchiveLimits, unpackArchive } from './unpack.ts'

/** The facts about an artifact, from the REST API, that a download needs. */
type ArtifactFacts = { id: number; expired: boolean; size_in_bytes: number; digest?: string | null }

/**
 * The note on artifacts without a digest. GitHub gives one since 2025, and tampering cannot remove it. Other servers
 * give none.
 */
export function unverifiedNotes(artifacts: Pick<ArtifactFacts, 'digest'>[]): string[] {
  const count = artifacts.filter(({ digest }) => !digest).length
  if (count === 0) return []
  return [
    `${count === 1 ? 'one artifact was' : `${count} artifacts were`} not verified: the server gives no digest`,
  ]
}

const timeoutMs = 300_000
const mostTries = 3

/** The body as it comes, at most `maxBytes` of it. */
async function readBody(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`it is larger than the ${maxBytes} bytes that are downloaded`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function download(octokit: Octokit, context: JobContext, id: number, maxBytes: number) {
  const { owner, repo } = context
  const { data } = await octokit.rest.actions.downloadArtifact({
    owner,
    repo,
    artifact_id: id,
    archive_format: 'zip',
    request: { parseSuccessResponseBody: false, signal: AbortSignal.timeout(timeoutMs) },
  })
  return readBody(data as ReadableStream<Uint8Array>, maxBytes)
}

/**
 * The zip of `artifact`, of at most `maxBytes`. A download that breaks off is repeated. Throws with the reason when it
 * is too large or cannot be had. Throws, too, when its digest is wrong, where the server gives one (see
 * `unverifiedNotes`).
 */
async function downloadArchive(
  octokit: Octokit,
  context: JobContext,
  { id, size_in_bytes: size, digest }: ArtifactFacts,
  maxBytes: number,
): Promise<Uint8Array> {
  if (size > maxBytes) throw new Error(`it has ${size} bytes, at most ${maxBytes} are downloaded`)
  for (let tries = 1; ; tries++) {
    try {
      const archive = await download(octokit, context, id, maxBytes)
      const own = `sha256:${createHash('sha256').update(archive).digest('hex')}`
      if (digest && digest !== own) throw new Error(`its digest is not ${digest}`)
      return archive
    } catch (error) {
      // undici says no more than "terminated" when a connection breaks off; other refusals stay the same.
      if (tries === mostTries || !(error instanceof TypeError)) throw error
      await sleep(tries * 1000)
    }
  }
}

type Wanted = { artifact: ArtifactFacts; names: RegExp; limits: ArchiveLimits & { maxArchiveBytes: number } }

/** The files of `artifact` that have such `names`. Throws with the reason where it has expired, or cannot be read. */
export async function artifactFiles(
  octokit: Octokit,
  context: JobContext,
  { artifact, names, limits }: Wanted,
): Promise<Map<string, Uint8Array>> {
  if (artifact.expired) throw new Error('it has expired')
  const archive = await downloadArchive(octokit, context, artifact, limits.maxArchiveBytes)
  return unpackArchive(archive, name => names.test(name), limits)
}
