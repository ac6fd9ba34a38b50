// Spreads tasks over threads and merges their scores.
import { Worker } from 'node:worker_threads'
import { merged, type Score } from './score.ts'
import type { Task } from './tasks.ts'

/** Lets one thread perform tasks from the front of the list until it is empty. */
function workOff(tasks: Task[], onDone: (scores: Score[]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url))
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

/** The scores of all tasks, one per cell and method in the order of both; `onProgress` hears the share that is done. */
export async function performAll(
  tasks: Task[],
  threads: number,
  onProgress: (share: number) => void,
): Promise<Score[]> {
  const scores = new Map<string, Score>()
  const [waiting, total] = [[...tasks], tasks.length]
  const onDone = (found: Score[]) => {
    for (const score of found) {
      const key = JSON.stringify([score.cell, score.method])
      const known = scores.get(key)
      scores.set(key, known ? merged(known, score) : score)
    }
    onProgress(1 - waiting.length / total)
  }
  await Promise.all(Array.from({ length: threads }, () => workOff(waiting, onDone)))
  return [...scores.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, score]) => score)
}
