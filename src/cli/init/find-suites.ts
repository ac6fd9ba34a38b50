// Finds the benchmarks of a repository by the conventions of benchmark tools. Each finding is a proposal: the first run
// shows whether it works.
import { benchmarkDotNet, jmh, pytest, pythonScript } from './find-managed.ts'
import { cargo, googleBenchmark, goTests } from './find-native.ts'
import { deno, nodeScript, vitest } from './find-scripts.ts'
import type { Repository } from './repository.ts'
import type { Proposal, Suite } from './suite.ts'

/** `looksFor` is '' where the text of another finder names this tool already. */
type Finder = { tool: string; looksFor: string; find: (repository: Repository) => Proposal | null }

const tinybenchHint =
  'print JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))) at its end'

const FINDERS: Finder[] = [
  { tool: 'go', looksFor: 'func Benchmark… in _test.go', find: goTests },
  {
    tool: 'criterion',
    looksFor: 'criterion, divan, gungraun or iai-callgrind in Cargo.toml',
    find: repository =>
      cargo(repository, /^criterion\s*=|\.criterion\]/m, { results: 'target/criterion/**/new/sample.json' }),
  },
  { tool: 'divan', looksFor: '', find: repository => cargo(repository, /^divan\s*=|\.divan\]/m, {}) },
  {
    tool: 'gungraun',
    looksFor: '',
    find: repository =>
      cargo(repository, /^(?:gungraun|iai-callgrind)\s*=|\.(?:gungraun|iai-callgrind)\]/m, {
        command: 'cargo bench -- --output-format=json',
      }),
  },
  { tool: 'google-benchmark', looksFor: 'benchmark::benchmark in CMakeLists.txt', find: googleBenchmark },
  { tool: 'pytest-benchmark', looksFor: 'pytest-benchmark among the requirements', find: pytest },
  { tool: 'pyperf', looksFor: 'pyperf.Runner in a script', find: pythonScript },
  { tool: 'jmh', looksFor: 'jmh-core in pom.xml, me.champeau.jmh in build.gradle', find: jmh },
  { tool: 'benchmark-dotnet', looksFor: 'BenchmarkDotNet in a project', find: benchmarkDotNet },
  { tool: 'vitest', looksFor: '*.bench.ts with vitest', find: vitest },
  {
    tool: 'mitata',
    looksFor: 'mitata, tinybench or benchmark in a script',
    find: repository => nodeScript(repository, 'mitata', "call run({ format: 'json' }) in it"),
  },
  { tool: 'tinybench', looksFor: '', find: repository => nodeScript(repository, 'tinybench', tinybenchHint) },
  {
    tool: 'benchmark.js',
    looksFor: '',
    find: repository => nodeScript(repository, 'benchmark', 'print String(event.target) in its cycle'),
  },
  { tool: 'deno', looksFor: 'Deno.bench in a script', find: deno },
]

/** The signs of benchmarks that the finders look for, one phrase each. */
export const lookedFor: string[] = FINDERS.map(({ looksFor }) => looksFor).filter(Boolean)

/** The suites of a repository, in the order of the finders. */
export function findSuites(repository: Repository): Suite[] {
  return FINDERS.flatMap(({ tool, find }) => {
    const found = find(repository)
    return found === null ? [] : [{ tool, ...found }]
  })
}
