// Runs git. Nobody can answer a prompt, so git must not ask.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getExecOutput } from '@actions/exec'

/** Extra settings for one call. They go through the environment, because everyone can see a token in an argument. */
export type GitSettings = [key: string, value: string][]

/**
 * In a container a checkout belongs to another user. Its code is run anyway, so git has nothing to protect from it. A user's git may
 * have hooks that change a new checkout, or fail there, and may show its log in other bytes and with the signature of each commit.
 */
const always: GitSettings = [
  ['safe.directory', '*'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['log.showSignature', 'false'],
  ['i18n.logOutputEncoding', 'UTF-8'],
]

/** The environment with `settings` added to those that it already holds. */
function environmentOf(own: GitSettings): Record<string, string> {
  const settings = [...always, ...own]
  const first = Number(process.env.GIT_CONFIG_COUNT ?? 0)
  const added = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${first + i}`, key],
    [`GIT_CONFIG_VALUE_${first + i}`, value],
  ])
  const GIT_CONFIG_COUNT = String(first + settings.length)
  // A git hook that runs this program sets them, and git would work on that repository and index, wherever it is started.
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, GIT_PREFIX: ____, ...env } = process.env
  return { ...env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_COUNT, ...Object.fromEntries(added) }
}

/** The error where there is no git. */
export class NoGit extends Error {
  override name = 'NoGit'
}

/** Throws NoGit where there is no git. Most of what asks git does without an answer. */
export const assertGit = (): Promise<string> => gitOutput('.', ['--version'])

/**
 * Where git is. The library looks for it too, but prints a line on the standard output for each directory of the PATH that this user
 * may not read, and the standard output may be a document. Throws NoGit.
 */
function gitPath(): string {
  const paths = (process.env.PATH ?? '').split(delimiter).map(directory => join(directory || '.', 'git'))
  const found = paths.find(path => {
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false
    }
  })
  if (found === undefined) throw new NoGit('git is not installed, or not in PATH; install it')
  return found
}

/** For how long the signal that git died of may take to be heard here, in milliseconds. */
const SAME_SIGNAL_MS = 500

/**
 * Runs git, whatever its exit code. Throws NoGit, and the error of a git that could not be started. A terminal sends its signal to
 * git and to this program, which may hear of git's end first: whoever asks then whether it was stopped asks after the signal.
 */
async function runGit(cwd: string, args: string[], settings: GitSettings = []) {
  const result = await getExecOutput(`"${gitPath()}"`, args, {
    cwd,
    env: environmentOf(settings),
    silent: true,
    ignoreReturnCode: true,
  })
  // What a signal ended has no exit code, whatever the library's types say.
  if ((result.exitCode as number | null) === null) await wait(SAME_SIGNAL_MS)
  return result
}

/** The output of git as it is. Throws NoGit, and an Error with the last line of its error output. */
export async function gitOutput(cwd: string, args: string[], settings: GitSettings = []): Promise<string> {
  const result = await runGit(cwd, args, settings)
  if (result.exitCode === 0) return result.stdout
  const said = (result.stderr.trim() || `exit code ${result.exitCode}`).split('\n').at(-1)
  throw new Error(`git ${args.join(' ')}: ${said}`)
}

/** The output of git, trimmed. Throws as `gitOutput`. */
export const git = async (cwd: string, args: string[], settings: GitSettings = []): Promise<string> =>
  (await gitOutput(cwd, args, settings)).trim()

/** The list that git prints with `-z`. Throws as `gitOutput`. */
export const gitList = async (cwd: string, args: string[]): Promise<string[]> =>
  (await gitOutput(cwd, args)).split('\0').filter(Boolean)

/** The output of git, trimmed; null when it fails or is not installed. */
export const gitAnswer = (cwd: string, args: string[]): Promise<string | null> =>
  git(cwd, args).catch(() => null)

/** The error where a repository has no files: a bare one, or the folder .git of another. */
export class NoCheckout extends Error {
  override name = 'NoCheckout'
}

/** The top of the checkout that `cwd` is in. Throws NoCheckout, and as `gitOutput`. */
export const gitTop = (cwd: string): Promise<string> =>
  git(cwd, ['rev-parse', '--show-toplevel']).catch(async error => {
    if ((await gitAnswer(cwd, ['rev-parse', '--is-inside-work-tree'])) !== 'false') throw error
    throw new NoCheckout(
      `${cwd} is a git repository without files; start this in a checkout, for example of: git worktree add ../checkout`,
    )
  })

/** Whether git succeeds. */
export const gitSucceeds = async (cwd: string, args: string[]): Promise<boolean> =>
  (await gitAnswer(cwd, args)) !== null

/** The difference between two directories below `cwd`, as git shows it. Paths in it are from these directories. */
export async function filesDiff(cwd: string, before: string, after: string): Promise<string> {
  const args = ['diff', '--no-index', '--no-prefix', '--no-color', '--no-ext-diff', before, after]
  return (await runGit(cwd, args)).stdout
}
