// How the packages of a repository of JavaScript are installed and built, and what runs their scripts.
import { posix } from 'node:path'
import { above, filesWith, type Repository } from '../repository.ts'

const LOCKS: [file: string, command: string][] = [
  ['package-lock.json', 'npm ci'],
  ['npm-shrinkwrap.json', 'npm ci'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install --frozen-lockfile'],
  ['bun.lock', 'bun install --frozen-lockfile'],
  ['bun.lockb', 'bun install --frozen-lockfile'],
]

/** The lock file of a package or of its workspace: where it is, and the command that installs what it says. */
function lockOf(repository: Repository, directory: string): { at: string; command: string } | undefined {
  const inside = posix.join(directory, 'package.json')
  return LOCKS.flatMap(([file, command]) => {
    const at = above(repository, inside, file)
    return at === null ? [] : [{ at, command }]
  }).sort((a, b) => b.at.length - a.at.length)[0]
}

/** What runs a script, a file and a program of a package. With Yarn's Plug'n'Play there is no node_modules: only Yarn finds packages. */
export function runners(repository: Repository, directory: string) {
  const { at = '', command = '' } = lockOf(repository, directory) ?? {}
  const settings = posix.join(at, '.yarnrc.yml')
  const isPlugged =
    command.startsWith('yarn') &&
    repository.files.includes(settings) &&
    !/^nodeLinker:\s*["']?(?:node-modules|pnpm)/m.test(repository.text(settings))
  return isPlugged
    ? { run: 'yarn run', node: 'yarn node', bin: 'yarn run' }
    : { run: 'npm run --silent', node: 'node', bin: 'npx' }
}

/** The texts in a field of a package.json, by their names. Not every file of that name is JSON. */
function textsIn(repository: Repository, manifest: string, field: string): [name: string, text: string][] {
  try {
    const fields = JSON.parse(repository.text(manifest)) as Record<
      string,
      Record<string, unknown> | undefined
    >
    return Object.entries(fields[field] ?? {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text]] : [],
    )
  } catch {
    return []
  }
}

export const scriptsOf = (repository: Repository, manifest: string): [name: string, command: string][] =>
  textsIn(repository, manifest, 'scripts')

const hasBuild = (repository: Repository, directory: string) =>
  scriptsOf(repository, posix.join(directory, 'package.json')).some(([name]) => name === 'build')

/** Whether a package depends on another one of the repository. */
export function needsOthers(repository: Repository, manifest: string): boolean {
  const needed = ['dependencies', 'devDependencies'].flatMap(field => textsIn(repository, manifest, field))
  const names = new Set(needed.map(([name]) => name))
  const others = filesWith(repository, /^package\.json$/).map(path => repository.text(path))
  return others.some(text => names.has(/"name"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? ''))
}

/**
 * The command that installs what a package needs, and builds other packages of the repository for it; `build`: and the package itself, if it
 * has a script for that. In a member of a workspace npm would leave out what the root has.
 */
export function installCommand(repository: Repository, directory: string, { build = false } = {}): string {
  const manifest = posix.join(directory, 'package.json')
  const needsInstall = /ependencies"\s*:/.test(repository.text(manifest))
  const { at, command } = lockOf(repository, directory) ?? {
    at: directory,
    command: needsInstall ? 'npm install' : '',
  }
  const { run } = runners(repository, directory)
  const isMember = at !== directory
  if (isMember && hasBuild(repository, at) && needsOthers(repository, manifest))
    return `(cd ${posix.relative(directory, at)} && ${command} && ${run} build)`
  const install =
    isMember && command === 'npm ci' ? `(cd ${posix.relative(directory, at)} && npm ci)` : command
  const builds = build && hasBuild(repository, directory) ? `${run} build` : ''
  return [install, builds].filter(Boolean).join(' && ')
}
