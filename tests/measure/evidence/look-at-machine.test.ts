import { describe, expect, it } from '@jest/globals'
import { littleMemory, lookAtMachine } from '../../../src/measure/evidence/look-at-machine.ts'
import { evidenceSources } from '../../../src/measure/evidence/read.ts'
import { allowedCpus } from '../../../src/measure/pin/topology.ts'
import { Interrupted } from '../../../src/measure/runs/errors.ts'
import { busyLoops } from '../../busy-loops.ts'
import { fakeMachine } from './fake-machine.ts'

const { signal } = new AbortController()

describe('the look at the machine before it measures', () => {
  it('finds other programs on the CPU of the benchmark', async () => {
    const cpu = allowedCpus().at(-1) as number
    const end = await busyLoops(2, cpu)
    try {
      const { validity, reasons } = await lookAtMachine(evidenceSources([cpu]), 1000, signal)
      expect(validity).toBe('invalid')
      expect(reasons).toContainEqual({
        code: 'foreign-load',
        message: expect.stringMatching(/^other processes used \d+ % of the benchmark's CPUs$/),
      })
    } finally {
      end()
    }
  })

  it('finds nothing on a machine whose counters stand still', async () => {
    const found = await lookAtMachine(evidenceSources([1], fakeMachine({})), 10, signal)
    expect(found).toEqual({ validity: 'valid', reasons: [] })
  })

  it('is stopped by a signal', async () => {
    await expect(lookAtMachine(evidenceSources(null), 60_000, AbortSignal.abort())).rejects.toThrow(
      Interrupted,
    )
  })

  it('warns of next to no memory', () => {
    const meminfo = (available: number) => `MemTotal:       16000000 kB\nMemAvailable:   ${available} kB\n`
    expect(littleMemory(meminfo(1_000_000))).toBeNull()
    expect(littleMemory(meminfo(400_000))?.message).toBe('only 391 MiB of memory are available')
    expect(littleMemory('')).toBeNull()
  })
})
