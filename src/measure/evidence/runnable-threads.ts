// How many threads of a run are ready to run at the same time, seen from outside while it runs.
import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 25

/**
 * Whether a thread is ready and has worked: for a tick of the clock at least, user and system time together. One that was
 * just started is ready until it gets the CPU, which takes long where other programs are busy. The fields are those of
 * `stat`, from the state on: proc_pid_stat(5).
 */
const works = ([state, ...fields]: string[]) => state === 'R' && Number(fields[10]) + Number(fields[11]) > 0

/** The threads of process `pid` and of all that it started that are ready and have worked; 0 for one that has ended. */
function ready(pid: number): number {
  try {
    let count = 0
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const path = `/proc/${pid}/task/${thread}`
      const stat = readFileSync(`${path}/stat`, 'utf8')
      // The name before it is in parentheses, and may hold some itself.
      if (works(stat.slice(stat.lastIndexOf(')') + 2).split(' '))) count++
      const children = readFileSync(`${path}/children`, 'utf8').trim()
      if (children !== '') for (const child of children.split(' ')) count += ready(Number(child))
    }
    return count
  } catch {
    return 0
  }
}

/**
 * Adds to `counts`, forty times a second, how many threads of process `pid` and its descendants have worked, and are
 * running or ready to. Returns a function that ends this. Where the kernel does not list children (CONFIG_PROC_CHILDREN), the counts are
 * 0.
 */
export function countRunnable(pid: number, counts: number[]): () => void {
  const timer = setInterval(() => counts.push(ready(pid)), EVERY_MS)
  return () => clearInterval(timer)
}
