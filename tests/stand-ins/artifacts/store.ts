// What the results service remembers: artifacts and their uploads, keyed by the number of the workflow run and its attempt.
import { createHash } from 'node:crypto'
import { type Blob, newBlob } from './blob-store.ts'

/**
 * An artifact whose upload is finished. `digest` is `sha256:<hex>`, null on a server that keeps none; `size` in bytes,
 * times are ISO 8601.
 */
export type StoredArtifact = {
  id: number
  runId: number
  attempt: number
  name: string
  size: number
  digest: string | null
  createdAt: string
  expiresAt: string
  expired: boolean
}

/** What a test stores directly; a `digest` that is not the content's plays a blob that was tampered with. */
export type NewArtifact = Pick<StoredArtifact, 'runId' | 'name'> &
  Partial<Pick<StoredArtifact, 'id' | 'attempt' | 'digest' | 'createdAt' | 'expiresAt' | 'expired'>> & {
    content: Buffer
  }

export type Entry = StoredArtifact & { jobBackendId: string; finished: boolean; blob: Blob }

/** `made` is how many there have been. */
export type ArtifactStore = { entries: Entry[]; made: number }

/** GitHub's ids are not in order of time: here each second artifact has a lower one than that before it. */
const idOf = (made: number) => 1001 + (made ^ 1)

const defaultRetention = 90 * 24 * 3600_000

/** Later than whatever was made before. */
function now({ entries }: ArtifactStore): string {
  const latest = Math.max(0, ...entries.map(({ createdAt }) => Date.parse(createdAt)))
  const time = Date.now()
  // A test may have made some of the future, which is none of this.
  return new Date(latest >= time && latest < time + 1000 ? latest + 1 : time).toISOString()
}

type Named = Pick<StoredArtifact, 'runId' | 'attempt' | 'name'>

/** Starts an upload; the caller fills in what it knows. */
export function newEntry(store: ArtifactStore, named: Named, blob: Blob): Entry {
  const createdAt = now(store)
  const expiresAt = new Date(Date.now() + defaultRetention).toISOString()
  const unfinished = { size: 0, digest: '', expired: false, jobBackendId: '', finished: false }
  const id = idOf(store.made++)
  const entry: Entry = { id, ...named, createdAt, expiresAt, blob, ...unfinished }
  store.entries.push(entry)
  return entry
}

/** Stores a finished artifact without any request. */
export function addEntry(store: ArtifactStore, { content, ...given }: NewArtifact): Entry {
  const blob = newBlob(`${given.name}.zip`, 'application/zip', content)
  const { runId, name, attempt = 1 } = given
  const entry = newEntry(store, { runId, attempt, name }, blob)
  return Object.assign(entry, { size: content.length, digest: digestOf(content), finished: true }, given)
}

/** @throws when no finished artifact has that id: the test asked for something that is not there */
export function findEntry(store: ArtifactStore, id: number): Entry & { blob: { content: Buffer } } {
  const entry = store.entries.find(candidate => candidate.id === id && candidate.finished)
  if (!entry?.blob.content) throw new Error(`the results service has no artifact ${id}`)
  return entry as Entry & { blob: { content: Buffer } }
}

export function publicPart(entry: Entry): StoredArtifact {
  const { id, runId, attempt, name, size, digest, createdAt, expiresAt, expired } = entry
  return { id, runId, attempt, name, size, digest, createdAt, expiresAt, expired }
}

export const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`
