// The files a benchmark writes its results to. They are removed before each run, so that none is ever read twice.
import { readFileSync, rmSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { InputError } from '../model.ts'

export type Output = { source: string; text: string }

const maxResultsBytes = 64 * 1024 * 1024

function matching(pattern: string, cwd: string): string[] {
  return globSync(pattern, { cwd, dot: true, onlyFiles: true, followSymbolicLinks: false }).sort()
}

/** An empty file is what a run leaves that was stopped early; anything else must be results. */
function mayBeRemoved(path: string, isResults: (text: string) => boolean): boolean {
  const { size } = statSync(path)
  return size === 0 || (size <= maxResultsBytes && isResults(readFileSync(path, 'utf8')))
}

/**
 * Removes what an earlier run left behind. A pattern such as `**` must not cost anyone their files: throws an
 * InputError for a match outside `cwd` or one that `isResults` does not take for a benchmark's results.
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

/** What the run just made wrote. Throws an InputError when that is nothing or too much. */
export function readResults(pattern: string, cwd: string): Output[] {
  const names = matching(pattern, cwd)
  if (names.length === 0) {
    throw new InputError(`results: the command wrote no file that matches '${pattern}' in ${cwd}`)
  }
  return names.map(name => {
    const path = resolve(cwd, name)
    if (statSync(path).size > maxResultsBytes) {
      throw new InputError(`results: ${name} is larger than ${maxResultsBytes / 1024 / 1024} MiB`)
    }
    return { source: name, text: readFileSync(path, 'utf8') }
  })
}
