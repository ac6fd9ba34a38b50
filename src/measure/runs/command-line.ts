// How a command is started: words as they are; a text by bash, unless bash would do nothing but start its program. Bash
// takes 1.4 ms and 3 MiB, which would be measured along. In doubt it is bash: a text means what it means to bash.
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

/** What stands between the clock and the commands of a job that are given as text. */
export type Shell = 'bash' | 'none'

/** A command of one side, and where it runs. */
export type Given = { command: string | string[]; cwd: string }

/** Whether a file can be executed without a shell to read it. */
export type StartsAsIs = (file: string, cwd: string) => boolean

// What bash has built in or reserved, of all versions to 5.3 (bash(1); compgen -b, compgen -k). `true`, `echo` or `time`
// may be files on the PATH too, but are others than what the text says: `echo -e`, `time -p` and `kill %1` differ.
const OF_BASH = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo ' +
    'enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf ' +
    'pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit ' +
    'umask unalias unset wait if then else elif fi case esac for select while until do done in function time { } ! [[ ' +
    ']] coproc'
  ).split(' '),
)

/** No quote, expansion, glob, operator, comment, tilde or line end: what is left is what it looks like. */
const WORD = /^(?:[\w.,:/@%+=^-]|\{n\}|\{benchmark\})+$/
/** No assignment, no option of exec, nothing that is not known before the placeholders are filled in. */
const PROGRAM = /^[\w./+@:,][\w./+@:,-]*$/

/**
 * The words of a simple command: a program's name and arguments without any meaning of their own to bash. Null for any
 * other text. Placeholders may stand among the arguments.
 */
export function simpleWords(text: string): string[] | null {
  const words = text.replace(/^[ \t\n]+|[ \t\n]+$/g, '').split(/[ \t]+/)
  const [program = ''] = words
  if (!words.every(word => WORD.test(word))) return null
  return PROGRAM.test(program) && !OF_BASH.has(program) ? words : null
}

/** Whether bash would take `name` for something that `env` brings along: a function, or a file that is read first. */
const changedBy = (env: NodeJS.ProcessEnv, name: string) =>
  Boolean(env.BASH_ENV) || env[`BASH_FUNC_${name}%%`] !== undefined

/**
 * The one way in which all texts of a job are started, since a comparison of one with bash and one without would be one
 * of bash: none only where every text is a simple command whose program starts as it is, in the directory of its
 * side. Says nothing of commands that are words.
 */
export function shellFor(given: Given[], env: NodeJS.ProcessEnv, startsAsIs: StartsAsIs): Shell {
  const isDirect = ({ command, cwd }: Given) => {
    if (typeof command !== 'string') return true
    const [program] = simpleWords(command) ?? []
    return program !== undefined && !changedBy(env, program) && startsAsIs(program, cwd)
  }
  return given.every(isDirect) ? 'none' : 'bash'
}

// A benchmark that dies in an earlier line, or in front of `| tee`, must not count as measured.
const throughBash = (text: string) => ['bash', '-e', '-o', 'pipefail', '-c', text]

/** The words that are executed. */
export function commandLine(command: string | string[], shell: Shell): string[] {
  if (typeof command !== 'string') return command
  return (shell === 'none' ? simpleWords(command) : null) ?? throughBash(command)
}

/** The least that could be measured: a program that does nothing. Without exec, bash would do it itself. */
export const emptyCommand = (shell: Shell): string[] =>
  shell === 'none' ? ['true'] : throughBash('exec true')

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** An ELF file or `#!`: what else is executable, a shell would read itself. Unreadable: who knows. */
function isForKernel(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    const head = Buffer.alloc(4)
    readSync(file, head, 0, 4, 0)
    closeSync(file)
    return head.toString('latin1') === '\x7fELF' || head.toString('latin1', 0, 2) === '#!'
  } catch {
    return false
  }
}

/** Looks `file` up as execvp(3) does, in the PATH of `env` unless it holds a slash. Reads files. */
export function startsAsIsIn(env: NodeJS.ProcessEnv): StartsAsIs {
  return (file, cwd) => {
    const places = file.includes('/') ? [''] : (env.PATH?.split(':') ?? [])
    const path = places.map(place => resolve(cwd, place, file)).find(isExecutable)
    return path !== undefined && isForKernel(path)
  }
}
