// Runs one of the binutils and hands its output on, line by line.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Why two programs cannot be compared function by function, in words that follow a colon. */
export class NotComparable extends Error {
  override name = 'NotComparable'
}

/**
 * The lines that `program` prints. Names stay as they are in the file, and texts in English. Throws NotComparable where the program is
 * missing or fails, and for a `signal` that fires.
 */
export async function* toolLines(
  program: string,
  args: string[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, LC_ALL: 'C' },
    signal,
  })
  const ended = new Promise<number | NodeJS.ErrnoException>(resolve => {
    child.once('error', resolve)
    child.once('close', code => resolve(code ?? 1))
  })
  try {
    for await (const line of createInterface({ input: child.stdout })) yield line
    const end = await ended
    if (signal.aborted) throw new NotComparable('it took too long')
    if (end === 0) return
    const isMissing = end instanceof Error && end.code === 'ENOENT'
    throw new NotComparable(
      isMissing ? `there is no ${program} on this machine (binutils)` : `${program} cannot read it`,
    )
  } finally {
    child.kill('SIGKILL')
  }
}
