// Benchmarks of C++: the targets of CMake that are made of sources with Google Benchmark.
import { posix } from 'node:path'
import { above, directoryOfFile, filesWith, isWithin, type Repository } from './repository.ts'
import { nothingElse, type SuiteProposal } from './suite.ts'

/** A source that uses the library. */
export const INCLUDES = /^\s*#\s*include\s*[<"]benchmark\/benchmark\.h[>"]/m
const LINKED = /\bbenchmark(?:::benchmark)?(?:_main)?\b/

const withoutComments = (cmake: string) => cmake.replace(/#.*$/gm, '')

/** The calls of a CMake file, with their words. */
const callsOf = (cmake: string): { name: string; words: string[] }[] =>
  [...withoutComments(cmake).matchAll(/(\w+)\s*\(([^()]*)\)/g)].map(([, name = '', text = '']) => ({
    name: name.toLowerCase(),
    words: text.split(/[\s"]+/).filter(Boolean),
  }))

type Target = { name: string; file: string; sources: string[] }

/**
 * The targets of a CMake file that are benchmarks: made of a source that includes the library, or linked with it by
 * name, or an executable in or below a directory for which `link_libraries` names it.
 */
function targetsOf(repository: Repository, file: string, sources: string[], linkedBelow: string[]): Target[] {
  const directory = directoryOfFile(file)
  const calls = callsOf(repository.text(file))
  const isLinked = linkedBelow.some(each => isWithin(directory, each))
  return calls.flatMap(({ name, words: [target = '', ...words] }) => {
    const own = words.map(word => posix.join(directory, word)).filter(path => sources.includes(path))
    const isMade = name === 'add_executable' && (isLinked || own.length > 0)
    // Projects have functions of their own for it: my_add_benchmark(NAME FILE).
    const isCalled = /bench/.test(name) && own.length > 0
    const isNamed = name === 'target_link_libraries' && words.some(word => LINKED.test(word))
    return (isMade || isCalled || isNamed) && /^[\w.-]+$/.test(target)
      ? [{ name: target, file, sources: own }]
      : []
  })
}

/** The directory whose CMakeLists.txt the build begins with. */
function topOf(repository: Repository, file: string): string {
  if (repository.files.includes('CMakeLists.txt')) return '.'
  const projects = filesWith(repository, /^CMakeLists\.txt$/, /^\s*project\s*\(/im).map(directoryOfFile)
  return projects.find(each => isWithin(file, each)) ?? above(repository, file, 'CMakeLists.txt') ?? '.'
}

/** `-D…=ON` for each option that the benchmarks may be behind. */
const optionsOf = (repository: Repository, files: string[]) =>
  [
    ...new Set(
      files.flatMap(file =>
        callsOf(repository.text(file))
          .filter(({ name, words: [option = ''] }) => name === 'option' && /bench/i.test(option))
          .map(({ words }) => ` -D${words[0]}=ON`),
      ),
    ),
  ].join('')

export function findGoogleBenchmark(repository: Repository): SuiteProposal[] {
  const files = filesWith(repository, /^CMakeLists\.txt$|\.cmake$/)
  const sources = filesWith(repository, /\.(?:cc|cpp|cxx|c\+\+|cu)$/i, INCLUDES)
  const linkedBelow = files
    .filter(file =>
      callsOf(repository.text(file)).some(
        ({ name, words }) => name === 'link_libraries' && words.some(word => LINKED.test(word)),
      ),
    )
    .map(directoryOfFile)
  const targets = new Map<string, Target>()
  for (const target of files.flatMap(file => targetsOf(repository, file, sources, linkedBelow))) {
    const known = targets.get(target.name)?.sources ?? []
    targets.set(target.name, { ...target, sources: [...new Set([...known, ...target.sources])] })
  }
  const build = repository.files.some(path => path.startsWith('build/')) ? 'build-bench' : 'build'
  const options = optionsOf(repository, files)
  return [...targets.values()].map(({ name, file, sources: covers }) => ({
    ...nothingElse,
    called: name,
    found: covers[0] ?? file,
    covers: [...covers],
    directory: topOf(repository, file),
    setup: `cmake -S . -B ${build} -DCMAKE_BUILD_TYPE=Release${options} && cmake --build ${build} --target ${name}`,
    command: `$(find ${build} -type f -name ${name} -executable) --benchmark_format=json`,
    shorter: 'name some with --benchmark_filter, or add --benchmark_min_time=0.1',
  }))
}
