// What runs of a real Python import, where a package was installed from the user's own checkout.
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { packagesFrom, withImportsSeen } from '../../../../src/measure/checkout/shared/imports.ts'
import { commit, directory, newRepository } from '../../git-fixtures.ts'
import { installed, pythonFiles, withPython } from '../../python-fixtures.ts'

function repositoryWith(files: Record<string, string>): string {
  const repository = newRepository()
  commit(repository, files)
  return repository
}

/** What is said of a run of the package that was installed from `repository`, in a copy of it. */
async function said(
  repository: string,
  args: string[],
  { editable = false, wheel = false, env = {}, changed = ['src/words/__init__.py'] } = {},
) {
  const python = installed(repository, { editable, wheel })
  const side = directory()
  cpSync(repository, side, { recursive: true })
  const run = async (noted: NodeJS.ProcessEnv) =>
    void execFileSync(python, args, { cwd: side, env: { ...process.env, ...env, ...noted }, stdio: 'pipe' })
  try {
    await withImportsSeen(packagesFrom([python], { top: repository, changed }), [side], run)
    return null
  } catch (error) {
    return (error as Error).message
      .replace(join(python, '../../lib'), 'LIB')
      .replace(/python3\.\d+/, 'pythonX')
  }
}

const refused =
  'the Python package words in LIB/pythonX/site-packages was installed from your own checkout, and the runs of both sides import it; ' +
  'let setup install it for each side: python3 -m venv .venv && .venv/bin/pip install ., and name .venv/bin/python in the command'

withPython.each([
  ['installed', {}],
  ['installed with -e', { editable: true }],
  ['installed as a wheel that was built there', { wheel: true }],
  ['of an environment that keeps no bytecode', { env: { PYTHONDONTWRITEBYTECODE: '1' } }],
])('a package of the own checkout that both sides import is refused: %s', async (_, how) => {
  expect(await said(repositoryWith(pythonFiles(1)), ['bench.py'], how)).toBe(refused)
})

withPython.each([
  ['its own by PYTHONPATH', ['bench.py'], { env: { PYTHONPATH: 'src' } }],
  ['its own, which lies in its directory', ['-m', 'src.words'], { editable: true }],
  ['none of it', ['-c', 'import json'], {}],
  ['what is the same in both commits', ['bench.py'], { changed: [] }],
])('a side may import %s', async (_, args, how) => {
  const files = { ...pythonFiles(1), 'src/words/__main__.py': 'import src.words\n' }
  expect(await said(repositoryWith(files), args, how)).toBe(null)
})
