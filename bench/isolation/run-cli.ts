// stable-bench itself, as its users start it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Session } from '../../src/model/index.ts'

export const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** Runs `stable-bench run ARGS` and returns its session. Throws its output when it fails or `signal` fires. */
export async function runCli(
  args: string[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Session> {
  signal.throwIfAborted()
  const out = join(folder, 'session.json')
  const child = spawn(process.execPath, [cli, 'run', '--out', out, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  // It ends the processes that it started by itself.
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  const status = await new Promise((done, fail) => child.once('close', done).once('error', fail))
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (status !== 0) throw new Error(`stable-bench run ${args.join(' ')}: exit code ${status}\n${said}`)
  return JSON.parse(readFileSync(out, 'utf8'))
}
