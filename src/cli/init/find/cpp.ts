// Benchmarks of C++: the targets of CMake that are made of sources with Google Benchmark.
import { posix } from 'node:path'
import { above, filesWith, isWithin, type Repository } from '../repository.ts'
import { proposal, type SuiteProposal } from '../suite.ts'

/** A source that uses the library. */
export const INCLUDES = /^\s*#\s*include\s*[<"]benchmark\/benchmark\.h[>"]|\bbenchmark::State\b/m
const LINKED = /\bbenchmark(?:::benchmark)?(?:_main)?\b/

/** A text in quotes may hold `#` and parentheses. */
const STRING = '"(?:\\\\.|[^"\\\\])*"'
const COMMENT = new RegExp(`(${STRING})|#\\[\\[[\\s\\S]*?\\]\\]|#.*`, 'g')
const CALL = new RegExp(`(\\w+)\\s*\\(((?:${STRING}|[^()"])*)\\)`, 'g')

const withoutComments = (cmake: string) => cmake.replace(COMMENT, (_, text = '') => text)

/** The calls of a CMake file, with their words. */
const callsOf = (cmake: string): { name: string; words: string[] }[] =>
  [...withoutComments(cmake).matchAll(CALL)].map(([, name = '', text = '']) => ({
    name: name.toLowerCase(),
    words: text.split(/[\s"]+/).filter(Boolean),
  }))

/** What the variables of all files stand for: those that `set` or `project` gives one value, and no loop or function another. */
function definedBy(calls: ReturnType<typeof callsOf>): Map<string, string> {
  const values = new Map<string, Set<string>>()
  const taken = new Set<string>()
  for (const { name, words } of calls) {
    if (name === 'foreach') taken.add(words[0] ?? '')
    if (name === 'list') taken.add(words[1] ?? '')
    if (/^(?:function|macro)$/.test(name)) for (const parameter of words.slice(1)) taken.add(parameter)
    const [variable, value, ...more] = name === 'project' ? ['PROJECT_NAME', words[0]] : words
    if (!/^(?:set|project)$/.test(name) || !variable || !value) continue
    if (more.length > 0 && !/^(?:CACHE|PARENT_SCOPE)$/.test(more[0] ?? '')) taken.add(variable)
    values.set(variable, (values.get(variable) ?? new Set()).add(value))
  }
  return new Map(
    [...values].flatMap(([name, [value = '', ...others]]) =>
      others.length > 0 || taken.has(name) ? [] : [[name, value]],
    ),
  )
}

const DEEPEST = 3

/** The text with the values of its variables, which may hold others. */
function filledIn(cmake: string, defined: Map<string, string>): string {
  let text = cmake
  for (let depth = 0; depth < DEEPEST; depth++)
    text = text.replace(/\$\{(\w+)\}/g, (variable, name) => defined.get(name) ?? variable)
  return text
}

type Target = { name: string; file: string; sources: string[] }

/** What is known of all files: sources that use the library, directories that link it, variables. */
type Known = { sources: string[]; linkedBelow: string[]; defined: Map<string, string> }

const VARIABLE = /\$\{\w+\}/g

/** `RegExp.escape` of a later Node. */
const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')

/** What stands for the variable in `${name}.cc` where that is this source: 'parse' for parse.cc; null where it is not. */
function filledBy(word: string, directory: string, source: string): string | null {
  const path = posix.join(directory, word)
  if (path === source) return ''
  const [variable] = word.match(VARIABLE) ?? []
  // A variable alone may stand for anything.
  if (variable === undefined || variable === word) return null
  const [first = '', ...others] = path.split(variable).map(escaped)
  const pattern = new RegExp(`^${first}([\\w.-]+)${others.join('\\1')}$`)
  return pattern.exec(source)?.[1] ?? null
}

/**
 * The targets of a CMake file that are benchmarks: made of a source that uses the library, or linked with it by name, or
 * an executable of unknown sources in or below a directory for which `link_libraries` names it.
 */
function targetsOf(repository: Repository, file: string, { sources, linkedBelow, defined }: Known): Target[] {
  const directory = posix.dirname(file)
  const isLinked = linkedBelow.some(each => isWithin(directory, each))
  return callsOf(filledIn(repository.text(file), defined)).flatMap(({ name, words: all }) => {
    const [target = '', ...words] = /^(?:NAME|TARGET)$/.test(all[0] ?? '') ? all.slice(1) : all
    const made = sources.flatMap(source => {
      const value = words.map(word => filledBy(word, directory, source)).find(each => each !== null)
      return value === undefined
        ? []
        : [{ name: target.replace(VARIABLE, () => value), file, sources: [source] }]
    })
    const isNamed = name === 'target_link_libraries' && words.some(word => LINKED.test(word))
    const areOthers = words.some(word => repository.files.includes(posix.join(directory, word)))
    const isMade = name === 'add_executable' && (made.length > 0 || (isLinked && !areOthers))
    // Projects have functions of their own for it: my_add_benchmark(NAME FILE).
    const isCalled = /bench/.test(name) && made.length > 0
    if (!isNamed && !isMade && !isCalled) return []
    const targets = made.length > 0 ? made : [{ name: target, file, sources: [] }]
    return targets.filter(each => /^[\w.-]+$/.test(each.name))
  })
}

/** The directory whose file called `name`, of CMake or of Meson, the build begins with. */
export function topOfBuild(repository: Repository, file: string, name: string): string {
  if (repository.files.includes(name)) return '.'
  const projects = filesWith(repository, new RegExp(`^${escaped(name)}$`), /^\s*project\s*\(/im)
  const project = projects.map(posix.dirname).find(each => isWithin(file, each))
  return project ?? above(repository, file, name) ?? '.'
}

/** Where a build goes: not into a directory of the repository. */
export const buildDirectory = ({ files }: Repository): string =>
  files.some(path => path.startsWith('build/')) ? 'build-bench' : 'build'

/** `-D…=ON` for each option that the benchmarks may be behind: those that name them, else those for tests. */
function optionsOf(repository: Repository, files: string[]): string {
  const calls = files.flatMap(file => callsOf(repository.text(file)))
  const options = [
    ...new Set(calls.filter(({ name }) => name === 'option').map(({ words }) => words[0] ?? '')),
  ]
  const own = options.filter(name => /bench/i.test(name))
  const chosen = own.length > 0 ? own : options.filter(name => /TEST(?:S|ING)?$/i.test(name))
  return chosen.map(name => ` -D${name}=ON`).join('')
}

/** Links the target anew with lld. */
const layoutsOf = (build: string, target: string, options: string) => ({
  setup: `cmake -S . -B ${build} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-ffunction-sections${options} && cmake --build ${build} --target ${target}`,
  relink:
    `cmake -S . -B ${build} -DCMAKE_EXE_LINKER_FLAGS='-fuse-ld=lld -Wl,--shuffle-sections=*={layout}' && cmake --build ${build} --target ${target} && ` +
    `cp $(find ${build} -type f -name ${target} -executable) bench.{layout}`,
  command: './bench.{layout} --benchmark_format=json',
})

export function findGoogleBenchmark(repository: Repository): SuiteProposal[] {
  const files = filesWith(repository, /^CMakeLists\.txt$|\.cmake$/)
  const sources = filesWith(repository, /\.(?:cc|cpp|cxx|c\+\+|cu)$/i, INCLUDES)
  const linkedBelow = files
    .filter(file =>
      callsOf(repository.text(file)).some(
        ({ name, words }) => name === 'link_libraries' && words.some(word => LINKED.test(word)),
      ),
    )
    .map(posix.dirname)
  const defined = definedBy(files.flatMap(file => callsOf(repository.text(file))))
  const known = { sources, linkedBelow, defined }
  const targets = new Map<string, Target>()
  for (const target of files.flatMap(file => targetsOf(repository, file, known))) {
    const before = targets.get(target.name)?.sources ?? []
    targets.set(target.name, { ...target, sources: [...new Set([...before, ...target.sources])] })
  }
  const build = buildDirectory(repository)
  const options = optionsOf(repository, files)
  const ofC = repository.files.some(path => path.endsWith('.c')) ? ' -DCMAKE_C_FLAGS=-ffunction-sections' : ''
  return [...targets.values()].map(({ name, file, sources: covers }) => {
    const directory = topOfBuild(repository, file, 'CMakeLists.txt')
    const place = { found: covers[0] ?? file, covers, directory }
    return proposal(repository, place, {
      called: name,
      setup: `cmake -S . -B ${build} -DCMAKE_BUILD_TYPE=Release${options} && cmake --build ${build} --target ${name}`,
      command: `$(find ${build} -type f -name ${name} -executable) --benchmark_format=json`,
      layouts: layoutsOf(build, name, `${ofC}${options}`),
      shorter: 'name some with --benchmark_filter, or add --benchmark_min_time=0.1',
    })
  })
}
