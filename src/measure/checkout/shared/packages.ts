// The packages that interpreters find outside of the checkouts.
import { readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { shortDigest } from '../../../model/digest.ts'
import { tryCommand } from '../../pin/wrappers.ts'
import { scrubbedEnvironment } from '../../process/environment.ts'
import { fileDigest, fileHead } from '../../process/file-content.ts'

/** How packages of a language are found, each by a file that is written whenever the package is. */
type Language = {
  interpreter: RegExp
  /** Makes the interpreter print the directories in which it looks for packages. */
  ask: string[]
  files: string
  nameOf: (file: string) => string
  /** What tells whether a package holds the same. */
  read: (file: string) => string
}

/** Without what pip notes of the installation itself, which names the directory that it was made from. */
export const filesListed = (record: string): string[] =>
  readFileSync(record, 'utf8')
    .split('\n')
    .filter(line => !/^[^,]*\.dist-info\//.test(line))

/** pip keeps a list of a package's files and their digests. The name has no version. */
const python: Language = {
  interpreter: /^(?:python|pypy)[\d.]*$/,
  ask: ['-c', 'import sys; print("\\n".join(sys.path))'],
  files: '*.dist-info/RECORD',
  nameOf: record => dirname(record).replace(/-[^-/]*\.dist-info$/, ''),
  read: record => filesListed(record).sort().join('\n'),
}

/** `R CMD INSTALL` keeps the code of a package in one file. */
const r: Language = {
  interpreter: /^R(?:script)?$/,
  ask: ['-e', 'cat(.libPaths(), sep = "\\n")'],
  files: '*/R/*.rdb',
  nameOf: code => dirname(dirname(code)),
  read: fileDigest,
}

const gemOf = (specification: string) =>
  join(dirname(specification), '../gems', basename(specification, '.gemspec'))

const ruby: Language = {
  interpreter: /^(?:j|truffle)?ruby[\d.]*$/,
  ask: ['-e', 'puts Gem.path'],
  files: 'specifications/*.gemspec',
  nameOf: gemOf,
  read: specification => {
    const files = globSync('**/*.rb', { cwd: gemOf(specification), absolute: true, dot: true }).sort()
    return shortDigest(files.map(file => `${file} ${fileDigest(file)}`).join('\n'), 64)
  },
}

function interpreterIn({ interpreter }: Language, path: string): string | null {
  if (interpreter.test(basename(path))) return path
  const [, line = ''] = /^#!(.*)/.exec(fileHead(path, 256)) ?? []
  return line.split(/\s+/).find(word => interpreter.test(basename(word))) ?? null
}

/** The interpreter of Python that the program at `path` is, or is run by; null for what is not of Python. */
export const interpreterOf = (path: string): string | null => interpreterIn(python, path)

/**
 * Where an interpreter looks for packages. It is asked, as the commands run it, since it may be a link, or a script that chooses
 * one (pyenv). None where it does not answer.
 */
function packageDirectories({ ask }: Language, interpreter: string): string[] {
  const asked = tryCommand([interpreter, ...ask], scrubbedEnvironment(process.env))
  return asked.ok ? asked.stdout.split('\n').filter(each => isAbsolute(each)) : []
}

function filesOf(language: Language, interpreters: readonly string[], files: string): string[] {
  const all = [...new Set(interpreters)].flatMap(each => packageDirectories(language, each))
  return [...new Set(all)].flatMap(cwd => globSync(files, { cwd, absolute: true }))
}

/** The files of this name that pip keeps of the packages of these interpreters of Python, each once. */
export const packageFiles = (interpreters: readonly string[], name: string): string[] =>
  filesOf(python, interpreters, `*.dist-info/${name}`)

/** What setup may replace: a program, or a package with the file that shows when it was written. */
export type Installed = { name: string; path: string; read: (path: string) => string }

/** The packages that these programs find, if they are interpreters, or are run by one. */
export const packagesOf = (programs: readonly string[]): Installed[] =>
  [python, r, ruby].flatMap(language =>
    filesOf(
      language,
      programs.flatMap(path => interpreterIn(language, path) ?? []),
      language.files,
    ).map(path => ({ name: language.nameOf(path), path, read: language.read })),
  )
