import { type SpawnOptions, spawn } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
export const cli = join(root, 'dist/cli.js')

export type Ended = { code: number | null; stdout: string; stderr: string }

/** A new empty directory. */
export const scratch = () => mkdtempSync(join(tmpdir(), 'stable-bench-test-'))

/** A copy of the command line program, which no other test runs. */
export function ownProgram(): string {
  const copy = scratch()
  // Other tests write the compiled program meanwhile.
  const filter = (path: string) => !path.endsWith('compile-cache')
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true, filter })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  return join(copy, 'dist/cli.js')
}

/** Runs the committed command line program, or a copy of it; `whileRunning` gets the process as soon as it has started. */
export function stableBench(
  args: string[],
  options: SpawnOptions = {},
  whileRunning: (pid: number, stderr: () => string) => void = () => {},
  program = cli,
): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: scratch(), ...options })
    const seen = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', chunk => (seen[name] += chunk))
    child.once('error', failed)
    child.once('close', code => done({ code, ...seen }))
    if (child.pid !== undefined) whileRunning(child.pid, () => seen.stderr)
  })
}
