// A thread that performs the tasks it is sent, one after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { perform, type Setting, type Task } from './tasks.ts'

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await perform(task, workerData as Setting))
})
