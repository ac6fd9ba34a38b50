// Performs tasks on as many threads as the machine has processors and merges their scores.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { workOff } from '../work-off.ts'
import { merged, type Score } from './score.ts'
import type { Setting, Task } from './tasks.ts'

const keyOf = ({ cell, method, shift }: Score) => JSON.stringify([cell, method, shift])

/** The scores of all tasks, one per cell, method and shift; `onProgress` hears the share that is done. */
export async function performAll(
  tasks: Task[],
  setting: Setting,
  onProgress: (share: number) => void,
): Promise<Score[]> {
  const scores = new Map<string, Score>()
  const start = () => new Worker(new URL('worker.ts', import.meta.url), { workerData: setting })
  let done = 0
  const onDone = (found: Score[]) => {
    for (const score of found) {
      const known = scores.get(keyOf(score))
      scores.set(keyOf(score), known ? { ...known, tally: merged(known.tally, score.tally) } : score)
    }
    onProgress(++done / tasks.length)
  }
  await workOff(tasks, { threads: availableParallelism(), start }, onDone)
  return [...scores.values()]
}
