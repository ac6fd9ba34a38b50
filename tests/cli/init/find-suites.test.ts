import { describe, expect, it } from '@jest/globals'
import { findSuites } from '../../../src/cli/init/find-suites.ts'
import type { Repository } from '../../../src/cli/init/repository.ts'

function repository(texts: Record<string, string>): Repository {
  const files = Object.keys(texts)
  return { root: '/repository', files, text: path => texts[path] ?? '' }
}

const found = (texts: Record<string, string>) =>
  findSuites(repository(texts)).map(({ tool, found, directory, command }) => [
    tool,
    found,
    directory,
    command,
  ])

describe('benchmarks are found by the conventions of their tools', () => {
  it.each([
    [
      'go, in a module below the root',
      { 'app/go.mod': 'module x', 'app/pkg/a_test.go': 'package a\nfunc BenchmarkA(b *testing.B) {}' },
      ['go', 'app/pkg/a_test.go', 'app', "go test -run '^$' -bench . -benchmem ./..."],
    ],
    [
      'criterion',
      { 'Cargo.toml': '[dev-dependencies]\ncriterion = "0.5"\n' },
      ['criterion', 'Cargo.toml', '.', 'cargo bench'],
    ],
    [
      'criterion in a table of its own, in a crate',
      { 'crate/Cargo.toml': '[dev-dependencies.criterion]\nversion = "0.5"\n' },
      ['criterion', 'crate/Cargo.toml', 'crate', 'cargo bench'],
    ],
    ['divan', { 'Cargo.toml': 'divan = "0.1"' }, ['divan', 'Cargo.toml', '.', 'cargo bench']],
    [
      'iai-callgrind',
      { 'Cargo.toml': 'iai-callgrind = "0.16"' },
      ['gungraun', 'Cargo.toml', '.', 'cargo bench -- --output-format=json'],
    ],
    [
      'Google Benchmark',
      {
        'CMakeLists.txt': 'add_subdirectory(bench)',
        'bench/CMakeLists.txt': 'target_link_libraries(parse_bench PRIVATE lib benchmark::benchmark_main)',
      },
      [
        'google-benchmark',
        'bench/CMakeLists.txt',
        '.',
        '$(find build -type f -name parse_bench) --benchmark_format=json',
      ],
    ],
    [
      'pytest-benchmark',
      { 'pyproject.toml': 'dependencies = ["pytest-benchmark"]' },
      [
        'pytest-benchmark',
        'pyproject.toml',
        '.',
        'python -m pytest --benchmark-only --benchmark-json=out.json',
      ],
    ],
    [
      'pyperf',
      { 'bench/run.py': 'import pyperf\nrunner = pyperf.Runner()' },
      ['pyperf', 'bench/run.py', '.', 'python bench/run.py --processes 1 -o out.json'],
    ],
    [
      'JMH by Maven',
      { 'pom.xml': '<artifactId>jmh-core</artifactId>' },
      ['jmh', 'pom.xml', '.', 'java -jar target/benchmarks.jar -f 1 -rf json -rff out.json'],
    ],
    [
      'JMH by Gradle',
      { 'build.gradle.kts': 'id("me.champeau.jmh")' },
      ['jmh', 'build.gradle.kts', '.', 'java -jar build/libs/*-jmh.jar -f 1 -rf json -rff out.json'],
    ],
    [
      'mitata, whose package is below the root',
      { 'js/package.json': '{}', 'js/bench/a.mjs': "import { run } from 'mitata'" },
      ['mitata', 'js/bench/a.mjs', 'js', 'node bench/a.mjs'],
    ],
    [
      'tinybench by require',
      { 'package.json': '{}', 'bench.js': "const { Bench } = require('tinybench')" },
      ['tinybench', 'bench.js', '.', 'node bench.js'],
    ],
    [
      'vitest',
      { 'package.json': '{"devDependencies":{"vitest":"3"}}', 'src/a.bench.ts': 'bench()' },
      ['vitest', 'src/a.bench.ts', '.', 'npx vitest bench --run --outputJson out.json'],
    ],
    ['Deno', { 'a.ts': 'Deno.bench("a", () => {})' }, ['deno', 'a.ts', '.', 'deno bench --json']],
  ])('%s', (_, texts, expected) => {
    expect(found(texts as Record<string, string>)).toEqual([expected])
  })

  it('and those of BenchmarkDotNet by its project', () => {
    const [suite] = findSuites(
      repository({ 'bench/B.csproj': '<PackageReference Include="BenchmarkDotNet" />' }),
    )
    expect(suite).toMatchObject({ tool: 'benchmark-dotnet', setup: 'dotnet build -c Release bench/B.csproj' })
  })

  it('all of them where there are several, and none where there is none', () => {
    const both = {
      'go.mod': '',
      'a_test.go': 'func BenchmarkA(b *testing.B) {}',
      'Cargo.toml': 'divan = "0.1"',
    }
    expect(found(both).map(([tool]) => tool)).toEqual(['go', 'divan'])
    expect(
      found({ 'a_test.go': 'func TestA(t *testing.T) {}', 'Cargo.toml': '# criterion', 'a.js': '' }),
    ).toEqual([])
  })
})
