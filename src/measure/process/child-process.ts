// Runs one child in its own process group, with limits on output and time. Ends all of the group afterwards; what left
// the group is ended by perl-bracket.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { type NotStarted, notStartedBy } from './bracketed.ts'
import { readPipe, takePipes } from './pipes.ts'
import type { Gate } from './start-together.ts'

type Limits = { timeoutMs: number; signal: AbortSignal }

type ChildOptions = Limits & {
  argv: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** A gate at which the child waits, as descriptor 4. It has to say on descriptor 3 that it is there. */
  gate?: Gate | undefined
  /** Called with the child's id at its start. The returned function is called at the child's end. */
  onStart?: ((pid: number) => () => void) | undefined
}

type StopReason = 'timeout' | 'aborted' | 'output' | null

export type ChildResult = {
  exitCode: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  report: string
  stopped: StopReason
  notStarted: NotStarted | null
}

/** A benchmark that prints more is stopped, because its output is held in memory. */
export const maxOutputBytes = 64 * 1024 * 1024
const maxStderrBytes = 256 * 1024
const graceMs = 2000

type KeptOutput = { chunks: Buffer[]; bytes: number }

/** Keeps the first `limit` bytes, or with `tail` the last ones. Calls `onFull` when there are more. */
export function collect(stream: Readable, limit: number, tail: boolean, onFull: () => void): KeptOutput {
  const kept: KeptOutput = { chunks: [], bytes: 0 }
  stream.on('error', () => {})
  stream.on('data', (chunk: Buffer) => {
    if (!tail && kept.bytes > limit) return
    kept.chunks.push(chunk)
    kept.bytes += chunk.length
    if (kept.bytes > limit) onFull()
    while (tail && kept.bytes - (kept.chunks[0]?.length ?? 0) > limit)
      kept.bytes -= kept.chunks.shift()?.length ?? 0
  })
  return kept
}

/**
 * Stops the process group of `child` when its time is up, when `signal` fires or when `stop` is called: SIGTERM, and SIGKILL two seconds
 * later. `release` is to be called at the child's end, and returns why it was stopped.
 */
export function supervise(child: ChildProcess, { timeoutMs, signal }: Limits) {
  let stopped: StopReason = null
  let killTimer: NodeJS.Timeout | undefined
  const send = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // The whole group has ended.
    }
  }
  const stop = (why: NonNullable<StopReason>) => {
    if (stopped) return
    stopped = why
    send('SIGTERM')
    killTimer = setTimeout(send, graceMs, 'SIGKILL')
  }
  const limit = setTimeout(stop, timeoutMs, 'timeout')
  const abort = () => stop('aborted')
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const release = (): StopReason => {
    signal.removeEventListener('abort', abort)
    clearTimeout(limit)
    clearTimeout(killTimer)
    return stopped
  }
  return { stop, release, killGroup: () => send('SIGKILL') }
}

function letGo(streams: Readable[]): void {
  for (const stream of streams) stream.destroy()
}

/** Waits for the pipes to close. If a process that left the group holds them open, they are destroyed after 1 s. */
async function closed(streams: Readable[]): Promise<void> {
  const timer = setTimeout(letGo, 1000, streams)
  const open = streams.filter(stream => !stream.closed)
  await Promise.all(open.map(stream => new Promise(resolve => stream.once('close', resolve))))
  clearTimeout(timer)
}

export const keptText = (kept: KeptOutput) => Buffer.concat(kept.chunks).toString('utf8')

type Spawned = { child: ChildProcess; streams: Readable[] }

/**
 * Starts `argv` in a group of its own, with pipes for stdout, stderr and descriptor 3. Throws where there are none, or `argv` is
 * too long.
 */
export function spawnPiped(
  [file = '', ...args]: string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
  { stdin, more = [] }: { stdin: 'ignore' | 'pipe'; more?: number[] },
): Spawned {
  const pipes = takePipes(2)
  try {
    const stdio = [stdin, ...pipes.map(pipe => pipe.write), 'pipe' as const, ...more]
    return { child: spawn(file, args, { ...where, detached: true, stdio }), streams: pipes.map(readPipe) }
  } catch (error) {
    for (const { read } of pipes) closeSync(read)
    throw error
  } finally {
    // The child has its own copies. Open ones here would keep the streams from ending.
    for (const { write } of pipes) closeSync(write)
  }
}

function start({ argv, cwd, env, gate }: ChildOptions): Spawned | NotStarted {
  try {
    return spawnPiped(argv, { cwd, env }, { stdin: 'ignore', more: gate ? [gate.descriptor] : [] })
  } catch (error) {
    return notStartedBy(error)
  }
}

const UNSEEN = { exitCode: null, signal: null, stdout: '', stderr: '', report: '', stopped: null }

/** Resolves when the child itself has ended, or could not be started. */
function ended(child: ChildProcess): Promise<Pick<ChildResult, 'exitCode' | 'signal' | 'notStarted'>> {
  return new Promise(resolve => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, notStarted: null }))
    child.once('error', error => resolve({ exitCode: null, signal: null, notStarted: notStartedBy(error) }))
  })
}

/** Runs `argv` without stdin, with descriptor 3 as a pipe (`report`). Never throws. Kills all that is left in its process group. */
export async function runChild(options: ChildOptions): Promise<ChildResult> {
  const started = start(options)
  if ('notStarted' in started) return { ...UNSEEN, notStarted: started }
  const { child, streams } = started
  const end = ended(child)
  // Without a free descriptor there is no report, and an error event follows.
  if (!child.stdio) return { ...UNSEEN, ...(await end.finally(() => letGo(streams))) }
  const { stop, release, killGroup } = supervise(child, options)
  streams.push(child.stdio[3] as Readable)
  const [out, err, extra] = streams as [Readable, Readable, Readable]
  const stdout = collect(out, maxOutputBytes, false, () => stop('output'))
  const stderr = collect(err, maxStderrBytes, true, () => {})
  const report = collect(extra, maxStderrBytes, false, () => {})
  // The first thing that a child writes there is that it is ready.
  extra.once('data', () => options.gate?.arrive())
  const onEnd = child.pid === undefined ? undefined : options.onStart?.(child.pid)
  const how = await end
  onEnd?.()
  const stopped = release()
  killGroup()
  if (how.notStarted === null) await closed(streams)
  else letGo(streams)
  return { ...how, stopped, stdout: keptText(stdout), stderr: keptText(stderr), report: keptText(report) }
}
