import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org']

export const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...identity, ...args], {
    cwd,
    encoding: 'utf8',
    env: process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

export const directory = () => mkdtempSync(join(tmpdir(), 'stable-bench-git-'))

/** Commits `files` (path to content) and returns the SHA. */
export function commit(repository: string, files: Record<string, string>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), content)
  }
  git(repository, 'add', '.')
  git(repository, 'commit', '--quiet', '--message', 'change')
  return git(repository, 'rev-parse', 'HEAD')
}

/** An empty repository that others can be cloned from. */
export function newRepository(): string {
  const repository = directory()
  git(repository, 'init', '--quiet', '--initial-branch=main')
  return repository
}

/** A clone of depth 1. */
export function shallowClone(repository: string): string {
  const parent = directory()
  git(parent, 'clone', '--quiet', '--depth=1', `file://${repository}`, 'clone')
  return join(parent, 'clone')
}
