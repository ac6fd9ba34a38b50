// The files that look like benchmarks, and are in no suite that `init` found.
import { posix } from 'node:path'
import { grouped } from '../../grouped.ts'
import type { FoundBenchmarks } from './find/suites.ts'
import { directoryOfFile, type Repository } from './repository.ts'

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|pyx|go|rs|c|cc|cpp|cxx|cu|java|kts?|scala|clj|cs|fs|rb|php|pl|lua|jl|dart|swift|zig|nim|ex|exs|erl|hs|ml|r|sh|bash)$/i

/** The word in a name of a file or a directory, on its own: not in `workbench`. */
const NAMED = /(?:^|[^a-z])(?:micro)?bench(?:mark|marking|er)?(?:s|es)?(?![a-z])/i
/** Directories such as `perf/` and `tests/performance/`. */
const WITHIN = /(?:^|\/)perf(?:ormance)?(?:[-_]?tests?)?\//i
/** What Python wants in a directory beside its programs. */
const NO_PROGRAM = /(?:^|\/)(?:__init__|conftest)\.py$/
/** Names such as `ParseBenchmark.java`. */
const ENDS = /Bench(?:mark)?s?\.\w+$/

const looksLikeOne = (path: string) =>
  SOURCE.test(path) &&
  !posix.basename(path).startsWith('.') &&
  !NO_PROGRAM.test(path) &&
  [NAMED, ENDS, WITHIN].some(sign => sign.test(path))

/** A directory with more files than this is named by itself. */
const MOST = 8

/** A line for each file that looks like a benchmark and is in no suite, and for each target that repeats a suite. */
export function notTaken({ files }: Repository, { suites, spareTargets }: FoundBenchmarks): string[] {
  const covered = new Set(suites.flatMap(({ covers, found }) => [...covers, found]))
  const left = files.filter(path => looksLikeOne(path) && !covered.has(path))
  const lines = [...grouped(left, directoryOfFile)].flatMap(([directory, own]) =>
    own.length > MOST ? [`${directory}/ (${own.length} files)`] : own,
  )
  return [...lines, ...spareTargets.map(({ found, command }) => `${found} (${command})`)]
}
