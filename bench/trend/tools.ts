// Installs the real rivals once, with pinned versions, in a cache folder outside of the repository.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const VERSIONS = {
  otava: 'apache-otava 0.8.0',
  python: 'ruptures 1.1.10, scipy 1.16.3, numpy 2.2.6',
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stable-bench', 'trend')

function pip(dir: string, packages: string, ...flags: string[]): void {
  const specs = packages.split(', ').map(each => each.replace(' ', '=='))
  const args = ['-m', 'pip', 'install', '--quiet', '--target', dir, ...flags, ...specs]
  execFileSync('python3', args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The folder of the Python packages, or why there is none. Fast when it is in the cache. */
export function installRivals(): { folder: string | null; reason: string } {
  const folder = join(
    cache,
    Object.values(VERSIONS)
      .join(' ')
      .replaceAll(/[^\w.]+/g, '-'),
  )
  if (existsSync(folder)) return { folder, reason: '' }
  const unfinished = `${folder}.unfinished`
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    pip(unfinished, VERSIONS.python)
    // Its other dependencies are clients of databases and chats.
    pip(unfinished, VERSIONS.otava, '--no-deps')
    renameSync(unfinished, folder)
    return { folder, reason: '' }
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer }
    const said = stderr?.toString().trim().split('\n').slice(-2).join(' ')
    return { folder: null, reason: code === 'ENOENT' ? 'python3 is not installed' : `pip failed: ${said}` }
  }
}
