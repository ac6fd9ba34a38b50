// Reads files of results, and finds the commit and the date of each.
import { dirname, join, relative, resolve } from 'node:path'
import { directoryEntries, statAt } from '../../files/read.ts'
import { readOutput } from '../../files/session-file.ts'
import { outputAt } from '../../files/tool-output.ts'
import { isResultDocument } from '../../formats/documents/result.ts'
import { askedFormat } from '../../formats/index.ts'
import { recogniseOutput } from '../../formats/output.ts'
import { findUnread } from '../../formats/recognise.ts'
import { type EarlierVersions, earlierVersions } from '../../history/import/asv-versions.ts'
import { isDataJs, readDataJs } from '../../history/import/data-js.ts'
import { type Origin, originIn, originOfPath } from '../../history/import/origin.ts'
import { isOtavaConfig, readOtava } from '../../history/import/otava.ts'
import type { ImportedPoint } from '../../history/import/point.ts'
import { isTrendDocument } from '../../history/store/document.ts'
import { InputError } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { FindCommit } from './commits.ts'

/** Why something of a file, or of a place in one, cannot be used. `details` are its own; files with one reason are counted together. */
export type Remark = { file: string; reason: string; details: string }

export type ReadPoints = {
  points: ImportedPoint[]
  /** Files that cannot be used, and in others the benchmarks and values that cannot. */
  leftOut: Remark[]
  parts: Remark[]
  /** Files in directories that hold no results at all. */
  skipped: string[]
  repository: string | null
}

const nothing: ReadPoints = { points: [], leftOut: [], parts: [], skipped: [], repository: null }

/** The remark that a message makes, which may name the file first and its details last. */
function remarkOf(file: string, message: string): Remark {
  const begin = `${file}: `
  const text = message.startsWith(begin) ? message.slice(begin.length) : message
  const end = text.indexOf(': ')
  return { file, reason: end < 0 ? text : text.slice(0, end), details: end < 0 ? '' : text.slice(end + 2) }
}

/** `within` is the part of the path that may name the commit. The part above a given directory does not count. */
type PointsFile = { path: string; within: string; isNamed: boolean }

const deepest = 8

function filesBelow(directory: string, root = directory, depth = 0): PointsFile[] {
  return directoryEntries(directory)
    .filter(({ name }) => !['.git', 'node_modules'].includes(name))
    .flatMap(entry => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return depth < deepest ? filesBelow(path, root, depth + 1) : []
      return entry.isFile() ? [{ path, within: relative(root, path), isNamed: false }] : []
    })
}

const filesOf = (path: string): PointsFile[] =>
  statAt(path)?.isDirectory() ? filesBelow(path) : [{ path, within: path, isNamed: true }]

const FIX =
  'put the file into a directory named after the commit, or name it so: COMMIT.json or 2026-11-20-COMMIT.json; a commit ' +
  'without a date, or a short one, is looked up in the checkout that stable-bench is started in'

const isWhole = (commit: string) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)

type CommitAndDate = { commit: string | null; date: string }

/** The order of commits counts for more than dates. Throws an InputError where neither is known. */
function placeOf({ path, within }: PointsFile, said: Origin, find: FindCommit): CommitAndDate {
  const named = originOfPath(within)
  const candidates = said.commit === null ? named.commits : [said.commit.toLowerCase()]
  const found = candidates.map(find).find(each => each !== null)
  if (found) return found
  const commit = candidates.find(isWhole) ?? null
  const date = said.date ?? named.date
  if (date !== null) return { commit, date }
  const what = commit === null ? 'says neither commit nor date' : 'is of a commit whose date is not known'
  throw new InputError(`${path}: ${what}; ${FIX}`)
}

/** Otava starts from where it is called; a configuration that is copied with its files has them beside it. */
function csvText(file: string, config: string): string | null {
  const at = [resolve(file), resolve(dirname(config), file)].find(each => statAt(each)?.isFile())
  return at === undefined ? null : outputAt(at).text()
}

type Imported = { points: ImportedPoint[]; leftOut: string[]; repository?: string | null }

/** What files with many commits say. */
function placedPoints({ points, leftOut, repository = null }: Imported, find: FindCommit): ReadPoints {
  const placed = points.map(point => ({ ...point, ...find(point.commit ?? '') }))
  const parts = leftOut.map(line => {
    const [, file = line, reason = ''] = /^(.*?\]|.*?): (.*)$/.exec(line) ?? []
    return { file, reason, details: '' }
  })
  return { ...nothing, points: placed, parts, repository }
}

const EARLIER = 'benchmarks of asv left out, since their own code was another one then'

type Reading = { tool: string; find: FindCommit; earlier: EarlierVersions }

function readFile(file: PointsFile, { tool, find, earlier }: Reading): ReadPoints | null {
  const { path, isNamed } = file
  const output = outputAt(path)
  const { ends } = output
  if (tool === 'auto' && isDataJs(ends)) return placedPoints(readDataJs(output.text(), path), find)
  if (tool === 'auto' && /\.ya?ml$/.test(path) && isOtavaConfig(ends)) {
    const imported = readOtava(output.text(), path, csv => csvText(csv, path))
    return placedPoints(imported, find)
  }
  if (isResultDocument(ends) || isTrendDocument(ends)) {
    const what = "is stable-bench's own; give it to stable-bench trend as it is, beside the history"
    throw new InputError(`${path}: ${what}`)
  }
  if (!isNamed && tool === 'auto' && !recogniseOutput(output) && !findUnread(ends)) return null
  const { samples, failures, warnings, tool: name } = readOutput(output, askedFormat({ tool }))
  const others = name === 'asv' ? earlier(output) : new Set<string>()
  const isNow = (each: { name: string }) => !others.has(each.name.split('(')[0] ?? '')
  const benchmarks = samples.filter(isNow)
  const said = originIn(name, output)
  const { machine, environment } = said
  const origin = { tool: name, machine: machine ?? 'imported', environment, ...placeOf(file, said, find) }
  const names = [...new Set(failures.filter(isNow).map(each => each.name))]
  return {
    ...nothing,
    points: benchmarks.length === 0 ? [] : [{ source: path, ...origin, benchmarks }],
    parts: [
      ...(names.length === 0 ? [] : [remarkOf(path, `failed when it was measured: ${firstOf(names, 5)}`)]),
      ...warnings.map(({ message }) => remarkOf(path, message)),
      ...(others.size === 0 ? [] : [remarkOf(path, `${EARLIER}: ${firstOf([...others], 5)}`)]),
    ],
  }
}

/** Reads one file. A file in a directory that cannot be used is left out, with a line about it. A named one throws. */
function tryFile(file: PointsFile, reading: Reading): ReadPoints {
  try {
    return readFile(file, reading) ?? { ...nothing, skipped: [file.path] }
  } catch (error) {
    if (file.isNamed || !(error instanceof InputError)) throw error
    return { ...nothing, leftOut: [remarkOf(file.path, error.message)] }
  }
}

/** Reads all given files, and those below given directories. Throws an InputError for a named file that cannot be used. */
export function readPoints(paths: string[], tool: string, find: FindCommit): ReadPoints {
  const files = new Map(paths.flatMap(filesOf).map(file => [file.path, file]))
  const reading = { tool, find, earlier: earlierVersions() }
  const all = [...files.values()].map(file => tryFile(file, reading))
  return {
    points: all.flatMap(({ points }) => points),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
    parts: all.flatMap(({ parts }) => parts),
    skipped: all.flatMap(({ skipped }) => skipped),
    repository: all.find(({ repository }) => repository !== null)?.repository ?? null,
  }
}
