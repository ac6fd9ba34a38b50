// Installs the real rivals once, with pinned versions and their own package managers, in a cache folder outside of
// the repository. A rival that cannot be installed is left out of the table, and the reason is said.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tools } from './rivals/rival.ts'

export const VERSIONS = {
  benchstat: 'golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da',
  python: 'pyperf 2.10.0, scipy 1.17.1, numpy 2.4.6',
  criterion: 'criterion 0.8.2',
  tachometer: 'tachometer 0.7.2',
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stable-bench', 'verdicts')

type Env = Record<string, string>

function run(command: string, args: string[], env: Env = {}, cwd = cache): void {
  try {
    execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer }
    if (code === 'ENOENT') throw new Error(`${command} is not installed`)
    throw new Error(
      `${command} ${args[0]} failed: ${stderr?.toString().trim().split('\n').slice(-3).join(' ')}`,
    )
  }
}

/** Runs `install` on a folder that takes its place in the cache only when it is complete. */
function installed(name: keyof Tools, install: (dir: string) => void): string {
  const dir = join(cache, VERSIONS[name].replaceAll(/[^\w.]+/g, '-'))
  if (existsSync(dir)) return dir
  const unfinished = `${dir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  install(unfinished)
  renameSync(unfinished, dir)
  return dir
}

function benchstat(): string {
  const [module, version] = VERSIONS.benchstat.split(' ')
  const install = (dir: string) =>
    run('go', ['install', `${module}/cmd/benchstat@${version}`], { GOBIN: dir })
  return join(installed('benchstat', install), 'benchstat')
}

/** The folder of the packages; not a virtual environment, which would remember the folder it was made in. */
function python(): string {
  const packages = VERSIONS.python.split(', ').map(each => each.replace(' ', '=='))
  const pip = ['-m', 'pip', 'install', '--quiet', '--target']
  return installed('python', dir => run('python3', [...pip, dir, ...packages]))
}

function criterion(): string {
  const source = fileURLToPath(new URL('rivals/criterion', import.meta.url))
  const dir = installed('criterion', target => {
    for (const file of ['Cargo.toml', 'main.rs']) copyFileSync(join(source, file), join(target, file))
    run('cargo', ['build', '--quiet', '--release'], { CARGO_TARGET_DIR: join(target, 'target') }, target)
  })
  return join(dir, 'target/release/criterion-compare')
}

function tachometer(): string {
  const spec = VERSIONS.tachometer.replace(' ', '@')
  // Only its statistics are used: no script of the 250 packages it brings (browser drivers) has to run.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  return installed('tachometer', dir => run('npm', ['install', ...flags, '--prefix', dir, spec]))
}

/** The tools, and why any of them is missing. Fast when they are all in the cache. */
export function installTools(): { tools: Tools; missing: string[] } {
  mkdirSync(cache, { recursive: true })
  const missing: string[] = []
  const tools: Tools = { benchstat: null, python: null, criterion: null, tachometer: null }
  for (const [name, install] of Object.entries({ benchstat, python, criterion, tachometer })) {
    try {
      tools[name as keyof Tools] = install()
    } catch (error) {
      missing.push(`${VERSIONS[name as keyof Tools]}: ${(error as Error).message}`)
    }
  }
  return { tools, missing }
}
