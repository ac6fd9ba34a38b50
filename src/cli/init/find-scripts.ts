// Benchmarks of JavaScript and TypeScript.
import { posix } from 'node:path'
import { above, fileNamed, fileWith, type Repository } from './repository.ts'
import { nothingElse, type SuiteProposal } from './suite.ts'

const script = /\.(?:bench\.)?[cm]?[jt]s$/

/** A script that imports one of the harnesses that print their results. */
export function findNodeScript(repository: Repository, harness: string, hint: string): SuiteProposal | null {
  const imported = new RegExp(`(?:from|require\\(|import\\()\\s*['"]${harness.replace('.', '\\.')}['"]`)
  const found = fileWith(repository, script, imported)
  if (found === null) return null
  const directory = above(repository, found, 'package.json')
  const setup = repository.files.includes(posix.join(directory, 'package-lock.json'))
    ? 'npm ci'
    : 'npm install'
  return {
    ...nothingElse,
    found,
    directory,
    setup,
    command: `node ${posix.relative(directory, found)}`,
    hint,
  }
}

export function findVitest(repository: Repository): SuiteProposal | null {
  const found = fileNamed(repository, /\.(?:bench|benchmark)\.[cm]?[jt]sx?$/)
  if (found === null) return null
  const directory = above(repository, found, 'package.json')
  if (!/"vitest"/.test(repository.text(posix.join(directory, 'package.json')))) return null
  const command = 'npx vitest bench --run --outputJson out.json'
  return { ...nothingElse, found, directory, setup: 'npm ci', command, results: 'out.json' }
}

export function findDeno(repository: Repository): SuiteProposal | null {
  const found = fileWith(repository, script, /\bDeno\.bench\(/)
  return found === null ? null : { ...nothingElse, found, directory: '.', command: 'deno bench --json' }
}
