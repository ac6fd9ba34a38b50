// A thread that performs the tasks it is sent, one after the other.
import { parentPort } from 'node:worker_threads'
import { perform, type Task } from './tasks.ts'

parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(task)))
