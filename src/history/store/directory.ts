// A history in a local directory. Each night adds a file that no other job writes, so that jobs need no lock.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../files/write.ts'
import { makeDirectory } from '../../make-directory.ts'
import { InputError, type TrendHistory } from '../../model/index.ts'
import { mergeHistories, unionOfNights } from './merge.ts'
import { compactPieces, memoryPiece, type Piece, pieceName, pieceOf, pieceReader } from './pieces.ts'
import { isRepeated } from './repeated-night.ts'

const attempts = 5

function writePiece(directory: string, { name, bytes }: Piece): void {
  writeWhole(join(directory, name), bytes)
}

type ReadPiece = ReturnType<typeof pieceReader>

function readNamed(directory: string, name: string, read: ReadPiece): Piece {
  const bytes = readFileSync(join(directory, name))
  try {
    return read(name, bytes)
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}; move it out of there, the others count without it`)
  }
}

/** Null when a file disappears meanwhile: another job has merged it, and its nights are in another file now. */
function readPieces(directory: string, suite: string): Piece[] | null {
  const readPiece = pieceReader()
  try {
    return readdirSync(directory)
      .filter(name => pieceName.test(name))
      .map(name => readNamed(directory, name, readPiece))
      .filter(({ history }) => history.suite === suite)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new InputError(`history: ${directory} cannot be read: ${(error as Error).message}`)
  }
}

function openDirectory(directory: string): void {
  try {
    makeDirectory(directory)
  } catch (error) {
    throw new InputError(
      `history: ${directory} cannot be made: ${(error as Error).message}; choose another directory`,
    )
  }
}

/** The pieces of the history of `suite` in `directory`, which is made where there is none. Throws an InputError. */
export function piecesIn(directory: string, suite: string): Piece[] {
  openDirectory(directory)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const pieces = readPieces(directory, suite)
    if (pieces) return pieces
  }
  throw new InputError(`history: ${directory} changes all the time; is something removing its files?`)
}

/** The history of `suite` in `directory`; null where there is none. Throws an InputError where it cannot be read. */
export function historyIn(directory: string, suite: string): TrendHistory | null {
  const pieces = existsSync(directory) ? piecesIn(directory, suite) : []
  return pieces.length === 0 ? null : mergeHistories(pieces.map(({ history }) => history))
}

/** The piece of `nights`, merged with all stored pieces that share a night with them, which it replaces. */
function pieceToAdd(pieces: Piece[], nights: TrendHistory): { added: Piece; replaced: Piece[] } {
  const ids = new Set(nights.nights.map(({ id }) => id))
  const replaced = pieces.filter(({ history }) => history.nights.some(({ id }) => ids.has(id)))
  const known = replaced.map(({ history }) => history)
  return { added: pieceOf(mergeHistories([...known, nights])), replaced }
}

/** The pieces to add a night to. Where they cannot be read, it waits beside them: nothing else would pick it up later. */
function piecesFor(directory: string, night: TrendHistory): Piece[] {
  try {
    return piecesIn(directory, night.suite)
  } catch (error) {
    const own = pieceOf(night)
    const isThere = statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (isThere && !existsSync(join(directory, own.name))) writePiece(directory, own)
    throw error
  }
}

/**
 * Adds a night, or several, and returns the history with them; one of a repeated old run is left out. Throws an InputError where
 * another file of it cannot be read: then the night is in the directory all the same, for the next one.
 */
export function appendToDirectory(directory: string, night: TrendHistory): TrendHistory {
  const pieces = piecesFor(directory, night)
  const known = unionOfNights(pieces.map(({ history }) => history))
  if (night.nights.every(each => isRepeated(each, known)) && pieces.length > 0)
    return mergeHistories(pieces.map(({ history }) => history))
  const { added, replaced } = pieceToAdd(pieces, night)
  writePiece(directory, added)
  const kept = compactPieces([...pieces.filter(piece => !replaced.includes(piece)), added])
  for (const piece of kept) if (!pieces.includes(piece) && piece !== added) writePiece(directory, piece)
  // Only now, when their nights are in other files.
  const names = new Set(kept.map(({ name }) => name))
  const gone = [...pieces, added].filter(piece => !isMemory(piece) && !names.has(piece.name))
  for (const { name } of gone) rmSync(join(directory, name), { force: true })
  return mergeHistories([...kept, ...pieces.filter(isMemory)].map(({ history }) => history))
}

/** Where the history of a suite was under the name that it had before. */
type FormerHistory = { directory: string; suite: string }

const newestNight = (pieces: Piece[]) =>
  unionOfNights(pieces.map(({ history }) => history)).at(-1)?.date ?? ''

/**
 * Copies the history of a suite from where it was under the first of its former names that has one. Where there is one under its
 * present name, only nights from before it are its own. Throws an InputError for what cannot be read.
 */
export function takeOver(directory: string, suite: string, formers: FormerHistory[]): void {
  if (formers.length === 0) return
  const first = historyIn(directory, suite)?.nights[0]?.date
  for (const former of formers.filter(each => existsSync(each.directory))) {
    const pieces = piecesIn(former.directory, former.suite)
    if (pieces.length === 0 || (first !== undefined && newestNight(pieces) >= first)) continue
    openDirectory(directory)
    const own = pieces.map(({ history }) => ({ ...history, suite }))
    for (const history of own.filter(({ nights }) => nights.length > 0))
      writePiece(directory, pieceOf(history))
    rememberInDirectory(directory, mergeHistories(own))
    return
  }
}

const isMemory = ({ history }: Piece) => history.nights.length === 0

/** Adds what a calibration has found to the history of its suite. */
export const addCalibration = (directory: string, calibrated: TrendHistory): void =>
  rememberInDirectory(
    directory,
    mergeHistories([...piecesIn(directory, calibrated.suite).map(({ history }) => history), calibrated]),
  )

/** Keeps what is remembered of all nights, also what another job has kept since `history` was read. */
export function rememberInDirectory(directory: string, history: TrendHistory): void {
  const own = memoryPiece(history)
  const path = join(directory, own.name)
  const present = existsSync(path) ? [readNamed(directory, own.name, pieceReader()).history] : []
  writePiece(directory, memoryPiece(mergeHistories([...present, own.history])))
}
