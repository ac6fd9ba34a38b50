// The files of a history. Each is written once, and has one night or many; one has the announced changes and releases.
// A new night adds a file. Too many small files are merged into one.

import { gunzipSync, gzipSync } from 'node:zlib'
import { maxFileBytes } from '../../files/read.ts'
import { decodeText } from '../../formats/decode-text.ts'
import { grouped } from '../../grouped.ts'
import { shortDigest } from '../../model/digest.ts'
import { maxNights, maxSeries, type TrendHistory } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { parseTrendDocument, renderTrendDocument } from './document.ts'
import { mergeHistories, seriesKey } from './merge.ts'

/** `bytes` are those of the file: a trend document, packed. */
export type Piece = { name: string; bytes: Uint8Array; history: TrendHistory }

/** The names of the files that a history consists of. */
export const pieceName = /^(?:nights-[0-9]{8}-[0-9]{1,4}|trend)-[0-9a-f]{12}\.json\.gz$/

type PieceLimits = {
  /** Pieces of about the same size are rolled into one when there are more. */
  maxAlike: number
  /** The most bytes of all pieces together. Above it, the oldest nights lose their runs first, and then they go. */
  maxBytes: number
  maxNights: number
  /** An artifact with more files than it is not read. Above it, the oldest nights go. */
  maxPieces: number
}

/** A year of 1,000 benchmarks has 11 MB. */
export const usualLimits: PieceLimits = { maxAlike: 31, maxBytes: 40e6, maxNights, maxPieces: 190 }

const digest = (value: unknown) => shortDigest(JSON.stringify(value), 12)

function nameOf({ suite, nights, series }: TrendHistory): string {
  const [first] = nights
  if (!first) return `trend-${digest(suite)}.json.gz`
  // Few runs make another file of the same nights.
  const content = [suite, nights.map(({ id }) => id), series.map(each => each.runs.map(run => run.length))]
  const day = first.date.slice(0, 10).replaceAll('-', '')
  return `nights-${day}-${nights.length}-${digest(content)}.json.gz`
}

/** A new piece of these nights. What is remembered of all nights is in a piece of its own. */
export function pieceOf(history: TrendHistory): Piece {
  const { placements: _, ...rest } = history
  const nightly = history.nights.length > 0 ? { ...rest, releases: [], told: [] } : history
  const bytes = gzipSync(renderTrendDocument(nightly))
  return { name: nameOf(nightly), bytes, history: nightly }
}

/** The piece with the announced changes, releases and calibrated placements of `history`. */
export function memoryPiece(history: TrendHistory): Piece {
  return pieceOf({ ...history, nights: [], series: [] })
}

/** Bytes, unpacked: four times the largest history that is ever written. */
const maxUnpacked = 2 * maxFileBytes

/** Reads pieces one after the other. Throws for other files, and where all together are larger than any history ever written. */
export function pieceReader(): (name: string, bytes: Uint8Array) => Piece {
  let left = maxUnpacked
  return (name, bytes) => {
    const unpacked = gunzipSync(bytes, { maxOutputLength: Math.max(1, Math.min(left, maxFileBytes)) })
    left -= unpacked.length
    return { name, bytes, history: parseTrendDocument(decodeText(unpacked), name) }
  }
}

const size = ({ history }: Piece) => history.nights.length

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

const bytesOf = (pieces: Piece[]) => sum(pieces.map(({ bytes }) => bytes.length))

/** The pieces without those whose nights are all in larger ones. */
function uncovered(pieces: Piece[]): Piece[] {
  const seen = new Set<string>()
  return [...pieces]
    .sort((a, b) => size(b) - size(a) || b.bytes.length - a.bytes.length)
    .filter(({ history }) => {
      const adds = history.nights.some(({ id }) => !seen.has(id))
      for (const { id } of history.nights) seen.add(id)
      return adds
    })
}

/** Pieces of 1 to 31 nights are alike, those of 32 to 1023, and so on: a night is merged within a month, and then after years. */
const sizeClass = (piece: Piece, { maxAlike }: PieceLimits) =>
  Math.floor(Math.log(size(piece)) / Math.log(maxAlike + 1) + 1e-9)

const oldestFirst = (a: Piece, b: Piece) =>
  (a.history.nights[0]?.date ?? '').localeCompare(b.history.nights[0]?.date ?? '')

/** The oldest neighbours that one piece can hold and be read: half of all bytes, and the series of a document, at most. */
function oldestThatFit(crowd: Piece[], { maxBytes }: PieceLimits): Piece[] {
  let part: Piece[] = []
  let series = new Set<string>()
  for (const piece of crowd.toSorted(oldestFirst)) {
    const own = piece.history.series.map(seriesKey)
    const joined = new Set([...series, ...own])
    const fits = bytesOf([...part, piece]) < maxBytes / 2 && joined.size <= maxSeries
    if (!fits && part.length > 1) return part
    part = fits ? [...part, piece] : [piece]
    series = fits ? joined : new Set(own)
  }
  return part.length > 1 ? part : []
}

function rolled(pieces: Piece[], limits: PieceLimits): Piece[] {
  for (const crowd of grouped(pieces, piece => sizeClass(piece, limits)).values()) {
    const part = crowd.length > limits.maxAlike ? oldestThatFit(crowd, limits) : []
    if (part.length === 0) continue
    const together = pieceOf(mergeHistories(part.map(({ history }) => history)))
    return rolled([...pieces.filter(piece => !part.includes(piece)), together], limits)
  }
  return pieces
}

const isThin = ({ series }: TrendHistory) => series.every(({ runs }) => runs.every(run => run.length === 1))

function thinned({ history }: Piece): Piece {
  const series = history.series.map(each => ({ ...each, runs: each.runs.map(run => [median(run)]) }))
  return pieceOf({ ...history, series })
}

/** The pieces that fit. The oldest nights first lose their runs, then they go. The newest piece stays. */
function fitted(pieces: Piece[], { maxBytes, maxPieces, maxNights: most }: PieceLimits): Piece[] {
  const kept = [...pieces].sort(oldestFirst)
  for (let i = 0; i < kept.length - 1 && bytesOf(kept) > maxBytes; i++) {
    const piece = kept[i] as Piece
    if (!isThin(piece.history)) kept[i] = thinned(piece)
  }
  const areMany = () => bytesOf(kept) > maxBytes || kept.length > maxPieces || sum(kept.map(size)) > most
  while (kept.length > 1 && areMany()) kept.shift()
  return kept
}

/** The pieces with the nights of all, merged and thinned until the limits hold; what is remembered of all nights is left out. */
export function compactPieces(pieces: Piece[], limits = usualLimits): Piece[] {
  return fitted(rolled(uncovered(pieces), limits), limits)
}
