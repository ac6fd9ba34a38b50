// Benchmarks of Go, Rust and C++.
import { above, directoryOfFile, fileWith, type Repository } from './repository.ts'
import { nothingElse, type SuiteProposal } from './suite.ts'

export function findCargo(
  repository: Repository,
  crates: RegExp,
  suite: Partial<SuiteProposal>,
): SuiteProposal | null {
  const found = fileWith(repository, /^Cargo\.toml$/, crates)
  if (found === null) return null
  const base = { ...nothingElse, found, directory: directoryOfFile(found), setup: 'cargo bench --no-run' }
  return { ...base, command: 'cargo bench', ...suite }
}

/** A target that is linked with Google Benchmark. */
export function findGoogleBenchmark(repository: Repository): SuiteProposal | null {
  const link = /target_link_libraries\s*\(\s*([\w.-]+)[^)]*\bbenchmark::benchmark/
  const found = fileWith(repository, /^CMakeLists\.txt$/, link)
  if (found === null) return null
  const target = link.exec(repository.text(found))?.[1] ?? ''
  const root = above(repository, found, 'CMakeLists.txt')
  const top = repository.files.includes('CMakeLists.txt') ? '.' : root
  return {
    ...nothingElse,
    found,
    directory: top,
    setup: `cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --target ${target}`,
    command: `$(find build -type f -name ${target}) --benchmark_format=json`,
  }
}

export function findGoTests(repository: Repository): SuiteProposal | null {
  const found = fileWith(repository, /_test\.go$/, /^func Benchmark\w*\(\w+ \*testing\.B\)/m)
  if (found === null) return null
  const command = "go test -run '^$' -bench . -benchmem ./..."
  return {
    ...nothingElse,
    found,
    directory: above(repository, found, 'go.mod'),
    setup: "go test -run '^$' ./...",
    command,
  }
}
