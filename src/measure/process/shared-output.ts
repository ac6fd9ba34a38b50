// What a command gets that writes to our own output: the descriptor itself, which servers may hold on to, unless it is
// a socket. Programs written for Node hand those out, and no path opens one.
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type Pipe, readPipe, takePipes } from './pipes.ts'

export type SharedOutput = {
  descriptor: number
  /** To be called once the command has the descriptor, and again once it has ended. */
  handedOver: () => void
  ended: () => void
}

/** Passes on what is in the pipe already; what a server writes later follows as long as this process lives. */
function passOn({ read }: Pipe, print: (chunk: Buffer) => void): void {
  const buffer = Buffer.alloc(64 * 1024)
  try {
    for (;;) {
      const bytes = readSync(read, buffer)
      if (bytes === 0) return
      print(Buffer.from(buffer.subarray(0, bytes)))
    }
  } catch {
    // There is no more for now.
  }
}

/** The standard output (1) or error (2) of this process, for a command that is about to start. */
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
