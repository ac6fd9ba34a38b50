// The files that a command runs in each layout: whether they are there, and whether the linker was told the layout.
import { resolve } from 'node:path'
import { fileDigest, isFile } from '../process/file-content.ts'
import { MeasureError } from '../runs/errors.ts'
import { FEWEST_LAYOUTS, LAYOUT } from '../runs/layouts.ts'
import type { Side } from '../runs/schedule.ts'
import type { SideCommand } from '../runs/side-command.ts'

/** What may be the path of a build, in a text for bash too. */
const PATH = /[^\s'"`;&|()<>$=]*\{layout\}[^\s'"`;&|()<>$]*/g

const pathsIn = ({ argv }: SideCommand): string[] => [
  ...new Set(argv.flatMap(word => word.match(PATH) ?? [])),
]

/** The files that `command` runs in these layouts, whether or not they are there. */
export const buildPaths = (command: SideCommand, layouts: number[]): string[] =>
  layouts.flatMap(layout =>
    pathsIn(command).map(path => resolve(command.cwd, path.replaceAll(LAYOUT, String(layout)))),
  )

/** The digests of all files of a layout; null where it has none. */
const digestOf = (paths: string[]): string | null => paths.filter(isFile).map(fileDigest).join(' ') || null

/** Whether the program that is started is a build itself, as in `./parse.{layout}`, and no other program that is given a number. */
const startsBuild = ({ argv }: SideCommand): boolean =>
  argv.some(
    (word, i) =>
      (i === 0 || argv[i - 1] === '-c') && /^\s*(?:\w+=\S*\s+)*[^\s=]*\/[^\s=]*\{layout\}/.test(word),
  )

type Builds = { side: Side; layouts: number[]; relink: string }

/**
 * The digest of the build of each layout; null where the command runs no such files, as one that is given a seed. Throws a MeasureError
 * where a build is not there, although `relink` has to make it, or the command starts it.
 */
export function buildDigests(command: SideCommand, { side, layouts, relink }: Builds): (string | null)[] {
  const paths = pathsIn(command)
  const digests = layouts.map(layout => digestOf(buildPaths(command, [layout])))
  if (relink === '' && !startsBuild(command) && digests.every(digest => digest === null)) return digests
  const missing = layouts.find((_, i) => digests[i] === null)
  if (missing === undefined) return digests
  const made = relink === '' ? 'setup' : 'relink'
  const looked = paths.map(path => path.replaceAll(LAYOUT, String(missing))).join(', ')
  const where = paths.length === 0 ? 'the command names no file of it' : `there is no ${looked}`
  const advice =
    relink === ''
      ? 'STABLE_BENCH_LAYOUTS has the numbers of all builds that it has to make; or let relink make each'
      : `let relink write the file that the command runs, with ${LAYOUT} in both paths`
  // The command may hold secrets.
  const published = `layouts: ${made} made no build ${missing}; the log says where it was looked for`
  throw new MeasureError(`layouts: ${made} made no build ${missing}: ${where}; ${advice}`, side, published)
}

/** Which layouts of a side have a build of their own, by the `digests`. Throws a MeasureError where all of several are the same file. */
export function areOwnBuilds(digests: (string | null)[], side: Side): boolean[] {
  const isOwn = digests.map((digest, i) => digest === null || digests.indexOf(digest) === i)
  if (digests.length < FEWEST_LAYOUTS || isOwn.filter(Boolean).length > 1) return isOwn
  throw new MeasureError(
    `layouts: all ${digests.length} builds are the same file, byte for byte: the linker was not told the layout; give it ` +
      `${LAYOUT} in an option, such as -ldflags=-randlayout=${LAYOUT}`,
    side,
  )
}
