// The history as an artifact. It holds the nights that earlier runs kept, those that they missed, and this night.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as core from '@actions/core'
import { branchEvents, nightEvents } from '../../github/api/branch-events.ts'
import { most, onTop } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { newReleases } from '../../github/api/release-tags.ts'
import { type MissedNight, missedNights } from '../../github/artifacts/missed-nights.ts'
import { artifactName } from '../../github/artifacts/name.ts'
import { storedTrend } from '../../github/artifacts/trend-artifact.ts'
import { anyKeptName, type KeptSession, readKeptSession } from '../../history/store/kept-session.ts'
import { mergeHistories, placeReleases, unionOfNights } from '../../history/store/merge.ts'
import { type NightSettings, nightOfSession } from '../../history/store/night-of.ts'
import { compactPieces, type Piece, pieceName, pieceOf, pieceReader } from '../../history/store/pieces.ts'
import { isRepeated } from '../../history/store/repeated-night.ts'
import type { Night, TrendHistory } from '../../model/index.ts'
import { logText } from '../log.ts'
import { sessionOfRun } from '../stored-session.ts'
import { workDirectory } from '../work-file.ts'

type NightRequest = {
  suite: string
  /** The name of the artifact, and those that it had before. */
  name: string
  formerNames: string[]
  night: TrendHistory
  settings: NightSettings
}

/** `sessions` are those that earlier runs kept. */
type Collected = { history: TrendHistory; pieces: Piece[]; sessions: KeptSession[] }

function knownResults(suite: string, nights: Night[]) {
  const ids = new Set(nights.flatMap(({ artifact }) => artifact ?? []))
  const unnamed = nights.filter(({ artifact }) => artifact === undefined)
  const runOf = ({ url }: Night) => /\/actions\/runs\/(\d+)/.exec(url ?? '')?.[1] ?? '0'
  const nameOf = ({ fingerprint }: Night) => artifactName('baseline', suite, fingerprint)
  const runs = new Set(unnamed.map(each => `${runOf(each)} ${nameOf(each)}`))
  return ({ artifact, runId, name }: { artifact: number; runId: number; name: string }) =>
    ids.has(artifact) || runs.has(`${runId} ${name}`)
}

async function missed(context: ConnectedJob, request: NightRequest, nights: Night[]) {
  const { suite, settings } = request
  const first = nights.length <= 1
  const address = context.runUrl.replace(/\d+$/, '')
  const read = (night: MissedNight) => {
    const { runId, artifact } = night
    const session = sessionOfRun(night, context, `the result of run ${runId}`)
    return pieceOf(nightOfSession(session, { ...settings, url: `${address}${runId}`, artifact }))
  }
  const nameOf = ({ fingerprint }: Night) => artifactName('baseline', suite, fingerprint)
  const names = [...new Set(nights.toReversed().map(nameOf))].slice(0, most.nightTestbeds)
  const search = {
    names,
    branch: context.branch,
    events: first ? branchEvents : nightEvents,
    isKnown: knownResults(suite, nights),
    read,
  }
  const own = first ? most.firstNightRequests : most.nightRequests
  return onTop(context.octokit, own, () => missedNights(context, search))
}

async function withReleases(context: ConnectedJob, history: TrendHistory): Promise<TrendHistory> {
  try {
    const found = await newReleases(context, history.releases)
    const releases = [...history.releases, ...found]
    return { ...history, releases, nights: placeReleases(history.nights, releases) }
  } catch (error) {
    core.info(`Releases are not known: ${(error as Error).message}`)
    return history
  }
}

/** The error where histories exist and none can be read: nothing is uploaded in their place. */
export class HistoryLost extends Error {
  override name = 'HistoryLost'
  constructor(name: string, why: string) {
    super(`none of the artifacts ${name} can be read, and none is replaced: ${why}`)
  }
}

const pageName = 'trend.html'
const anyFile = new RegExp(`${pieceName.source}|${anyKeptName.source}|^${pageName}$`)

type StoredFile = { piece: Piece } | { session: KeptSession } | { page: Uint8Array }

function fileReader(): (name: string, bytes: Uint8Array) => StoredFile {
  const readPiece = pieceReader()
  return (name, bytes) => {
    if (name === pageName) return { page: bytes }
    return anyKeptName.test(name)
      ? { session: readKeptSession(name, bytes) }
      : { piece: readPiece(name, bytes) }
  }
}

/** `page` is the newest history's. */
type StoredHistory = { pieces: Piece[]; sessions: KeptSession[]; page: Uint8Array | null }

/** The newest two histories of the suite, and those that its first former name left before. Throws as `storedHistory`. */
async function filesOf(
  context: ConnectedJob,
  { name, formerNames }: Pick<NightRequest, 'name' | 'formerNames'>,
): Promise<StoredFile[]> {
  const read = fileReader()
  const search = { pattern: anyFile, branch: context.branch, read }
  const files: StoredFile[] = []
  for (const each of [name, ...formerNames]) {
    const pieces = files.flatMap(file => ('piece' in file ? [file.piece.history] : []))
    const before = unionOfNights(pieces)[0]?.date
    const stored = await storedTrend(context, { ...search, name: each, before })
    for (const note of stored.notes) logText(`History: ${note}`)
    if (stored.lost !== null && files.length === 0) throw new HistoryLost(each, stored.lost)
    files.push(...stored.files)
    if (each !== name && stored.files.length > 0) break
  }
  return files
}

/** Reads the stored histories, under the present name of the suite. Throws the server's refusal to list them, and HistoryLost. */
export async function storedHistory(
  context: ConnectedJob,
  { suite, ...names }: Pick<NightRequest, 'suite' | 'name' | 'formerNames'>,
): Promise<StoredHistory> {
  const files = await onTop(context.octokit, most.nightRequests, () => filesOf(context, names))
  const renamed = (piece: Piece): Piece =>
    piece.history.suite === suite ? piece : pieceOf({ ...piece.history, suite })
  const pages = files.flatMap(file => ('page' in file ? [file.page] : []))
  return {
    pieces: files.flatMap(file => ('piece' in file ? [renamed(file.piece)] : [])),
    sessions: files.flatMap(file => ('session' in file ? [file.session] : [])),
    page: pages[0] ?? null,
  }
}

/** Everything that is known of the suite by now, without nights of repeated old runs. Throws as `storedHistory`. */
export async function collectHistory(context: ConnectedJob, request: NightRequest): Promise<Collected> {
  const { sessions, ...stored } = await storedHistory(context, request)
  const known = unionOfNights(stored.pieces.map(piece => piece.history))
  const isInOrder = ({ history }: Piece) => !history.nights.some(each => isRepeated(each, known))
  const pieces = [...stored.pieces, ...[pieceOf(request.night)].filter(isInOrder)]
  const nights = unionOfNights(pieces.map(piece => piece.history))
  const found = await missed(context, request, nights)
  for (const note of found.notes) logText(`History: ${note}`)
  const kept = compactPieces([...pieces, ...found.nights.filter(isInOrder)])
  const memories = pieces.filter(({ history }) => history.nights.length === 0)
  const history = mergeHistories([...kept, ...memories].map(piece => piece.history))
  return { history: await withReleases(context, history), pieces: kept, sessions }
}

/** Writes the files of an artifact, the page last where there is one, to a directory of its name; their paths. */
export function writeTrendFiles(
  artifact: string,
  files: { name: string; bytes: Uint8Array }[],
  page: Uint8Array | string | null,
): string[] {
  const directory = join(workDirectory(), artifact)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  return [...files, ...(page === null ? [] : [{ name: pageName, bytes: page }])].map(({ name, bytes }) => {
    writeFileSync(join(directory, name), bytes)
    return join(directory, name)
  })
}
