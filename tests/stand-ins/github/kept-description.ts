// What the stand-in has of GitHub's description: the whole has 13 MB, and its checks take a second to compile. So the first test
// file leaves both to the others, in a folder of the directory for temporary files.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cutOut, type Whole } from './described-part.ts'

export type KeptDescription = {
  /** JSON of a `DescribedPart`. */
  part: string
  /** The text of a module of CommonJS. */
  checks: string
}

const makers = ['./described-part.ts', './compiled-checks.ts', './kept-description.ts']

/** The description that `@octokit/openapi` publishes, of these operations on these paths. */
export async function keptDescription(
  paths: readonly string[],
  names: readonly string[],
): Promise<KeptDescription> {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  const { size, mtimeMs } = statSync(file)
  const key = createHash('sha256').update([file, size, mtimeMs, ...paths, ...names].join())
  for (const maker of makers) key.update(readFileSync(new URL(maker, import.meta.url)))
  const kept = join(tmpdir(), `stable-bench-description-${key.digest('hex').slice(0, 16)}`)
  if (!existsSync(kept)) {
    // Nothing else needs the compiler.
    const { compiledChecks } = await import('./compiled-checks.ts')
    const part = cutOut(JSON.parse(readFileSync(file, 'utf8')) as Whole, paths, names)
    keep(kept, { part: JSON.stringify(part), checks: compiledChecks(part) })
  }
  const read = (name: keyof KeptDescription) => readFileSync(join(kept, name), 'utf8')
  return { part: read('part'), checks: read('checks') }
}

/** Another test file may do the same at the same time. */
function keep(folder: string, files: KeptDescription): void {
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(unfinished, name), text)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
}
