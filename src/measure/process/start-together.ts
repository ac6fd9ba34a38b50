// Lets processes start at the same moment: each is ready to execute its command, and waits at a pipe that nobody writes
// to. When the last has arrived, the pipe is closed, which all of them see at once.
import { closeSync } from 'node:fs'
import { type Pipe, takePipes } from './pipes.ts'

/**
 * A process waits at `descriptor`. `arrive`: it is ready, or never will be. On the way there, `meet` waits for those that have not
 * arrived.
 */
export type Gate = { descriptor: number; arrive: () => void; meet: () => Promise<void> }

/** One meeting after the other for `count` parties. Nobody waits for a party that has left. */
function openMeetings(count: number): { meet: () => Promise<void>; leave: () => void }[] {
  const come = Array.from({ length: count }, () => 0)
  const waiting: { meeting: number; goOn: () => void }[] = []
  const comeTo = (party: number, meeting: number) => {
    come[party] = meeting
    const over = Math.min(...come)
    for (const each of waiting) if (each.meeting <= over) each.goOn()
  }
  return come.map((_, party) => ({
    meet: () =>
      new Promise(goOn => {
        const meeting = (come[party] as number) + 1
        waiting.push({ meeting, goOn })
        comeTo(party, meeting)
      }),
    leave: () => comeTo(party, Number.POSITIVE_INFINITY),
  }))
}

/** A gate for each of `count` processes, which all open when the last has arrived. Throws when there is no pipe. */
export function openGates(count: number): Gate[] {
  const [pipe] = takePipes(1) as [Pipe]
  const missing = new Set(Array.from({ length: count }, (_, party) => party))
  return openMeetings(count).map(({ meet, leave }, party) => ({
    descriptor: pipe.read,
    meet,
    arrive: () => {
      leave()
      if (!missing.delete(party) || missing.size > 0) return
      closeSync(pipe.write)
      closeSync(pipe.read)
    },
  }))
}
