// Runs git where nobody can answer a prompt.
import { getExecOutput } from '@actions/exec'

/** Settings on top of the user's for one call, as environment: an argument would show a token to everyone. */
export type GitSettings = [key: string, value: string][]

/** The environment that adds `settings` to those that the environment has already. */
function environmentOf(settings: GitSettings): Record<string, string> {
  const first = Number(process.env.GIT_CONFIG_COUNT ?? 0)
  const added = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${first + i}`, key],
    [`GIT_CONFIG_VALUE_${first + i}`, value],
  ])
  const count = settings.length === 0 ? [] : [['GIT_CONFIG_COUNT', String(first + settings.length)]]
  return { ...process.env, GIT_TERMINAL_PROMPT: '0', ...Object.fromEntries([...count, ...added]) }
}

/** What git prints, trimmed; throws an Error with the last line of its complaint. */
export async function git(cwd: string, args: string[], settings: GitSettings = []): Promise<string> {
  const env = environmentOf(settings)
  const result = await getExecOutput('git', args, { cwd, env, silent: true, ignoreReturnCode: true })
  if (result.exitCode === 0) return result.stdout.trim()
  const said = (result.stderr.trim() || `exit code ${result.exitCode}`).split('\n').at(-1)
  throw new Error(`git ${args.join(' ')}: ${said}`)
}

/** What git prints, trimmed; null where it fails, or is not installed. */
export const gitAnswer = (cwd: string, args: string[]): Promise<string | null> =>
  git(cwd, args).catch(() => null)

/** Whether git succeeds. */
export const gitSucceeds = async (cwd: string, args: string[]): Promise<boolean> =>
  (await gitAnswer(cwd, args)) !== null
