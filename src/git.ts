// Runs git. Nobody can answer a prompt, so git must not ask.
import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Extra settings for one call. They go through the environment, because everyone can see a token in an argument. */
export type GitSettings = [key: string, value: string][]

/** In a container a checkout belongs to another user. Its code is run anyway, so git has nothing to protect from it. */
const always: GitSettings = [['safe.directory', '*']]

/** The environment with `settings` added to those that it already holds. */
function environmentOf(own: GitSettings): Record<string, string> {
  const settings = [...always, ...own]
  const first = Number(process.env.GIT_CONFIG_COUNT ?? 0)
  const added = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${first + i}`, key],
    [`GIT_CONFIG_VALUE_${first + i}`, value],
  ])
  const count = [['GIT_CONFIG_COUNT', String(first + settings.length)]]
  // A git hook that runs this program sets them, and git would work on that repository and index, wherever it is
  // started.
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, GIT_PREFIX: ____, ...env } = process.env
  return { ...env, GIT_TERMINAL_PROMPT: '0', ...Object.fromEntries([...count, ...added]) }
}

const NO_GIT = 'git is not installed, or not in PATH; install it'

/** The error where there is no git. */
export class NoGit extends Error {
  override name = 'NoGit'
}

/** Throws NoGit where there is no git. Most of what asks git does without an answer. */
export const assertGit = (): Promise<string> => gitOutput('.', ['--version'])

const run = promisify(execFile)

type Ended = { code: number; stdout: string; stderr: string }

/** Throws NoGit, and the error of a git that could not be started or did not end by itself. */
async function ended(cwd: string, args: string[], settings: GitSettings): Promise<Ended> {
  const options = { cwd, env: environmentOf(settings), maxBuffer: Number.POSITIVE_INFINITY }
  try {
    return { code: 0, ...(await run('git', args, options)) }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as ExecFileException
    if (typeof code === 'number') return { code, stdout, stderr }
    // A directory of the PATH that this user may not read is no better than one without git.
    throw (code === 'ENOENT' || code === 'EACCES') && existsSync(cwd) ? new NoGit(NO_GIT) : error
  }
}

/** The output of git as it is. Throws NoGit, and an Error with the last line of its error output. */
export async function gitOutput(cwd: string, args: string[], settings: GitSettings = []): Promise<string> {
  const { code, stdout, stderr } = await ended(cwd, args, settings)
  if (code === 0) return stdout
  const said = (stderr.trim() || `exit code ${code}`).split('\n').at(-1)
  throw new Error(`git ${args.join(' ')}: ${said}`)
}

/** The output of git, trimmed. Throws as `gitOutput`. */
export const git = async (cwd: string, args: string[], settings: GitSettings = []): Promise<string> =>
  (await gitOutput(cwd, args, settings)).trim()

/** The output of git, trimmed; null when it fails or is not installed. */
export const gitAnswer = (cwd: string, args: string[]): Promise<string | null> =>
  git(cwd, args).catch(() => null)

/** Whether git succeeds. */
export const gitSucceeds = async (cwd: string, args: string[]): Promise<boolean> =>
  (await gitAnswer(cwd, args)) !== null

/** The difference between two directories below `cwd`, as git shows it. Paths in it are from these directories. */
export async function filesDiff(cwd: string, before: string, after: string): Promise<string> {
  const args = ['diff', '--no-index', '--no-prefix', '--no-color', '--no-ext-diff', before, after]
  return (await ended(cwd, args, [])).stdout
}
