// Lets processes start at the same moment: each is ready to execute its command, and waits at a pipe that nobody writes
// to. When the last has arrived, the pipe is closed, which all of them see at once.
import { closeSync } from 'node:fs'
import { type Pipe, takePipes } from './pipes.ts'

/**
 * For one process: `descriptor` is where it waits. `arrive` says that it is ready, or never will be; once is enough. On the way
 * there, `meet` waits until all that have not arrived are as far as this one.
 */
export type Gate = { descriptor: number; arrive: () => void; meet: () => Promise<void> }

/** One meeting after the other for `count` parties. Nobody waits for a party that has left. */
function openMeetings(count: number): { meet: () => Promise<void>; leave: () => void }[] {
  const come = Array.from({ length: count }, () => 0)
  const waiting: { meeting: number; goOn: () => void }[] = []
  const tell = () => {
    const over = Math.min(...come)
    for (const { meeting, goOn } of waiting) if (meeting <= over) goOn()
  }
  return come.map((_, party) => {
    const comeTo = (meeting: number) => {
      come[party] = meeting
      tell()
    }
    return {
      meet: () =>
        new Promise(goOn => {
          const meeting = (come[party] as number) + 1
          waiting.push({ meeting, goOn })
          comeTo(meeting)
        }),
      leave: () => comeTo(Number.POSITIVE_INFINITY),
    }
  })
}

/** A gate for each of `count` processes, which all open when the last has arrived. Throws when there is no pipe. */
export function openGates(count: number): Gate[] {
  const [pipe] = takePipes(1) as [Pipe]
  const missing = new Set(Array.from({ length: count }, (_, party) => party))
  const arrive = (party: number) => {
    if (!missing.delete(party) || missing.size > 0) return
    closeSync(pipe.write)
    closeSync(pipe.read)
  }
  return openMeetings(count).map(({ meet, leave }, party) => ({
    descriptor: pipe.read,
    meet,
    arrive: () => {
      leave()
      arrive(party)
    },
  }))
}
