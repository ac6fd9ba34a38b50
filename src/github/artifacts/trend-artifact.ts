// The artifact with a suite's history. Every night leaves a new one with the whole history, so that it never expires
// while nights go on. The newest two artifacts are read, so that two nights at once lose nothing.
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '../../phrases.ts'
import { askedOnce } from '../api/asked-once.ts'
import { most } from '../api/budget.ts'
import type { ConnectedJob } from '../api/connect.ts'
import {
  artifactsNamed,
  type BranchArtifact,
  foreignEvent,
  ofBranch,
  ofFormerDefault,
  unprovenNotes,
} from './branch-artifacts.ts'
import { unverifiedNotes } from './download.ts'
import { readUntilEnough, type Skipped, trustedFiles } from './stored-result.ts'
import { artifactClient, isTaken } from './upload.ts'

type StoredTrend<Read> = Skipped & {
  files: Read[]
  /** Why no stored history can be read, so that none may take their place; null where one can, or there is none. */
  lost: string | null
}

type HistorySearch<Read> = {
  name: string
  /** The names that the artifact had before: the first of them that is there counts where none has the present name. */
  formerNames?: string[]
  pattern: RegExp
  branch: string
  /** An ISO date: only those that were left before it count. */
  before?: string | undefined
  /** Whether a list from earlier in this job, and the archive that it names, will do: for reading only, never to write the next history. */
  listedOnce?: boolean
  /** How many of the newest; two when not given. */
  wanted?: number
  /** Turns a file into what the search returns. Throws with the reason for a file that cannot be used. */
  read: (name: string, bytes: Uint8Array) => Read
}

type Searched = Pick<HistorySearch<unknown>, 'name' | 'branch' | 'formerNames' | 'before' | 'listedOnce'>

/** `gone`: how many the branch had, where all of them have expired; `isWhole`: no others can be there. */
type Left = { usable: BranchArtifact[]; gone: number; isWhole: boolean }

/** The histories of `branch` that are left, under the first of the suite's names that has any. */
async function leftHistories(
  context: ConnectedJob,
  { formerNames = [], ...searched }: Searched,
): Promise<Left> {
  const left: Left = { usable: [], gone: 0, isWhole: true }
  for (const name of [searched.name, ...formerNames]) {
    const found = await historiesNamed(context, { ...searched, name })
    if (found.usable.length > 0 || !found.isWhole) return found
    left.gone += found.gone
  }
  return left
}

/** A default branch without any takes those of its former name. */
async function historiesNamed(
  context: ConnectedJob,
  { name, branch, before, listedOnce = false }: Searched,
): Promise<Left> {
  const isBefore = ({ createdAt }: BranchArtifact) =>
    before === undefined || Date.parse(createdAt) < Date.parse(before)
  const usableOf = (found: BranchArtifact[]) => found.filter(each => !each.artifact.expired && isBefore(each))
  const isEnough = (found: BranchArtifact[]) => ofBranch(usableOf(found), branch).length > 0
  const list = () => artifactsNamed(context, { name, isEnough })
  const question = ['histories', name, branch, before ?? '']
  const { found, isWhole } = await (listedOnce ? askedOnce(context.octokit, question, list) : list())
  const usable = usableOf(found)
  const own = ofBranch(usable, branch)
  if (own.length > 0) return { usable: own, gone: 0, isWhole }
  // Where those before a newer history are asked for, it has what they held.
  const gone = before === undefined ? ofBranch(found, branch).length : 0
  const former = branch === context.defaultBranch ? ofFormerDefault(usable, context) : []
  return { usable: former, gone, isWhole }
}

/** Why no history counts although there may be some; null where one is usable, or none can be there. */
const whyUnseen = ({ usable, isWhole }: Left): string | null =>
  isWhole || usable.length > 0
    ? null
    : 'too many artifacts of that name are of forks or other branches; delete some of those'

const goneNotes = ({ gone }: Left): string[] =>
  gone === 0 ? [] : [`${counted(gone, 'artifact')} with what earlier runs kept had expired`]

/**
 * The files of the newest histories of `branch`, each name once. A history that cannot be used is skipped with a note.
 * Throws the server's refusal to list them.
 */
export async function storedTrend<Read>(
  context: ConnectedJob,
  { pattern, wanted = 2, read, ...searched }: HistorySearch<Read>,
): Promise<StoredTrend<Read>> {
  const left = await leftHistories(context, searched)
  const { usable } = left
  const seen = new Set<string>()
  const foreign: string[] = []
  const nameOf = ({ runId }: BranchArtifact) => `the history of run ${runId}`
  const { results, used, notes, unread } = await readUntilEnough(usable.slice(0, most.historiesTried), {
    nameOf,
    read: async each => {
      const event = each.mustBeScheduled ? null : await foreignEvent(context, each)
      if (event !== null) {
        // Code that somebody asked to measure may have left it: it must not make the nights fail.
        foreign.push(`${nameOf(each)} was skipped: made by the event ${event}`)
        return null
      }
      const found = await trustedFiles(context, each, { names: pattern, once: searched.listedOnce })
      const fresh = [...found].filter(([file]) => !seen.has(file))
      const files = fresh.map(([file, bytes]) => read(file, bytes))
      for (const [file] of fresh) if (!file.startsWith('trend-')) seen.add(file)
      return files
    },
    isEnough: found => found.length === wanted,
  })
  return {
    files: results.flat(),
    notes: [
      ...unprovenNotes(context.octokit),
      ...goneNotes(left),
      ...notes,
      ...foreign,
      ...formerNotes(used),
      ...unverifiedNotes(used.map(({ artifact }) => artifact)),
    ],
    unread,
    // A history of another branch counts only where a schedule made it.
    lost: results.length > 0 ? null : ((usable[0]?.mustBeScheduled ? unread : notes)[0] ?? whyUnseen(left)),
  }
}

function formerNotes(used: BranchArtifact[]): string[] {
  const former = used.find(({ mustBeScheduled }) => mustBeScheduled)?.artifact.workflow_run?.head_branch
  return former ? [`goes on from that of ${former}, which was the default branch before`] : []
}

const mostTries = 4

/**
 * Uploads the files that `prepare` returns as `name`. Another leg may have left one meanwhile: then `prepare` runs
 * again to join its files, and that one is replaced. Throws when the service refuses.
 */
export async function uploadTrend(name: string, prepare: () => Promise<string[]>): Promise<void> {
  const client = await artifactClient()
  for (let tries = 1; ; tries++) {
    const files = await prepare()
    if (tries > 1) await client.deleteArtifact(name).catch(() => {})
    try {
      await client.uploadArtifact(name, files, dirname(files[0] ?? '.'))
      return
    } catch (error) {
      if (tries === mostTries || !isTaken(error)) throw error
      await sleep(200 + Math.random() * 2000)
    }
  }
}
