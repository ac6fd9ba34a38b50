// Writes into the repository what `init` proposes. What is there stays, and what cannot be written is found out before.
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTextFile } from '../../files/read.ts'
import { writeWhole } from '../../files/write.ts'
import { InputError } from '../../model/index.ts'
import type { WorkflowFile } from './workflows.ts'

/** The text of a file; null where there is none. Throws an InputError for what is no file. */
export const textIfThere = (path: string): string | null => (existsSync(path) ? readTextFile(path) : null)

/** Throws an InputError for the first of `paths` whose directory cannot be made, or cannot be written to. */
export function assertPlaces(root: string, paths: string[]): void {
  for (const path of paths) {
    let at = dirname(join(root, path))
    while (!existsSync(at)) at = dirname(at)
    try {
      if (!statSync(at).isDirectory()) throw new Error('it is no directory')
      accessSync(at, constants.W_OK)
    } catch (error) {
      const why = (error as Error).message.replace(/, \w+ '.*$/s, '')
      throw new InputError(
        `init: ${path} cannot be written: ${at}: ${why}; mend that, or see with --dry-run what would be written`,
      )
    }
  }
}

/** Writes a file of the repository, and makes its directory. Throws an InputError. */
export function writeInto(root: string, { path, text }: WorkflowFile): void {
  const target = join(root, path)
  mkdirSync(dirname(target), { recursive: true })
  writeWhole(target, text)
}

const shown = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => `  ${line}`)

/** A workflow of this name may be somebody else's: publish.yml, for example. */
function keptLines({ path, text }: WorkflowFile, present: string, dryRun: boolean): string[] {
  if (/stable-bench/.test(present)) return [`kept    ${path}, which is there already`]
  const other = `kept    ${path}, which does something else`
  return dryRun
    ? [`${other}: into a file of another name beside it belongs`, ...shown(text)]
    : [`${other}: with --dry-run init shows what belongs into a file of another name`]
}

/** Writes `files` that are not there, or with `dryRun` none; a line for each. */
export function writeMissing(root: string, files: WorkflowFile[], dryRun: boolean): string[] {
  return files.flatMap(file => {
    const { path, text, replaces } = file
    const present = textIfThere(join(root, path))
    if (present !== null && !replaces) return keptLines(file, present, dryRun)
    if (dryRun) return [`would write ${path}:`, ...shown(text)]
    writeInto(root, file)
    return [`wrote   ${path}`]
  })
}
