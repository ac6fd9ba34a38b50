// Downloads an artifact and unpacks the wanted files. Refuses one that is too large before the download, and one with a
// wrong digest before it is opened.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askedOnce } from '../api/asked-once.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { type ArchiveLimits, unpackArchive } from './unpack.ts'
import { artifactClient } from './upload.ts'

type ArtifactFacts = { id: number; expired: boolean; size_in_bytes: number; digest?: string | null }

/** The note on artifacts without a digest. GitHub gives one since 2025; tampering cannot remove it; others give none. */
export function unverifiedNotes(artifacts: Pick<ArtifactFacts, 'digest'>[]): string[] {
  const count = artifacts.filter(({ digest }) => !digest).length
  if (count === 0) return []
  return [
    `${count === 1 ? 'one artifact was' : `${count} artifacts were`} not verified: the server gives no digest`,
  ]
}

/** A job that measures keeps no more than this of an archive in memory. */
const mostKeptBytes = 32 * 1024 * 1024

const timeoutMs = 300_000
const mostTries = 3

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

async function download(context: ConnectedJob, id: number, maxBytes: number) {
  const { octokit, owner, repo } = context
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
 * The zip of `artifact`; a download that breaks off is repeated. Throws with the reason when it is larger than
 * `maxBytes`, cannot be had, or has a wrong digest, where the server gives one (see `unverifiedNotes`).
 */
async function downloadArchive(
  context: ConnectedJob,
  { id, digest }: ArtifactFacts,
  maxBytes: number,
): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    try {
      const archive = await download(context, id, maxBytes)
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

/**
 * The zip with this digest, of at most `maxBytes`, from the runner's own service: it costs no request to the API. Throws
 * where the service has not exactly that one: it finds artifacts by their names, of which each attempt of a run has its own.
 */
async function ownArchive(
  { id, digest }: { id: number; digest: string },
  maxBytes: number,
): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'stable-bench-artifact-'))
  try {
    const client = await artifactClient()
    const options = { path: directory, skipDecompress: true, expectedHash: digest }
    const { digestMismatch } = await client.downloadArtifact(id, options)
    const [name = '', ...more] = await readdir(directory)
    const path = join(directory, name)
    const { size } = await stat(path)
    if (digestMismatch || more.length > 0 || size > maxBytes) throw new Error(`it is not the artifact ${id}`)
    return await readFile(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Whether the runner's own service is asked first; no longer once it has failed. */
export type OwnService = { isAsked: boolean }

type Wanted = {
  artifact: ArtifactFacts
  names: RegExp
  limits: ArchiveLimits & { maxArchiveBytes: number }
  /** Whether the archive is kept for the job, where it is no burden to it. */
  once?: boolean | undefined
  /** For an artifact of this attempt of this run. */
  own?: OwnService | undefined
}

/** The zip from the runner's own service; null where that does not give it. Without a digest it could be another one. */
async function fromOwnService(own: OwnService, { id, digest }: ArtifactFacts, maxBytes: number) {
  if (!own.isAsked || !digest) return null
  return ownArchive({ id, digest }, maxBytes).catch(() => {
    own.isAsked = false
    return null
  })
}

/** The files of `artifact` that have such `names`. Throws with the reason where it has expired, or cannot be read. */
export async function artifactFiles(
  context: ConnectedJob,
  { artifact, names, limits, once = false, own }: Wanted,
): Promise<Map<string, Uint8Array>> {
  if (artifact.expired) throw new Error('it has expired')
  const { size_in_bytes: size } = artifact
  const { maxArchiveBytes: most } = limits
  if (size > most) throw new Error(`it has ${size} bytes, at most ${most} are downloaded`)
  const ask = () => downloadArchive(context, artifact, most)
  const archive =
    (own && (await fromOwnService(own, artifact, most))) ??
    (await (once && size <= mostKeptBytes
      ? askedOnce(context.octokit, ['archive', artifact.id], ask)
      : ask()))
  return unpackArchive(archive, name => names.test(name), limits)
}
