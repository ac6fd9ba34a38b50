// The act binary (runs GitHub workflows on this machine): built once from source with go, then found in the cache.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const actVersion = '0.2.89'

/**
 * The path of act, built when it is not in `${XDG_CACHE_HOME:-~/.cache}/stable-bench/` yet (a minute, needs network).
 *
 * @throws with one line that says what to install when there is no go, or with go's reason for not building
 */
export async function ensureAct(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const cache = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'stable-bench')
  const act = join(cache, `act-${actVersion}`, 'act')
  if (existsSync(act)) return act
  await mkdir(dirname(act), { recursive: true })
  const building = await mkdtemp(join(cache, 'building-'))
  try {
    await run('go', ['install', `github.com/nektos/act@v${actVersion}`], { env: { ...env, GOBIN: building } })
    await rename(join(building, 'act'), act)
  } catch (error) {
    throw new Error(explain(error as NodeJS.ErrnoException & { stderr?: string }))
  } finally {
    await rm(building, { recursive: true, force: true })
  }
  return act
}

/** `ensureAct` for test files: where act cannot be had, null after saying so in one line, but an error in CI. */
export async function actForTests(
  env: NodeJS.ProcessEnv = process.env,
  say = (line: string): void => void process.stderr.write(`${line}\n`),
): Promise<string | null> {
  try {
    return await ensureAct(env)
  } catch (error) {
    if (env.CI) throw error
    say(`skipping tests that run workflows: ${(error as Error).message}`)
    return null
  }
}

function explain({ code, message, stderr }: NodeJS.ErrnoException & { stderr?: string }): string {
  if (code === 'ENOENT')
    return `act ${actVersion} has to be built and there is no 'go' in PATH: install Go 1.25 or newer`
  const reason = (stderr || message).trim().split('\n').at(-1)
  return `act ${actVersion} could not be built with 'go install': ${reason}`
}
