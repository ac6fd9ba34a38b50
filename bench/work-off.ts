// Spreads tasks over threads.
import type { Worker } from 'node:worker_threads'

/** Lets one thread perform tasks from the front of the list until it is empty. */
function inOneThread<Task, Done>(tasks: Task[], worker: Worker, onDone: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = () => {
      const task = tasks.shift()
      if (task) worker.postMessage(task)
      else void worker.terminate().then(() => resolve())
    }
    worker.on('message', (done: Done) => {
      onDone(done)
      next()
    })
    worker.on('error', reject)
    next()
  })
}

/** Performs all tasks, each by the answer of one of the `threads` to it; `start` makes a thread. */
export async function workOff<Task, Done>(
  tasks: Task[],
  { threads, start }: { threads: number; start: () => Worker },
  onDone: (done: Done) => void,
): Promise<void> {
  const waiting = [...tasks]
  await Promise.all(Array.from({ length: threads }, () => inOneThread(waiting, start(), onDone)))
}
