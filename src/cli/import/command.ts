// `stable-bench trend import`: begins a history with the results of other tools for earlier commits. The nights go to
// the same store, in the same way, as those of stable-bench.
import { readTextFile, statAt } from '../../files/read.ts'
import { isCalibrationDocument } from '../../formats/documents/calibration.ts'
import { defaultTrendPolicy } from '../../history/analyse/trend-policy.ts'
import { importedHistory, onMachines } from '../../history/import/point.ts'
import { addCalibration, appendToDirectory, piecesIn } from '../../history/store/directory.ts'
import { mergeHistories } from '../../history/store/merge.ts'
import { historyOfCalibration } from '../../history/store/read.ts'
import { InputError, maxNights, type TrendHistory } from '../../model/index.ts'
import { counted, firstOf, formatCount, listText, shellWord } from '../../phrases.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { nightDate } from '../../report/trend/dates.ts'
import { nightsByMachine } from '../../report/trend/nights.ts'
import { assertFileFormat, assertPaths, type Flags } from '../flags.ts'
import { printMessage, printText, say } from '../print.ts'
import { commitsOf } from './commits.ts'
import { notUsedText, remarkLines } from './left-out.ts'
import { type ReadPoints, readPoints } from './read-points.ts'

/** The nights of one piece, few enough that it can be read however many benchmarks a night has. */
const nightsAtOnce = 500

/** The newest nights, as many as a history may have. */
function newestNights(history: TrendHistory): TrendHistory[] {
  const first = Math.max(0, history.nights.length - maxNights)
  const parts: TrendHistory[] = []
  for (let from = first; from < history.nights.length; from += nightsAtOnce) {
    parts.push(nightsBetween(history, from, from + nightsAtOnce))
  }
  return parts
}

function nightsBetween(history: TrendHistory, from: number, to: number): TrendHistory {
  const series = history.series.flatMap(each => {
    const kept = each.nights.flatMap((night, i) => (night >= from && night < to ? [i] : []))
    const nights = kept.map(i => (each.nights[i] as number) - from)
    return kept.length === 0 ? [] : [{ ...each, nights, runs: kept.map(i => each.runs[i] as number[]) }]
  })
  return { ...history, nights: history.nights.slice(from, to), series }
}

const idsIn = (histories: TrendHistory[]) =>
  new Set(histories.flatMap(({ nights }) => nights.map(({ id }) => id)))

/** Two lines about the import: the nights with their benchmarks and machines, and how many of them are new. */
function importedText(imported: TrendHistory, known: Set<string>, directory: string): string {
  const { suite, nights, series } = imported
  const [first, last] = [nights[0], nights.at(-1)].map(night => nightDate(night?.date ?? ''))
  const benchmarks = new Set(series.map(({ benchmark }) => benchmark)).size
  const tools = listText([...new Set(nights.map(night => night.imported ?? ''))])
  const names = [...nightsByMachine(nights).keys()]
  const machines =
    names.length > 3 ? `${counted(names.length, 'machine')}, such as ${names[0]}` : listText(names)
  const old = nights.filter(({ id }) => known.has(id)).length
  const fresh = nights.length - old
  const before = old === 0 ? '' : `; ${formatCount(old)} were there already`
  return (
    `${suite}: ${counted(nights.length, 'night')} of ${counted(benchmarks, 'benchmark')} from ${tools}, ${first} to ` +
    `${last}, on ${machines}\n${counted(fresh, 'new night')} in ${directory}${before}\n`
  )
}

/** Says what to do where the nights are on so many machines that hardly one has enough to look for changes. */
function machinesHint({ nights }: TrendHistory): string | null {
  const { minNights } = defaultTrendPolicy
  const short = [...nightsByMachine(nights).values()].filter(own => own.length < minNights)
  if (short.length < 2 || 2 * short.flat().length < nights.length) return null
  return (
    `${counted(short.length, 'machine')} have fewer than ${minNights} nights, too few to look for changes; where they are ` +
    'alike, as hosted runners are, import them as one with --machine NAME into another --history'
  )
}

function nothingFound(words: string[], read: ReadPoints): InputError {
  const { skipped } = read
  const leftOut = remarkLines([...read.leftOut, ...read.parts])
  const others =
    skipped.length === 0 ? '' : `; ${counted(skipped.length, 'file')} there: ${firstOf(skipped, 5)}`
  const why = leftOut.length > 0 ? `: ${firstOf(leftOut, 3, '\n')}` : others
  return new InputError(`trend import: there are no results in ${words.join(', ')}${why}`)
}

const isCalibration = (path: string) =>
  statAt(path)?.isFile() === true && isCalibrationDocument(readTextFile(path))

/** Keeps what calibrations have found of the place of the code. */
function importCalibrations(paths: string[], directory: string): number {
  for (const path of paths) {
    const calibrated = historyOfCalibration(readTextFile(path), path)
    addCalibration(directory, calibrated)
    const placed = counted(calibrated.placements?.length ?? 0, 'row')
    printText(`${calibrated.suite}: what placement does to ${placed}, kept in ${directory}\n`)
  }
  return exitCodes.pass
}

/** Returns the exit code. Says what was imported on the standard output, and what was left out on the standard error. */
export async function importCommand({ values, words }: Flags<'trend import'>): Promise<number> {
  assertPaths('trend import', words, 'results')
  assertFileFormat('trend import', values)
  const calibrations = words.filter(isCalibration)
  if (calibrations.length > 0 && calibrations.length < words.length)
    throw new InputError(`trend import: ${calibrations[0]} is a calibration; import it by itself`)
  if (calibrations.length > 0) return importCalibrations(calibrations, values['import-history'])
  const read = readPoints(words, values.tool, await commitsOf(process.cwd()))
  if (read.points.length === 0) throw nothingFound(words, read)
  const machine = values['import-machine']
  const imported = importedHistory(onMachines(read.points, machine), values['import-suite'], read.repository)
  const directory = values['import-history']
  const known = idsIn(piecesIn(directory, imported.suite).map(({ history }) => history))
  const parts = newestNights(imported)
  for (const part of parts) appendToDirectory(directory, part)
  printText(importedText(mergeHistories(parts), known, directory))
  const leftOut = notUsedText(read, Math.max(0, imported.nights.length - maxNights))
  if (leftOut !== '') printMessage(leftOut)
  const hint = machine === '' ? machinesHint(imported) : null
  if (hint !== null) say(values, hint)
  say(values, `Look at it with: stable-bench trend ${shellWord(directory)}`)
  return exitCodes.pass
}
