// The Gitea server, a forge whose Actions speak GitHub's protocols: built once from its Go module, then found in the
// cache. Without its web pages' scripts, which nothing here looks at.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

// The last one that the Go module proxy has with everything it depends on.
export const giteaVersion = '1.26.0'

/** What the server reads besides its binary: templates and translations. */
const staticFiles = ['options', 'templates', 'public']

const cacheOf = (env: NodeJS.ProcessEnv) =>
  join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'stable-bench')

/** The directory of a built Gitea: the binary `gitea` and what it needs; null when it is not in the cache. */
export function cachedGitea(env: NodeJS.ProcessEnv = process.env): string | null {
  const directory = join(cacheOf(env), `gitea-${giteaVersion}`)
  return existsSync(join(directory, 'gitea')) ? directory : null
}

/**
 * `cachedGitea`, built when it is not there yet: four minutes on two idle cores, 1 GB of Go's caches, network.
 *
 * @throws with one line that says what to install when there is no go, or with go's reason for not building
 */
export async function ensureGitea(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const cached = cachedGitea(env)
  if (cached !== null) return cached
  const cache = cacheOf(env)
  await mkdir(cache, { recursive: true })
  const building = await mkdtemp(join(cache, 'building-'))
  try {
    const source = await downloaded(env, building)
    const tags = ['-tags', 'sqlite sqlite_unlock_notify', '-ldflags', '-s -w', '-trimpath']
    await run('go', ['build', '-C', source, ...tags, '-o', join(building, 'gitea'), '.'], {
      env: { ...env, CGO_ENABLED: '1' },
    })
    for (const name of staticFiles) await cp(join(source, name), join(building, name), { recursive: true })
    return await keep(building, join(cache, `gitea-${giteaVersion}`))
  } catch (error) {
    throw new Error(explain(error as NodeJS.ErrnoException & { stderr?: string }))
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** The directory of the module in Go's cache. `go install` refuses modules that replace what they depend on. */
async function downloaded(env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const module = `code.gitea.io/gitea@v${giteaVersion}`
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { env, cwd })
  return (JSON.parse(stdout) as { Dir: string }).Dir
}

/** Another process may have been faster: then its build is as good. */
async function keep(built: string, directory: string): Promise<string> {
  await rename(built, directory).catch((error: NodeJS.ErrnoException) => {
    if (!existsSync(join(directory, 'gitea'))) throw error
  })
  return directory
}

function explain({ code, message, stderr }: NodeJS.ErrnoException & { stderr?: string }): string {
  if (code === 'ENOENT')
    return `Gitea ${giteaVersion} has to be built and there is no 'go' in PATH: install Go`
  const reason = (stderr || message).trim().split('\n').at(-1)
  return `Gitea ${giteaVersion} could not be built: ${reason}`
}
