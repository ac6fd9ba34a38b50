// The files of a pool, ready to be uploaded.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { poolFiles } from '../../github/artifacts/pool.ts'
import type { StoredResult } from '../../github/artifacts/stored-result.ts'
import { workDirectory } from '../work-file.ts'

/** Writes a pool of these results into a directory of its own below the job's; returns the paths. */
export function writePool(results: StoredResult[], name: string): string[] {
  const directory = join(workDirectory(), name)
  mkdirSync(directory, { recursive: true })
  return [...poolFiles(results)].map(([file, content]) => {
    writeFileSync(join(directory, file), content)
    return join(directory, file)
  })
}
