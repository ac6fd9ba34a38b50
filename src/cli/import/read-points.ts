// Reads files of results, and finds the commit and the date of each.
import { readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readOutput } from '../../files/session-file.ts'
import { outputAt } from '../../files/tool-output.ts'
import { isResultDocument } from '../../formats/documents/result.ts'
import { askedFormat } from '../../formats/index.ts'
import { recogniseOutput } from '../../formats/output.ts'
import { findUnread } from '../../formats/recognise.ts'
import { isDataJs, readDataJs } from '../../history/import/data-js.ts'
import { type Origin, originIn, originOfPath } from '../../history/import/origin.ts'
import { isOtavaConfig, readOtava } from '../../history/import/otava.ts'
import type { ImportedPoint } from '../../history/import/point.ts'
import { isTrendDocument } from '../../history/store/document.ts'
import { InputError } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { FindCommit } from './commits.ts'

export type ReadPoints = {
  points: ImportedPoint[]
  /** A line for each file or benchmark that cannot be used, with the reason. */
  leftOut: string[]
  /** Files in directories that hold no results at all. */
  skipped: string[]
  repository: string | null
}

/** `within` is the part of the path that may name the commit. The part above a given directory does not count. */
type PointsFile = { path: string; within: string; isNamed: boolean }

const deepest = 8

function filesBelow(directory: string, root = directory, depth = 0): PointsFile[] {
  const entries = readdirSync(directory, { withFileTypes: true })
  return entries
    .filter(({ name }) => !['.git', 'node_modules'].includes(name))
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(entry => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return depth < deepest ? filesBelow(path, root, depth + 1) : []
      return entry.isFile() ? [{ path, within: relative(root, path), isNamed: false }] : []
    })
}

const filesOf = (path: string): PointsFile[] =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? filesBelow(path)
    : [{ path, within: path, isNamed: true }]

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
  const what =
    commit === null ? 'says neither commit nor date' : `is of commit ${commit}, whose date is not known`
  throw new InputError(`${path}: ${what}; ${FIX}`)
}

/** The line for benchmarks that failed when they were measured: a history holds levels, and they have none. */
function failuresText(path: string, names: string[]): string[] {
  return names.length === 0
    ? []
    : [`${path}: failed when it was measured: ${firstOf([...new Set(names)], 5)}`]
}

/** Otava starts from where it is called; a configuration that is copied with its files has them beside it. */
function csvText(file: string, config: string): string | null {
  const at = [resolve(file), resolve(dirname(config), file)].find(each =>
    statSync(each, { throwIfNoEntry: false })?.isFile(),
  )
  return at === undefined ? null : outputAt(at).text()
}

function readFile(file: PointsFile, tool: string, find: FindCommit): ReadPoints | null {
  const { path, isNamed } = file
  const output = outputAt(path)
  const { ends } = output
  if (tool === 'auto' && isDataJs(ends)) {
    const { points, leftOut, repository } = readDataJs(output.text(), path)
    const placed = points.map(point => ({ ...point, ...find(point.commit ?? '') }))
    return { points: placed, leftOut, skipped: [], repository }
  }
  if (tool === 'auto' && /\.ya?ml$/.test(path) && isOtavaConfig(ends)) {
    const { points, leftOut } = readOtava(output.text(), path, file => csvText(file, path))
    const placed = points.map(point => ({ ...point, ...find(point.commit ?? '') }))
    return { points: placed, leftOut, skipped: [], repository: null }
  }
  if (isResultDocument(ends) || isTrendDocument(ends)) {
    throw new InputError(
      `${path}: is stable-bench's own; give it to stable-bench trend as it is, beside the history`,
    )
  }
  if (!isNamed && tool === 'auto' && !recogniseOutput(output) && !findUnread(ends)) return null
  const { samples, failures, warnings, tool: name } = readOutput(output, askedFormat({ tool }))
  const said = originIn(name, output)
  const origin = { tool: name, machine: said.machine ?? 'imported', ...placeOf(file, said, find) }
  return {
    points: samples.length === 0 ? [] : [{ source: path, ...origin, benchmarks: samples }],
    leftOut: [
      ...failuresText(
        path,
        failures.map(each => each.name),
      ),
      ...warnings.map(({ message }) => `${path}: ${message}`),
    ],
    skipped: [],
    repository: null,
  }
}

/** Reads one file. A file in a directory that cannot be used is left out, with a line about it. A named one throws. */
function tryFile(file: PointsFile, tool: string, find: FindCommit): ReadPoints {
  const nothing: ReadPoints = { points: [], leftOut: [], skipped: [], repository: null }
  try {
    return readFile(file, tool, find) ?? { ...nothing, skipped: [file.path] }
  } catch (error) {
    if (file.isNamed || !(error instanceof InputError)) throw error
    return { ...nothing, leftOut: [error.message] }
  }
}

/**
 * Reads all given files, and those below given directories. Throws an InputError for a named file that cannot be used.
 */
export function readPoints(paths: string[], tool: string, find: FindCommit): ReadPoints {
  const files = new Map(paths.flatMap(filesOf).map(file => [file.path, file]))
  const all = [...files.values()].map(file => tryFile(file, tool, find))
  return {
    points: all.flatMap(({ points }) => points),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
    skipped: all.flatMap(({ skipped }) => skipped),
    repository: all.find(({ repository }) => repository !== null)?.repository ?? null,
  }
}
