// Performs tasks on threads and merges their scores.
import { Worker } from 'node:worker_threads'
import { workOff } from '../work-off.ts'
import { merged, type Score } from './score.ts'
import type { Task } from './tasks.ts'

/** The scores of all tasks, one per cell and method in the order of both; `onProgress` hears the share that is done. */
export async function performAll(
  tasks: Task[],
  threads: number,
  onProgress: (share: number) => void,
): Promise<Score[]> {
  const scores = new Map<string, Score>()
  const start = () => new Worker(new URL('worker.ts', import.meta.url))
  let done = 0
  const onDone = (found: Score[]) => {
    for (const score of found) {
      const key = JSON.stringify([score.cell, score.method])
      const known = scores.get(key)
      scores.set(key, known ? merged(known, score) : score)
    }
    onProgress(++done / tasks.length)
  }
  await workOff(tasks, { threads, start }, onDone)
  return [...scores.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, score]) => score)
}
