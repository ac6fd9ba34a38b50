// Reads a history from trend documents, calibrations and result documents, named or in directories.
import { join } from 'node:path'
import { directoryEntries, readTextFile, statAt } from '../../files/read.ts'
import { isCalibrationDocument, parseCalibration, placementsIn } from '../../formats/documents/calibration.ts'
import { isResultDocument, parseResultDocument } from '../../formats/documents/result.ts'
import { InputError, type TrendHistory } from '../../model/index.ts'
import { isTrendDocument, parseTrendDocument } from './document.ts'
import { anyKeptName } from './kept-session.ts'
import { mergeHistories } from './merge.ts'
import { type NightSettings, nightOfSession } from './night-of.ts'

const documentName = /\.json(?:\.gz)?$/
const deepest = 5

function documentsBelow(directory: string, depth = 0): string[] {
  return directoryEntries(directory).flatMap(entry => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return depth < deepest ? documentsBelow(path, depth + 1) : []
    // Who opens a pipe waits for somebody who writes into it.
    if (!entry.isFile() && !entry.isSymbolicLink()) return []
    return documentName.test(entry.name) && !anyKeptName.test(entry.name) ? [path] : []
  })
}

/** What a calibration says of the place of the code, as a history. Throws an InputError for one without layouts. */
export function historyOfCalibration(text: string, source: string): TrendHistory {
  const document = parseCalibration(text, source)
  const { suite, machine, date } = document
  const placements = placementsIn(document).map(each => ({
    ...each,
    machine: machine ?? 'unknown',
    date: date ?? new Date(0).toISOString(),
  }))
  if (placements.length === 0)
    throw new InputError(
      `${source}: says nothing of placement, which a history keeps of a calibration; calibrate with --layouts 20`,
    )
  return { suite, repository: null, nights: [], series: [], releases: [], told: [], placements }
}

function historyIn(path: string, settings: NightSettings): TrendHistory | null {
  const text = readTextFile(path)
  if (isTrendDocument(text)) return parseTrendDocument(text, path)
  if (isCalibrationDocument(text)) return historyOfCalibration(text, path)
  return isResultDocument(text) ? nightOfSession(parseResultDocument(text, path), settings) : null
}

function named(path: string, settings: NightSettings): TrendHistory {
  const history = historyIn(path, settings)
  if (history) return history
  throw new InputError(`${path}: is neither a trend document nor a result document`)
}

export type ReadHistories = {
  /** By suite. */
  histories: Map<string, TrendHistory>
  /** Files in directories that are neither trend nor result documents. */
  skipped: string[]
}

/**
 * The histories in `paths`, one per suite. In directories all trend and result documents count, to a depth of
 * five; a named file must be one. Throws an InputError for a file that cannot be read.
 */
export function readHistories(paths: string[], settings: NightSettings = {}): ReadHistories {
  const skipped: string[] = []
  const bySuite = new Map<string, TrendHistory[]>()
  const add = (history: TrendHistory) => {
    bySuite.set(history.suite, [...(bySuite.get(history.suite) ?? []), history])
  }
  for (const path of paths) {
    if (!statAt(path)?.isDirectory()) {
      add(named(path, settings))
      continue
    }
    for (const file of documentsBelow(path)) {
      const history = historyIn(file, settings)
      if (history) add(history)
      else skipped.push(file)
    }
  }
  const histories = [...bySuite].map(([suite, parts]) => [suite, mergeHistories(parts)] as const)
  return { histories: new Map(histories), skipped }
}
