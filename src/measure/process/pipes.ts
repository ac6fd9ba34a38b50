// Pipes as a shell makes them. Node's own pipes are pairs of sockets, which cannot be opened by path: a command could
// not write to /dev/stderr, nor run `tee /dev/stderr`. Node has no pipe(2), so a pipe here is a FIFO that is removed
// from its folder before anybody uses it.
import { spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryDirectory } from './temporary-directory.ts'

/** Two descriptors. Reading does not block, writing does. No other process inherits them. */
export type Pipe = { read: number; write: number }

function makeFifos(paths: string[]): void {
  const { error, status, stderr } = spawnSync('mkfifo', ['-m', '600', ...paths], { encoding: 'utf8' })
  if (error && (error as NodeJS.ErrnoException).code === 'ENOENT')
    throw new Error('mkfifo is not installed, or not in PATH; install coreutils')
  if (error) throw error
  if (status !== 0) throw new Error(stderr.trim())
}

/** Opened in this order, neither end waits for the other. */
function openFifo(path: string): Pipe {
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return { read, write: openSync(path, constants.O_WRONLY) }
  } catch (error) {
    closeSync(read)
    throw error
  }
}

function openPipes(count: number): Pipe[] {
  const directory = temporaryDirectory('stable-bench-pipe-')
  const pipes: Pipe[] = []
  try {
    const paths = Array.from({ length: count }, (_, i) => join(directory, String(i)))
    makeFifos(paths)
    for (const path of paths) pipes.push(openFifo(path))
    return pipes
  } catch (error) {
    for (const { read, write } of pipes) for (const end of [read, write]) closeSync(end)
    throw error
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Pipes are made 16 at a time, because starting mkfifo takes longest, and every run needs two. */
const AT_ONCE = 16
const spare: Pipe[] = []

/** Takes `count` new pipes. Throws an Error with an errno when the system has no room for them. */
export function takePipes(count: number): Pipe[] {
  if (spare.length < count) spare.push(...openPipes(AT_ONCE))
  return spare.splice(0, count)
}

/** A stream of what comes out of a pipe. It owns the pipe, whose other end must be open, here or in a child. */
export function readPipe({ read }: Pipe): Socket {
  return new Socket({ fd: read, readable: true, writable: false })
}

type SharedOutput = {
  descriptor: number
  /** To be called when the command has the descriptor, and when it has ended. */
  handedOver: () => void
  ended: () => void
}

/** Prints what is in the pipe now. Later output of a server follows as long as this process lives. */
function passOn({ read }: Pipe, print: (chunk: Buffer) => void): void {
  const buffer = Buffer.alloc(64 * 1024)
  try {
    for (;;) {
      const bytes = readSync(read, buffer)
      if (bytes === 0) return
      print(Buffer.from(buffer.subarray(0, bytes)))
    }
  } catch {
    // The pipe is empty for now.
  }
}

/**
 * The standard output (1) or error (2) of this process, for a command that is about to start. The command gets the
 * descriptor itself, which servers may keep. If that is a socket, which no path opens, the command gets a pipe.
 */
export function shareOutput(output: 1 | 2): SharedOutput {
  if (!fstatSync(output).isSocket()) return { descriptor: output, handedOver: () => {}, ended: () => {} }
  const [pipe] = takePipes(1) as [Pipe]
  const ours = output === 1 ? process.stdout : process.stderr
  const print = (chunk: Buffer) => void ours.write(chunk)
  let stream: Socket | null = null
  return {
    descriptor: pipe.write,
    handedOver: () => {
      stream = readPipe(pipe)
      stream.on('error', () => {}).on('data', print)
      closeSync(pipe.write)
    },
    ended: () => {
      if (stream?.destroyed !== false) return
      passOn(pipe, print)
      stream.unref()
    },
  }
}
