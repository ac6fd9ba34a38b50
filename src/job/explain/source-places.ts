// Where the functions of a profile are written, as paths below the repository: the debug information of machine code, or what the profiler says.
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from '../../explain/profile.ts'
import { gitAnswer } from '../../git.ts'
import { grouped } from '../../grouped.ts'
import { readableNames } from '../builds/readable-names.ts'

const run = promisify(execFile)

const LIMITS = { maxBuffer: 256 * 1024 * 1024, timeout: 20_000 }

/** What binutils print; '' where they are missing or fail. */
const printed = (file: string, args: string[]): Promise<string> =>
  run(file, args, LIMITS).then(
    ({ stdout }) => stdout,
    () => '',
  )

/** `file` below `root`, as git writes it; null for anything else, such as the standard library. */
function within(root: string, cwd: string, file: string): string | null {
  const path = isAbsolute(file) ? file : join(cwd, file)
  if (!existsSync(path)) return null
  const below = relative(root, realpathSync(path))
  return below === '' || below.startsWith('..') || /(^|\/)node_modules\//.test(below) ? null : below
}

/** The addresses of the functions `names` in a file of machine code, by name. */
async function addressesIn(file: string, names: Map<string, Place>): Promise<Map<string, string>> {
  const symbols = (await printed('nm', ['--defined-only', file])).split('\n').flatMap(line => {
    const [, address, symbol] = /^([0-9a-f]+) [tTwW] (.+)$/.exec(line) ?? []
    return address === undefined || symbol === undefined ? [] : [{ address, symbol }]
  })
  const written = symbols.map(({ symbol }) => symbol)
  const readable = await readableNames(written, AbortSignal.timeout(LIMITS.timeout), true)
  return new Map(
    readable.flatMap((name, i) => (names.has(name) ? [[name, symbols[i]?.address ?? ''] as const] : [])),
  )
}

/** Where functions of one file of machine code are written, by its debug information (DWARF). */
async function compiledPlaces(file: string, said: Map<string, Place>): Promise<[string, Place][]> {
  const addresses = [...(await addressesIn(file, said))]
  if (addresses.length === 0) return []
  const lines = await printed('addr2line', ['-e', file, ...addresses.map(([, address]) => address)])
  return lines.split('\n').flatMap((line, i): [string, Place][] => {
    const [, path, number] = /^(.+):(\d+)/.exec(line) ?? []
    const name = addresses[i]?.[0]
    return path === undefined || name === undefined || path.startsWith('?')
      ? []
      : [[name, { file: path, line: Number(number) }]]
  })
}

const isCompiled = ({ file, line }: Place) => line === null && !file.endsWith('.py')

/**
 * The places of the functions `names` in the repository around `cwd`. `places` has what the profiler says: a source file, or one of
 * machine code, which is read with nm and addr2line where they are installed.
 */
export async function sourcePlaces(
  names: string[],
  places: Map<string, Place>,
  cwd: string,
): Promise<Map<string, Place>> {
  const root = realpathSync((await gitAnswer(cwd, ['rev-parse', '--show-toplevel'])) ?? cwd)
  const said = names.flatMap((name): [string, Place][] => {
    const place = places.get(name)
    return place === undefined ? [] : [[name, place]]
  })
  const compiled = said.filter(([, place]) => isCompiled(place) && within(root, cwd, place.file) !== null)
  const byFile = grouped(compiled, ([, { file }]) => file)
  const read = await Promise.all([...byFile].map(([file, own]) => compiledPlaces(file, new Map(own))))
  const written = said.filter(([, place]) => !isCompiled(place))
  return new Map(
    [...written, ...read.flat()].flatMap(([name, { file, line }]): [string, Place][] => {
      const path = within(root, cwd, file)
      return path === null ? [] : [[name, { file: path, line }]]
    }),
  )
}
