// What the results service remembers: artifacts and their uploads, keyed by the number of the workflow run.
import { createHash } from 'node:crypto'
import { type Blob, newBlob } from './blob-store.ts'

/**
 * An artifact whose upload is finished. `digest` is `sha256:<hex>`, null on a server that keeps none; `size` in bytes,
 * times are ISO 8601.
 */
export type StoredArtifact = {
  id: number
  runId: number
  name: string
  size: number
  digest: string | null
  createdAt: string
  expiresAt: string
  expired: boolean
}

/** What a test stores directly; a `digest` that is not the content's plays a blob that was tampered with. */
export type NewArtifact = Pick<StoredArtifact, 'runId' | 'name'> &
  Partial<Pick<StoredArtifact, 'digest' | 'createdAt' | 'expiresAt' | 'expired'>> & { content: Buffer }

export type Entry = StoredArtifact & { jobBackendId: string; finished: boolean; blob: Blob }

export type ArtifactStore = { entries: Entry[]; nextId: number }

const defaultRetention = 90 * 24 * 3600_000

/** Starts an upload; the caller fills in what it knows. */
export function newEntry(store: ArtifactStore, runId: number, name: string, blob: Blob): Entry {
  const createdAt = new Date().toISOString()
  const expiresAt = new Date(Date.now() + defaultRetention).toISOString()
  const unfinished = { size: 0, digest: '', expired: false, jobBackendId: '', finished: false }
  const entry: Entry = { id: store.nextId++, runId, name, createdAt, expiresAt, blob, ...unfinished }
  store.entries.push(entry)
  return entry
}

/** Stores a finished artifact without any request. */
export function addEntry(store: ArtifactStore, { content, ...given }: NewArtifact): Entry {
  const blob = newBlob(`${given.name}.zip`, 'application/zip', content)
  const entry = newEntry(store, given.runId, given.name, blob)
  return Object.assign(entry, { size: content.length, digest: digestOf(content), finished: true }, given)
}

/** @throws when no finished artifact has that id: the test asked for something that is not there */
export function findEntry(store: ArtifactStore, id: number): Entry & { blob: { content: Buffer } } {
  const entry = store.entries.find(candidate => candidate.id === id && candidate.finished)
  if (!entry?.blob.content) throw new Error(`the results service has no artifact ${id}`)
  return entry as Entry & { blob: { content: Buffer } }
}

export function publicPart(entry: Entry): StoredArtifact {
  const { id, runId, name, size, digest, createdAt, expiresAt, expired } = entry
  return { id, runId, name, size, digest, createdAt, expiresAt, expired }
}

export const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`
