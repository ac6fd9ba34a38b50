import { spawn } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { countRunnable } from '../../../src/measure/evidence/runnable-threads.ts'
import { until } from '../../until.ts'

describe('the threads of a run that are ready', () => {
  it('are counted in it and in what it starts, and those that wait are not', async () => {
    // In the foreground: else each is in a group of its own, and computes on when this one is killed.
    const loop = 'timeout --foreground 100 bash -c "while :; do :; done" &'
    const run = spawn('bash', ['-c', `sleep 100 & ${loop} ${loop} ${loop} wait`], {
      detached: true,
      stdio: 'ignore',
    })
    const counts: number[] = []
    const end = countRunnable(run.pid as number, counts)
    try {
      await until('three are ready', () => counts.includes(3))
      expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
    const before = counts.length
    await until('the process has ended', () => run.signalCode !== null)
    expect(counts).toHaveLength(before)
  })

  it('are not those of programs that come and go, which are ready until they get the CPU', async () => {
    const true3 = '/bin/true | /bin/true | /bin/true'
    const run = spawn('bash', ['-c', `while :; do ${true3}; done`], { detached: true, stdio: 'ignore' })
    const counts: number[] = []
    const end = countRunnable(run.pid as number, counts)
    try {
      await until('the shell has worked', () => counts.length >= 40 && counts.includes(1))
      expect(Math.max(...counts)).toBe(1)
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
  })
})
