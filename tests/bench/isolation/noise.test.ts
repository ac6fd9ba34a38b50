// The background load does what it is told, and leaves nothing behind.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { readCpuUse } from '../../../bench/isolation/cpu-use.ts'
import { until } from '../../until.ts'

const program = fileURLToPath(new URL('../../../bench/isolation/noise.mjs', import.meta.url))

const start = (kind: string, seconds: number) =>
  spawn(process.execPath, [program, kind, String(seconds), tmpdir()], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })

const used = ({ pid = 0 }: ChildProcess) => readCpuUse(pid).ours

describe('the background load', () => {
  it('computes, rests when it is told to, and goes on afterwards', async () => {
    const child = start('busy', 30)
    await until('it computes', () => used(child) > 0.2)
    child.stdin.write('0')
    let rested = -1
    // It rests when a while adds next to nothing to its CPU time.
    await until('it rests', () => {
      const [before] = [rested, spawnSync('sleep', ['0.3'])]
      rested = used(child)
      return rested - before < 0.02
    })
    child.stdin.write('1')
    await until('it computes again', () => used(child) - rested > 0.2)
    child.stdin.end()
    await once(child, 'exit')
  })

  it.each(['busy', 'short', 'network'])('%s ends when whoever started it is gone', async kind => {
    const child = start(kind, 30)
    await until('it is at work', () => used(child) > 0.05)
    const gone = once(child, 'exit')
    // What the kernel does with the pipe of a process that was killed.
    child.stdin.destroy()
    expect(await gone).toEqual([0, null])
  })

  it('ends by itself when its time is over', async () => {
    const child = start('short', 0.2)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('tells the CPU time of one process and its children from that of all others', async () => {
    const [busy, idle] = [start('busy', 30), spawn('sleep', ['30'])]
    const before = used(busy)
    await until('one has computed', () => used(busy) - before > 0.3)
    const [own, other] = [readCpuUse(busy.pid), readCpuUse(idle.pid)]
    busy.stdin.end()
    idle.kill()
    await once(busy, 'exit')
    expect(own.ours - before).toBeGreaterThan(0.05)
    expect(other.ours).toBeLessThan(0.05)
    expect(other.others - own.others).toBeGreaterThan(0.9 * own.ours - 0.05)
  })
})
