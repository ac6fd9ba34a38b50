// Finds the benchmarks of a repository by the conventions of benchmark tools. Each finding is a proposal: a run shows
// whether it works.

import { isWithin, type Repository } from '../repository.ts'
import type { FoundSuite, SuiteProposal } from '../suite.ts'
import { findGoogleBenchmark } from './cpp.ts'
import { findGoTests } from './go.ts'
import { findBenchmarkDotNet, findJmh } from './managed.ts'
import { findMeson } from './meson.ts'
import { findPytest, findPythonScripts } from './python.ts'
import { findCargo } from './rust.ts'
import { findDeno, findHarnesses, findPackageScripts, findVitest } from './scripts.ts'
import { findCodspeed, findTargets } from './tasks.ts'

/** `looksFor` is '' where the text of another finder names this tool already. */
type SuiteFinder = { tool: string; looksFor: string; find: (repository: Repository) => SuiteProposal[] }

const FINDERS: SuiteFinder[] = [
  { tool: 'go', looksFor: 'func Benchmark… in _test.go', find: findGoTests },
  {
    tool: 'criterion',
    looksFor: 'criterion, divan, gungraun, iai-callgrind or #[bench] in bench targets of cargo',
    find: repository => findCargo(repository, 'criterion'),
  },
  { tool: 'divan', looksFor: '', find: repository => findCargo(repository, 'divan') },
  { tool: 'gungraun', looksFor: '', find: repository => findCargo(repository, 'gungraun') },
  { tool: 'libtest', looksFor: '', find: repository => findCargo(repository, 'libtest') },
  {
    tool: 'google-benchmark',
    looksFor: '#include <benchmark/benchmark.h>, or targets of CMake that are linked with it',
    find: findGoogleBenchmark,
  },
  { tool: 'meson', looksFor: 'benchmark() in meson.build', find: findMeson },
  { tool: 'pytest-benchmark', looksFor: 'tests of Python with the fixture benchmark', find: findPytest },
  { tool: 'pyperf', looksFor: 'pyperf.Runner in a script', find: findPythonScripts },
  {
    tool: 'jmh',
    looksFor: 'jmh-core in pom.xml or build.gradle, me.champeau.jmh in build.gradle',
    find: findJmh,
  },
  { tool: 'benchmark-dotnet', looksFor: 'BenchmarkDotNet in a project', find: findBenchmarkDotNet },
  { tool: 'vitest', looksFor: '*.bench.ts with vitest', find: findVitest },
  { tool: 'npm', looksFor: 'scripts called bench in package.json', find: findPackageScripts },
  { tool: 'node', looksFor: 'mitata, tinybench or benchmark in a script', find: findHarnesses },
  { tool: 'deno', looksFor: 'Deno.bench in a script', find: findDeno },
  { tool: 'codspeed', looksFor: 'codspeed.yml', find: findCodspeed },
]

/** The signs of benchmarks that the finders look for, one phrase each. */
export const lookedFor: string[] = [
  ...FINDERS.map(({ looksFor }) => looksFor).filter(Boolean),
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
