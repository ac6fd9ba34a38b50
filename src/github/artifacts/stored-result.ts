// One stored session as it is found: the bytes of its document, and where they come from.
import { BudgetUsedUp } from '../api/budget.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { type BranchArtifact, objection } from './branch-artifacts.ts'
import { artifactFiles } from './download.ts'

export type StoredResult = {
  commit: string
  runId: number
  createdAt: string
  fileName: string
  bytes: Uint8Array
}

/** The error for a result that does not count although it may be read: it belongs to another commit, or has expired. */
export class Unfit extends Error {
  override name = 'Unfit'
}

/** `notes` name the items that were passed over; `unread` those that may hold a result all the same. */
export type Skipped = { notes: string[]; unread: string[] }

/** `used` are the items that `results` were made of. */
type ReadItems<Item, Read> = Skipped & { results: Read[]; used: Item[] }

type ItemReading<Item, Read> = {
  /** Null for an item that is not needed after all. */
  read: (item: Item) => Promise<Read | null>
  nameOf: (item: Item) => string
  isEnough?: (results: Read[]) => boolean
  /** Whether an item with this error is passed over; else the error is thrown. Every item is when not given. */
  passesOver?: (error: unknown) => boolean
}

/** Reads `items` in order until enough, or all requests are made; one that throws is skipped with a note, or ends it. */
export async function readUntilEnough<Item, Read>(
  items: Item[],
  { read, nameOf, isEnough = () => false, passesOver = () => true }: ItemReading<Item, Read>,
): Promise<ReadItems<Item, Read>> {
  const found: ReadItems<Item, Read> = { results: [], used: [], notes: [], unread: [] }
  for (const item of items) {
    if (isEnough(found.results)) break
    try {
      const result = await read(item)
      if (result === null) continue
      found.results.push(result)
      found.used.push(item)
    } catch (error) {
      if (!passesOver(error)) throw error
      const isCut = error instanceof BudgetUsedUp
      const what = isCut ? 'more results were not looked at' : `${nameOf(item)} was skipped`
      const note = `${what}: ${(error as Error).message}`
      found.notes.push(note)
      if (!(error instanceof Unfit)) found.unread.push(note)
      if (isCut) break
    }
  }
  return found
}

/** A history has 40 MB of nights and 20 MB of sessions, and its page. */
const limits = { maxArchiveBytes: 128 * 1024 * 1024, maxEntries: 400, maxBytes: 256 * 1024 * 1024 }

/** Files of the branch's artifact. `once`: others may be needed later. Throws Unfit when it may not be used, or why it is unread. */
export async function trustedFiles(
  context: ConnectedJob,
  stored: BranchArtifact,
  { names, once }: { names: RegExp; once?: boolean | undefined },
): Promise<Map<string, Uint8Array>> {
  const { artifact } = stored
  if (artifact.expired) throw new Unfit('it has expired')
  const refused = await objection(context, stored)
  if (refused !== null) throw new Unfit(refused)
  return artifactFiles(context, { artifact, names, limits, once }).catch(error => {
    // Between being listed and downloaded.
    throw error.status === 410 ? new Unfit(error.message) : error
  })
}

/** The result document of a single artifact. Throws as `trustedFiles`, and when there is none in it. */
export async function singleResult(context: ConnectedJob, single: BranchArtifact): Promise<StoredResult> {
  const files = await trustedFiles(context, single, { names: /^result\.json(?:\.gz)?$/ })
  const [entry, ...more] = files
  if (!entry || more.length > 0) throw new Error('it holds no result.json')
  const { commit, runId, createdAt } = single
  return { commit, runId, createdAt, fileName: entry[0], bytes: entry[1] }
}
