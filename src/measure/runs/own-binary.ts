// The machine code that was linked here, which a command runs: the place of its code is a matter of chance. A command names it, or
// starts it by a tool or a script: cargo bench, go test, make.
import { existsSync, realpathSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { Seen } from '../evidence/watch-threads.ts'
import { isElf } from '../process/file-content.ts'
import type { SideCommand } from './side-command.ts'

const leadsOut = (path: string) => path === '' || path.startsWith('..')

/** Whether a package manager has put it there, linked as it is: the interpreter of a virtual environment, for example. */
const isInstalled = (cwd: string, path: string) =>
  /(?:^|\/)(?:node_modules|site-packages|dist-packages)\//.test(path) ||
  existsSync(join(cwd, path, '../../pyvenv.cfg'))

/** The ELF files below its directory that `command` names, relative to it. An interpreter is elsewhere, or installed. */
export function ownBinaries({ argv, cwd }: Pick<SideCommand, 'argv' | 'cwd'>): string[] {
  const words = argv.flatMap(word => [word, ...word.split(/['"]/), ...word.split(/[\s'"`;&|()<>$]+/)])
  const named = words.filter(word => word.includes('/'))
  const paths = new Set(named.map(word => relative(cwd, resolve(cwd, word))))
  return [...paths].filter(path => !leadsOut(path) && isElf(resolve(cwd, path)) && !isInstalled(cwd, path))
}

/** What worked for a smaller share of the looks was a step on the way, such as a script of the build. */
const LEAST_SHARE = 0.1

/** What builds in the command itself, as go test links each time: on a busy machine it works far longer than the benchmark. */
const BUILDER =
  /^(?:go|link|compile|asm|vet|cargo|rustc|ld(?:\.\w+)?|lld|mold|cc1(?:plus)?|as|collect2|make|ninja)$/

/** The benchmark chooses these names, and they are published. */
const isPlain = (path: string) => /^[\w./+@~:=,-]+$/.test(path)

/** `kept`: files relative to the directory of the command. `gone`: names of files that were there while a run went on. */
type OwnPrograms = { kept: string[]; gone: string[] }

/** What was seen, with its path from the directory `cwd`, but for what a package manager has installed. */
function seenFrom(cwd: string, seen: Seen['programs']) {
  // A checkout may be gone already where a job was stopped.
  const root = existsSync(cwd) ? realpathSync(cwd) : cwd
  return [...seen]
    .map(([file, each]) => ({ file, path: relative(root, file), ...each }))
    .filter(({ path }) => isPlain(path) && !isInstalled(root, path))
}

/**
 * The programs, libraries and jars outside of `cwd` that were written since stable-bench was started. One look is enough: beside
 * the tool that starts it, a short benchmark is hardly seen.
 */
export const foreignPrograms = (seen: Seen['programs'], cwd: string): string[] =>
  seenFrom(cwd, seen).flatMap(({ file, path, isNew }) =>
    isNew && leadsOut(path) && existsSync(file) ? [file] : [],
  )

/**
 * What was seen at work for a tenth of the looks or more; libraries where they were loaded as often. No jars: they hold no machine code.
 * Files that are gone count together by their name: each run of go test links its own in a directory of its own.
 */
function workedIn(seen: Seen['programs'], cwd: string) {
  const programs = [...seen].filter(([file, each]) => !each.isLibrary && !BUILDER.test(basename(file)))
  const looks = programs.reduce((sum, [, each]) => sum + each.looks, 0)
  const alike = new Map<string, ReturnType<typeof seenFrom>[number]>()
  for (const each of seenFrom(cwd, seen)) {
    const key = existsSync(each.file) ? each.file : basename(each.file)
    const before = alike.get(key) ?? { looks: 0, isNew: false }
    alike.set(key, { ...each, looks: each.looks + before.looks, isNew: each.isNew || before.isNew })
  }
  return [...alike.values()].filter(
    each => each.looks > 0 && each.looks >= LEAST_SHARE * looks && !each.path.endsWith('.jar'),
  )
}

/** The programs at work below `cwd`, or linked since stable-bench was started; the most seen first, then libraries. */
export function ownPrograms(seen: Seen['programs'], cwd: string): OwnPrograms {
  const own = workedIn(seen, cwd)
    .filter(({ path, isNew }) => isNew || !leadsOut(path))
    .sort(
      (one, other) => Number(one.isLibrary ?? 0) - Number(other.isLibrary ?? 0) || other.looks - one.looks,
    )
  return {
    kept: own.flatMap(({ file, path }) => (existsSync(file) ? [path] : [])),
    gone: own.flatMap(({ file, isLibrary }) => (isLibrary || existsSync(file) ? [] : [basename(file)])),
  }
}
