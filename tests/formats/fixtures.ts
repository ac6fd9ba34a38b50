// The captures of tests/formats/fixtures: a folder per format, an `.expected` file beside every capture.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats } from '../../src/formats/index.ts'

const folder = new URL('fixtures/', import.meta.url)

export type Fixture = { format: string; file: string; text: string; expected: string }

function readFolder(format: string): Fixture[] {
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
    expected: readFileSync(new URL(`${format}/${file}.expected`, folder), 'utf8'),
  }))
}

/** All captures of the registered formats; a format without a folder of them is an error. */
export const fixtures: Fixture[] = formats.flatMap(format => readFolder(format.name))

/** These have no last line: a benchmark or a point that is missing does not show in one file. */
export const isEndless = ({ file }: Pick<Fixture, 'file'>): boolean =>
  /^(?:criterion-bencher|criterion-console|benchmark\.js|perf-stat|points|vegeta-encode|gungraun-compared|iai-callgrind-printed|redis-benchmark|zbench-[^/]*txt|(?:memory|failed)-0\.17|hand-(?:tables|criterion|tasty-bench|celero|results|gas-snapshot))/.test(
    file,
  )
