// Other work on the machine: processes that do nothing but compute. They end by themselves if a test does not end them.
import { spawn } from 'node:child_process'

const LOOP = 'const end = Date.now() + 300e3; while (Date.now() < end);'

/** Starts `count` of them, on `cpu` if one is given. Returns a function that ends them. */
export function busyLoops(count: number, cpu?: number): () => void {
  const where = cpu === undefined ? [] : ['taskset', '-c', String(cpu)]
  const [file = '', ...args] = [...where, process.execPath, '-e', LOOP]
  const loops = Array.from({ length: count }, () => spawn(file, args, { stdio: 'ignore' }))
  return () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
