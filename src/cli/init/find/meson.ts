// Benchmarks of Meson: what `benchmark()` declares, run as Meson runs it, with its arguments, environment and directory.
import { posix } from 'node:path'
import { grouped } from '../../../grouped.ts'
import { shellWord } from '../../../phrases.ts'
import { calledAfter, filesWith, type Repository } from '../repository.ts'
import { plainName, proposal, type SuiteProposal } from '../suite.ts'
import { buildDirectory, INCLUDES, topOfBuild } from './cpp.ts'

/** A call, with the name where it is plain text: https://mesonbuild.com/Reference-manual_functions_benchmark.html */
const CALL = /(?<![\w.])benchmark\s*\(\s*(?:'([^'\\]+)'\s*,)?/g
/** Texts may hold parentheses and `#`. */
const OPTION =
  /(?<![\w.])option\s*\(\s*'(\w*bench\w*)'(?:'(?:\\.|[^'\\])*'|[^()'])*?\btype\s*:\s*'(boolean|feature)'/gi

const textOf = (repository: Repository, file: string) =>
  repository.text(file).replace(/('(?:\\.|[^'\\\n])*')|#.*/g, (_, text = '') => text)

const callsIn = (repository: Repository, file: string) => [...textOf(repository, file).matchAll(CALL)]

/** The sources that a file of Meson names. */
const sourcesOf = (repository: Repository, file: string): string[] =>
  [...textOf(repository, file).matchAll(/'([^'\n]+\.\w+)'/g)]
    .map(([, name = '']) => posix.join(posix.dirname(file), name))
    .filter(path => repository.files.includes(path))

/** What turns the options for benchmarks on. */
const optionsOf = (repository: Repository, top: string): string =>
  filesWith(repository, /^meson(?:\.options|_options\.txt)$/)
    .filter(file => posix.dirname(file) === top)
    .flatMap(file => [...textOf(repository, file).matchAll(OPTION)])
    .map(([, name, type]) => ` -D${name}=${type === 'feature' ? 'enabled' : 'true'}`)
    .join('')

/** A suite for each benchmark; one for all of a project where a name is made while Meson runs. */
function suitesOf(repository: Repository, top: string, files: string[]): SuiteProposal[] {
  const build = buildDirectory(repository)
  const options = optionsOf(repository, top)
  const declared = files.flatMap(found => callsIn(repository, found).map(([, name]) => ({ found, name })))
  const suiteOf = (called: string, found: string, within: string[], names: string): SuiteProposal => {
    const covers = within.flatMap(file => sourcesOf(repository, file))
    const isGoogle = covers.some(path => INCLUDES.test(repository.text(path)))
    const flag = isGoogle ? ' --test-args=--benchmark_format=json' : ''
    const place = { found, covers, directory: top }
    return proposal(repository, place, {
      called,
      setup: `meson setup ${build} --buildtype=release${options} && ninja -C ${build} meson-benchmark-prereq`,
      // --verbose prints what the programs print, -t 0 is without a time limit.
      command: `meson test -C ${build} --benchmark --no-rebuild --verbose -t 0${flag}${names}`,
      shorter: isGoogle ? 'name some with --test-args=--benchmark_filter=NAME' : '',
    })
  }
  if (declared.some(({ name }) => name === undefined))
    return [suiteOf(calledAfter(repository, top), files[0] ?? '', files, '')]
  return declared.map(({ found, name = '' }) =>
    suiteOf(plainName(name), found, [found], ` ${shellWord(name)}`),
  )
}

export function findMeson(repository: Repository): SuiteProposal[] {
  const files = filesWith(repository, /^meson\.build$/).filter(file => callsIn(repository, file).length > 0)
  return [...grouped(files, file => topOfBuild(repository, file, 'meson.build'))].flatMap(([top, own]) =>
    suitesOf(repository, top, own),
  )
}
