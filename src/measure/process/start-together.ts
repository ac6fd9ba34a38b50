// Lets processes start at the same moment: each is ready to execute its command, and waits at a pipe that nobody writes
// to. When the last has arrived, the pipe is closed, which all of them see at once.
import { closeSync } from 'node:fs'
import { type Pipe, takePipes } from './pipes.ts'

/**
 * For one process: `descriptor` is where it waits. `arrive` says that it is ready, or never will be; once is enough.
 */
export type Gate = { descriptor: number; arrive: () => void }

/** A gate for each of `count` processes, which all open when the last has arrived. Throws when there is no pipe. */
export function openGates(count: number): Gate[] {
  const [pipe] = takePipes(1) as [Pipe]
  const missing = new Set(Array.from({ length: count }, (_, party) => party))
  const arrive = (party: number) => {
    if (!missing.delete(party) || missing.size > 0) return
    closeSync(pipe.write)
    closeSync(pipe.read)
  }
  return [...missing].map(party => ({ descriptor: pipe.read, arrive: () => arrive(party) }))
}
