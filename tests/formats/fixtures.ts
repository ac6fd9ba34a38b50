// The captures of tests/formats/fixtures: a folder per format, an `.expected` file beside every capture.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats } from '../../src/formats/index.ts'

const folder = new URL('fixtures/', import.meta.url)

export type Fixture = { format: string; file: string; text: string; expected: string }

const missing = (what: string, name: string) =>
  new Error(`${what}: add tests/formats/fixtures/${name} (CONTRIBUTING.md, "To add a format")`)

function expectedOf(capture: string): string {
  const name = `${capture}.expected`
  if (!existsSync(new URL(name, folder))) throw missing(`nothing says what ${capture} contains`, name)
  return readFileSync(new URL(name, folder), 'utf8')
}

function readFolder(format: string): Fixture[] {
  if (!existsSync(new URL(`${format}/`, folder)))
    throw missing(`the format ${format} has no capture`, `${format}/`)
  const entries = readdirSync(new URL(`${format}/`, folder), { recursive: true, withFileTypes: true })
  const root = fileURLToPath(new URL(`${format}/`, folder))
  const captures = entries
    .filter(entry => entry.isFile() && !entry.name.endsWith('.expected'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .sort()
  return captures.map(file => ({
    format,
    file,
    text: readFileSync(new URL(`${format}/${file}`, folder), 'utf8'),
    expected: expectedOf(`${format}/${file}`),
  }))
}

/** All captures of the registered formats; a format without a folder of them is an error. */
export const fixtures: Fixture[] = formats.flatMap(format => readFolder(format.name))

/** These have no last line: a benchmark or a point that is missing does not show in one file. */
export const isEndless = ({ file }: Pick<Fixture, 'file'>): boolean =>
  /^(?:criterion-bencher|criterion-console|benchmark\.js|perf-stat|points|vegeta-encode|gungraun-compared|iai-callgrind-printed|redis-benchmark|zbench-[^/]*txt|(?:memory|failed)-0\.17|hand-(?:tables|criterion|tasty-bench|celero|results|gas-snapshot))/.test(
    file,
  )
