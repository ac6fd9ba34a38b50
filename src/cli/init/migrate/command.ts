// `stable-bench init --migrate`: moves what workflows say of the benchmarks into the configuration, and puts the
// workflows that `init` writes in their place.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesDiff } from '../../../git.ts'
import { temporaryDirectory } from '../../../measure/process/temporary-directory.ts'
import { InputError } from '../../../model/index.ts'
import { configFileName } from '../../../policy/config-file.ts'
import { exitCodes } from '../../../policy/exit-codes.ts'
import type { Flags } from '../../flags.ts'
import { printText } from '../../print.ts'
import { defaultBranch, type Repository } from '../repository.ts'
import { assertPlaces, textIfThere, writeInto } from '../write-files.ts'
import { changesOf, type FileChange } from './changes.ts'

/** The changes as git shows them. */
async function diffOf(root: string, changes: FileChange[]): Promise<string> {
  const directory = temporaryDirectory('stable-bench-migrate-')
  try {
    for (const { path, text } of changes) {
      const before = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
      for (const [side, content] of Object.entries({ a: before, b: text })) {
        const target = join(directory, side, path)
        mkdirSync(dirname(target), { recursive: true })
        if (content !== null) writeFileSync(target, content)
      }
    }
    return await filesDiff(directory, 'a', 'b')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function apply(root: string, { path, text }: FileChange): void {
  if (text === null) rmSync(join(root, path), { force: true })
  else writeInto(root, { path, text })
}

/** Returns the exit code. Throws an InputError with the line of all that cannot be moved; nothing is changed then. */
export async function migrate(
  repository: Repository,
  { values, words }: Pick<Flags<'init'>, 'values' | 'words'>,
): Promise<number> {
  if (words.length > 0)
    throw new InputError('init: --migrate takes the commands of the workflows; leave out the one after --')
  const { root } = repository
  const present = textIfThere(join(root, configFileName))
  const changes = changesOf(repository, { present, branch: await defaultBranch(root) })
  const diff = await diffOf(root, changes)
  const dryRun = values['dry-run']
  if (!dryRun) {
    const paths = changes.map(({ path }) => path)
    assertPlaces(root, paths)
    for (const change of changes) apply(root, change)
  }
  const next = 'next: read the difference, and try the suites: stable-bench run'
  printText(dryRun ? diff : `${diff}\n${next}\n`)
  return exitCodes.pass
}
