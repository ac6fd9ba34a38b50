// Spreads tasks over as many threads as the machine has processors and merges their scores.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { merged, type Score } from './score.ts'
import type { Setting, Task } from './tasks.ts'

const keyOf = ({ cell, method, shift }: Score) => JSON.stringify([cell, method, shift])

/** Lets one thread perform tasks from the front of the list until it is empty. */
function workOff(tasks: Task[], setting: Setting, onDone: (scores: Score[]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: setting })
    const next = () => {
      const task = tasks.shift()
      if (task) worker.postMessage(task)
      else void worker.terminate().then(() => resolve())
    }
    worker.on('message', (scores: Score[]) => {
      onDone(scores)
      next()
    })
    worker.on('error', reject)
    next()
  })
}

/** The scores of all tasks, one per cell, method and shift; `onProgress` hears the share that is done. */
export async function performAll(
  tasks: Task[],
  setting: Setting,
  onProgress: (share: number) => void,
): Promise<Score[]> {
  const scores = new Map<string, Score>()
  const [waiting, total] = [[...tasks], tasks.length]
  let done = 0
  const onDone = (found: Score[]) => {
    for (const score of found) {
      const known = scores.get(keyOf(score))
      scores.set(keyOf(score), known ? { ...known, tally: merged(known.tally, score.tally) } : score)
    }
    done++
    onProgress(done / total)
  }
  const threads = Array.from({ length: availableParallelism() }, () => workOff(waiting, setting, onDone))
  await Promise.all(threads)
  return [...scores.values()]
}
