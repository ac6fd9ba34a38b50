// How a command is started. Words are started as they are. A text is started by bash, unless bash would do nothing but
// start its program: bash takes 1.4 ms and 3 MiB, which would be measured too. In doubt, bash starts it.
import { resolve } from 'node:path'
import { fileHead, isExecutable } from '../process/file-content.ts'

/** The program between the clock and the commands that are texts. */
export type Shell = 'bash' | 'none'

/** The command of one side, and the directory that it runs in. */
export type Given = { command: string | string[]; cwd: string }

/** Whether the kernel can execute a file without a shell. */
type StartsAsIs = (file: string, cwd: string) => boolean

// The builtins and reserved words of bash, of all versions up to 5.3 (bash(1); compgen -b, compgen -k). `true`, `echo`
// or `time` may be files on the PATH as well, but these are other programs: `echo -e`, `time -p` and `kill %1` differ.
const OF_BASH = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo ' +
    'enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf ' +
    'pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit ' +
    'umask unalias unset wait if then else elif fi case esac for select while until do done in function time { } ! [[ ' +
    ']] coproc'
  ).split(' '),
)

/** A word without quote, expansion, glob, operator, comment, tilde or line end means to bash what it looks like. */
const WORD = /^(?:[\w.,:/@%+=^-]|\{n\}|\{benchmark\}|\{layout\}|\{port\})+$/
/** No assignment, no option of exec, and no placeholder. */
const PROGRAM = /^[\w./+@:,][\w./+@:,-]*$/

/** The words of a program with arguments, perhaps placeholders, that mean nothing special to bash; null for any other text. */
export function simpleWords(text: string): string[] | null {
  const words = text.replace(/^[ \t\n]+|[ \t\n]+$/g, '').split(/[ \t]+/)
  const [program = ''] = words
  if (!words.every(word => WORD.test(word))) return null
  return PROGRAM.test(program) && !OF_BASH.has(program) ? words : null
}

/** Whether `env` changes what `name` means to bash, by a function or by a file that bash reads first. */
const changedBy = (env: NodeJS.ProcessEnv, name: string) =>
  Boolean(env.BASH_ENV) || env[`BASH_FUNC_${name}%%`] !== undefined

/**
 * How all texts of a job are started: without bash only if each is a simple command whose program starts as it is in the directory
 * of its side. One answer for both, because bash on one side alone would be a difference.
 */
export function shellFor(given: Given[], env: NodeJS.ProcessEnv, startsAsIs: StartsAsIs): Shell {
  const isDirect = ({ command, cwd }: Given) => {
    if (typeof command !== 'string') return true
    const [program] = simpleWords(command) ?? []
    return program !== undefined && !changedBy(env, program) && startsAsIs(program, cwd)
  }
  return given.every(isDirect) ? 'none' : 'bash'
}

/** The words that let bash run `text`. A failure in an earlier line, or in front of `| tee`, fails the whole text. */
export const throughBash = (text: string): string[] => [...'bash -e -o pipefail -c'.split(' '), text]

/** The words that are executed for `command`. */
export function commandLine(command: string | string[], shell: Shell): string[] {
  if (typeof command !== 'string') return command
  return (shell === 'none' ? simpleWords(command) : null) ?? throughBash(command)
}

/** The shortest possible command: a program that does nothing. Without exec, bash would use its builtin. */
export const emptyCommand = (shell: Shell): string[] =>
  shell === 'none' ? ['true'] : throughBash('exec true')

/** An ELF file or a script with `#!`. A shell would read any other executable itself. False when unreadable. */
const isForKernel = (path: string): boolean => /^(?:\x7fELF|#!)/.test(fileHead(path, 4))

/** Finds `file` as execvp(3) does, in the PATH of `env` unless it holds a slash. Reads files. */
export function startsAsIsIn(env: NodeJS.ProcessEnv): StartsAsIs {
  return (file, cwd) => {
    const places = file.includes('/') ? [''] : (env.PATH?.split(':') ?? [])
    const path = places.map(place => resolve(cwd, place, file)).find(isExecutable)
    return path !== undefined && isForKernel(path)
  }
}
