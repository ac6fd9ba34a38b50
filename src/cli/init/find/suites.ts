// Finds the benchmarks of a repository by the conventions of benchmark tools, and the files that look like others. Each finding
// is a proposal: a run shows whether it works.
import { posix } from 'node:path'
import { grouped } from '../../../grouped.ts'
import { isWithin, type Repository } from '../repository.ts'
import type { FoundSuite, SuiteProposal } from '../suite.ts'
import { findGoogleBenchmark } from './cpp.ts'
import { findGoTests } from './go.ts'
import { findBenchmarkDotNet, findJmh } from './managed.ts'
import { findMeson } from './meson.ts'
import { findAsv, findPytest, findPythonScripts } from './python.ts'
import { findCargo } from './rust.ts'
import { findDeno, findHarnesses, findPackageScripts, findVitest } from './scripts.ts'
import { findCodspeed, findTargets } from './tasks.ts'

/** `tool` is that of proposals that name none. */
type SuiteFinder = { tool: string; looksFor: string; find: (repository: Repository) => SuiteProposal[] }

// biome-ignore format: a table, which reads best compact
const FINDERS: SuiteFinder[] = [
  { tool: 'go', looksFor: 'func Benchmark… in _test.go', find: findGoTests },
  { tool: 'cargo', looksFor: 'criterion, divan, gungraun, iai-callgrind or #[bench] in bench targets of cargo', find: findCargo },
  { tool: 'google-benchmark', looksFor: '#include <benchmark/benchmark.h>, or targets of CMake that are linked with it',
    find: findGoogleBenchmark },
  { tool: 'meson', looksFor: 'benchmark() in meson.build', find: findMeson },
  { tool: 'pytest-benchmark', looksFor: 'tests of Python with the fixture benchmark', find: findPytest },
  { tool: 'pyperf', looksFor: 'pyperf.Runner in a script', find: findPythonScripts },
  { tool: 'asv', looksFor: 'asv.conf.json', find: findAsv },
  { tool: 'jmh', looksFor: 'jmh-core in pom.xml or build.gradle, me.champeau.jmh in build.gradle', find: findJmh },
  { tool: 'benchmark-dotnet', looksFor: 'BenchmarkDotNet in a project', find: findBenchmarkDotNet },
  { tool: 'vitest', looksFor: '*.bench.ts with vitest', find: findVitest },
  { tool: 'npm', looksFor: 'scripts called bench in package.json', find: findPackageScripts },
  { tool: 'node', looksFor: 'mitata, tinybench or benchmark in a script', find: findHarnesses },
  { tool: 'deno', looksFor: 'Deno.bench in a script', find: findDeno },
  { tool: 'codspeed', looksFor: 'codspeed.yml', find: findCodspeed },
]

/** The signs of benchmarks that the finders look for, one phrase each. */
export const lookedFor: string[] = [
  ...FINDERS.map(({ looksFor }) => looksFor),
  'targets called bench in a Makefile or a Justfile',
]

/** What was found: the suites in the order of the finders, and targets that run what one of the suites runs. */
export type FoundBenchmarks = { suites: FoundSuite[]; spareTargets: FoundSuite[] }

/** A target of a task runner is a suite where nothing else was found in its directory or below it. */
export function findSuites(repository: Repository): FoundBenchmarks {
  const suites = FINDERS.flatMap(({ tool, find }) => find(repository).map(found => ({ tool, ...found })))
  const targets = findTargets(repository)
  const isSpare = (target: FoundSuite) =>
    suites.some(
      ({ directory, found }) => isWithin(directory, target.directory) || isWithin(found, target.directory),
    )
  return {
    suites: [...suites, ...targets.filter(target => !isSpare(target))],
    spareTargets: targets.filter(isSpare),
  }
}

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
  const lines = [...grouped(left, posix.dirname)].flatMap(([directory, own]) =>
    own.length > MOST ? [`${directory}/ (${own.length} files)`] : own,
  )
  return [...lines, ...spareTargets.map(({ found, command }) => `${found} (${command})`)]
}
