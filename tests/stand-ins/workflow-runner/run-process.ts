// Runs the process of a step, as the runner does: without a terminal, and with the lines of its output in order.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export type Command = { program: string; args: string[]; cwd: string; env: Record<string, string> }

/** So long the runner waits for output of processes that the step leaves behind, in milliseconds. */
const retries = 5000

/** Returns the exit code; a process that a signal ended has 128 and the signal's number, as for a shell. */
export async function runProcess(command: Command, line: (text: string) => void): Promise<number> {
  const { program, args, cwd, env } = command
  // In a session of its own: what it does to its process group is not done to the tests.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = [child.stdout, child.stderr].map(async stream => {
    const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line)
    await once(lines, 'close')
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  const waiting = new AbortController()
  await Promise.race([Promise.all(ended), sleep(retries, null, { signal: waiting.signal, ref: false })])
  waiting.abort()
  child.stdout.destroy()
  child.stderr.destroy()
  return code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)
}
