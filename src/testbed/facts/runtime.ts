// Versions of compilers and runtimes on the PATH. Nothing is started: a `--version` costs time, and some tools fetch
// another version of themselves when asked. What does not lie beside the executable is not known.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

/** The real file of a command, through all links; null where the PATH has none. */
function executable(name: string, path: string): string | null {
  const found = path
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(file => file.startsWith('/') && existsSync(file))
  return found === undefined ? null : realpathSync(found)
}

function captured(file: string, pattern: RegExp): string {
  return existsSync(file) ? (pattern.exec(readFileSync(file, 'utf8'))?.slice(1).join('.') ?? '') : ''
}

/** Distributions put the version into the name: `x86_64-linux-gnu-gcc-12`. */
const inName = (pattern: RegExp) => (file: string) => pattern.exec(basename(file))?.[1] ?? ''

const besides = (file: string, ...path: string[]) => join(dirname(dirname(file)), ...path)

const NODE_VERSION = /NODE_MAJOR_VERSION (\d+)[\s\S]*NODE_MINOR_VERSION (\d+)[\s\S]*NODE_PATCH_VERSION (\d+)/

const VERSION_OF: Record<string, (file: string) => string> = {
  node: file =>
    file === realpathSync(process.execPath)
      ? process.versions.node
      : captured(besides(file, 'include/node/node_version.h'), NODE_VERSION),
  python3: inName(/^python(\d+\.\d+)$/),
  go: file => captured(besides(file, 'VERSION'), /^go(\S+)/),
  java: file => captured(besides(file, 'release'), /^JAVA_VERSION="(.*)"$/m),
  gcc: inName(/-(\d+(?:\.\d+)*)$/),
  clang: inName(/-(\d+(?:\.\d+)*)$/),
}

/** Versions by command, for the commands on `path` that tell. */
export function runtimeFacts(path: string): Record<string, string> {
  const version = (name: string, of: (file: string) => string) => {
    try {
      const file = executable(name, path)
      return file === null ? '' : of(file)
    } catch {
      return '' // not for this user to read
    }
  }
  return Object.fromEntries(Object.entries(VERSION_OF).map(([name, of]) => [name, version(name, of)]))
}
