// The files that a benchmark writes its results to. They are removed before each run, so that none is read twice.
import { lstatSync, rmSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { InputError } from '../../model/index.ts'
import { MeasureError } from './errors.ts'
import type { Side } from './schedule.ts'

/** The results of a run: the text that it printed, or a file, which stays as it is until the next run of its side. */
export type RunOutput = { source: string } & ({ text: string } | { path: string })

/** Whether the file at a path holds benchmark results. */
export type IsResults = (path: string) => boolean

function matching(pattern: string, cwd: string): string[] {
  return globSync(pattern, { cwd, dot: true, onlyFiles: true, followSymbolicLinks: false }).sort()
}

/** A run that was stopped leaves an empty file, one that is made once more what nobody can read. Any other file must hold results. */
const mayBeRemoved = (path: string, isResults: IsResults, own: ReadonlySet<string>) =>
  own.has(path) || statSync(path).size === 0 || isResults(path)

/**
 * Removes the results of an earlier run; `own` are paths that runs of this job wrote. A pattern such as `**` must not delete other
 * files: throws an InputError for a match outside `cwd`, and for a file neither in `own` nor a result by `isResults`.
 */
export function removeResults(
  pattern: string,
  cwd: string,
  isResults: IsResults,
  own: ReadonlySet<string>,
): void {
  const paths = matching(pattern, cwd).map(name => {
    const path = resolve(cwd, name)
    if (relative(cwd, path).startsWith('..'))
      throw new InputError(`results: '${pattern}' matches ${name}, which is outside the working directory`)
    if (!mayBeRemoved(path, isResults, own))
      throw new InputError(
        `results: '${pattern}' matches ${name}, which is not a benchmark result and would be removed before each run; ` +
          'name the results files more exactly',
      )
    return path
  })
  for (const path of paths) rmSync(path)
}

/** The paths of the files that match, whatever they hold. */
export const pathsOf = (pattern: string, cwd: string): string[] =>
  matching(pattern, cwd).map(name => resolve(cwd, name))

/** The results of the run just made. Throws a MeasureError when there are none. */
export function findResults(pattern: string, cwd: string, side: Side): RunOutput[] {
  const names = matching(pattern, cwd)
  if (names.length === 0) {
    const isThere = lstatSync(resolve(cwd, pattern), { throwIfNoEntry: false }) !== undefined
    const why = isThere
      ? `'${pattern}' in ${cwd} is a link, a directory or a pipe; name the file that the command writes`
      : `the command wrote no file that matches '${pattern}' in ${cwd}`
    throw new MeasureError(`results: ${why}`, side)
  }
  return names.map(name => ({ source: name, path: resolve(cwd, name) }))
}
