// Other work on the machine: processes that do nothing but compute. They end by themselves if a test does not end them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const LOOP = 'console.log(); const end = Date.now() + 300e3; while (Date.now() < end);'

/**
 * Starts `count` of them, on `cpu` if one is given, each in a session of its own: where the kernel groups tasks by session
 * (sched_autogroup), loops that share one may get ten times what a run gets, which has its own. Once all compute, returns a
 * function that ends them.
 */
export async function busyLoops(count: number, cpu?: number): Promise<() => void> {
  const where = cpu === undefined ? [] : ['taskset', '-c', String(cpu)]
  const [file = '', ...args] = [...where, process.execPath, '-e', LOOP]
  const loops = Array.from({ length: count }, () =>
    spawn(file, args, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  await Promise.all(loops.map(loop => once(loop.stdout, 'data')))
  return () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
