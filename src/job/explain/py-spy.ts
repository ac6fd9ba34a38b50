// py-spy (github.com/benfred/py-spy): in front of a command, or beside a service while the load goes on that counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { AroundService } from '../../measure/runs/start-command.ts'
import { fromFiles, NoProfile, type Profiler } from './profiler.ts'

/** More samples a second would slow down what is profiled. */
const MOST_HERTZ = 500

const recording = (out: string, hertz: number) => [
  ...'py-spy record -f raw -F -s -r'.split(' '),
  String(Math.min(hertz, MOST_HERTZ)),
  ...['-o', join(out, 'stacks.txt')],
]

/** py-spy ends at SIGINT, and writes its profile then. It attaches to Python below the process `pid`, too. */
const whileAttached =
  (out: string, hertz: number): AroundService['whileCounted'] =>
  async (work, pid) => {
    const [file = '', ...args] = [...recording(out, hertz), '-p', String(pid)]
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    // A signal that cannot be sent is told of in the same way.
    child.on('error', () => {})
    const ended = once(child, 'close').catch(() => {})
    const attached = new Promise<boolean>(resolve => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', chunk => {
          printed = (printed + chunk).slice(-2000)
          if (printed.includes('Sampling process')) resolve(true)
        })
      ended.then(() => resolve(false))
    })
    try {
      if (!(await attached))
        throw new NoProfile(`py-spy cannot attach to the service (${printed.trim().split('\n').at(-1)})`)
      return await work()
    } finally {
      child.kill('SIGINT')
      await ended
    }
  }

export const pySpy: Profiler = {
  name: 'py-spy',
  start: ({ argv, env }, { out, hertz }) => ({ argv: [...recording(out, hertz), '--', ...argv], env }),
  ofService: { start: taken => taken, whileCounted: whileAttached },
  read: fromFiles,
}
