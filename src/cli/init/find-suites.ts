// Finds the benchmarks of a repository by the conventions of benchmark tools. Each finding is a proposal: the first run
// shows whether it works.
import { findBenchmarkDotNet, findJmh, findPytest, findPythonScript } from './find-managed.ts'
import { findCargo, findGoogleBenchmark, findGoTests } from './find-native.ts'
import { findDeno, findNodeScript, findVitest } from './find-scripts.ts'
import type { Repository } from './repository.ts'
import type { FoundSuite, SuiteProposal } from './suite.ts'

/** `looksFor` is '' where the text of another finder names this tool already. */
type SuiteFinder = { tool: string; looksFor: string; find: (repository: Repository) => SuiteProposal | null }

const tinybenchHint =
  'print JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))) at its end'

const FINDERS: SuiteFinder[] = [
  { tool: 'go', looksFor: 'func Benchmark… in _test.go', find: findGoTests },
  {
    tool: 'criterion',
    looksFor: 'criterion, divan, gungraun or iai-callgrind in Cargo.toml',
    find: repository =>
      findCargo(repository, /^criterion\s*=|\.criterion\]/m, {
        results: 'target/criterion/**/new/sample.json',
      }),
  },
  { tool: 'divan', looksFor: '', find: repository => findCargo(repository, /^divan\s*=|\.divan\]/m, {}) },
  {
    tool: 'gungraun',
    looksFor: '',
    find: repository =>
      findCargo(repository, /^(?:gungraun|iai-callgrind)\s*=|\.(?:gungraun|iai-callgrind)\]/m, {
        command: 'cargo bench -- --output-format=json',
      }),
  },
  { tool: 'google-benchmark', looksFor: 'benchmark::benchmark in CMakeLists.txt', find: findGoogleBenchmark },
  { tool: 'pytest-benchmark', looksFor: 'pytest-benchmark among the requirements', find: findPytest },
  { tool: 'pyperf', looksFor: 'pyperf.Runner in a script', find: findPythonScript },
  { tool: 'jmh', looksFor: 'jmh-core in pom.xml, me.champeau.jmh in build.gradle', find: findJmh },
  { tool: 'benchmark-dotnet', looksFor: 'BenchmarkDotNet in a project', find: findBenchmarkDotNet },
  { tool: 'vitest', looksFor: '*.bench.ts with vitest', find: findVitest },
  {
    tool: 'mitata',
    looksFor: 'mitata, tinybench or benchmark in a script',
    find: repository => findNodeScript(repository, 'mitata', "call run({ format: 'json' }) in it"),
  },
  {
    tool: 'tinybench',
    looksFor: '',
    find: repository => findNodeScript(repository, 'tinybench', tinybenchHint),
  },
  {
    tool: 'benchmark.js',
    looksFor: '',
    find: repository => findNodeScript(repository, 'benchmark', 'print String(event.target) in its cycle'),
  },
  { tool: 'deno', looksFor: 'Deno.bench in a script', find: findDeno },
]

/** The signs of benchmarks that the finders look for, one phrase each. */
export const lookedFor: string[] = FINDERS.map(({ looksFor }) => looksFor).filter(Boolean)

/** The suites of a repository, in the order of the finders. */
export function findSuites(repository: Repository): FoundSuite[] {
  return FINDERS.flatMap(({ tool, find }) => {
    const found = find(repository)
    return found === null ? [] : [{ tool, ...found }]
  })
}
