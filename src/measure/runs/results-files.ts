// The files that a benchmark writes its results to. They are removed before each run, so that none is read twice.
import { readFileSync, rmSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { InputError } from '../../model/index.ts'
import { MeasureError } from './errors.ts'
import type { Side } from './schedule.ts'

export type Output = { source: string; text: string }

const maxResultsBytes = 64 * 1024 * 1024

function matching(pattern: string, cwd: string): string[] {
  return globSync(pattern, { cwd, dot: true, onlyFiles: true, followSymbolicLinks: false }).sort()
}

/** A run that was stopped early leaves an empty file. Any other file must hold results. */
function mayBeRemoved(path: string, isResults: (text: string) => boolean): boolean {
  const { size } = statSync(path)
  return size === 0 || (size <= maxResultsBytes && isResults(readFileSync(path, 'utf8')))
}

/**
 * Removes the results of an earlier run. A pattern such as `**` must not delete other files: throws an InputError for a
 * match outside `cwd`, and for a file that is no benchmark result according to `isResults`.
 */
export function removeResults(pattern: string, cwd: string, isResults: (text: string) => boolean): void {
  const paths = matching(pattern, cwd).map(name => {
    const path = resolve(cwd, name)
    if (relative(cwd, path).startsWith('..')) {
      throw new InputError(`results: '${pattern}' matches ${name}, which is outside the working directory`)
    }
    if (!mayBeRemoved(path, isResults)) {
      throw new InputError(
        `results: '${pattern}' matches ${name}, which is no benchmark result and would be removed before each run; ` +
          'name the results files more exactly',
      )
    }
    return path
  })
  for (const path of paths) rmSync(path)
}

function textOf(name: string, cwd: string): string {
  const path = resolve(cwd, name)
  if (statSync(path).size > maxResultsBytes) {
    throw new Error(`is larger than ${maxResultsBytes / 1024 / 1024} MiB`)
  }
  return readFileSync(path, 'utf8')
}

/** The results of the run just made. Throws a MeasureError when there are none, or too many bytes, or no access. */
export function readResults(pattern: string, cwd: string, side: Side): Output[] {
  const names = matching(pattern, cwd)
  if (names.length === 0) {
    throw new MeasureError(`results: the command wrote no file that matches '${pattern}' in ${cwd}`, side)
  }
  return names.map(name => {
    try {
      return { source: name, text: textOf(name, cwd) }
    } catch (error) {
      throw new MeasureError(`results: ${name} in ${cwd}: ${(error as Error).message}`, side)
    }
  })
}
