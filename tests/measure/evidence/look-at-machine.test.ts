import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, jest } from '@jest/globals'
import { littleMemory, lookAtMachine } from '../../../src/measure/evidence/look-at-machine.ts'
import { evidenceSources } from '../../../src/measure/evidence/read.ts'
import { allowedCpus } from '../../../src/measure/pin/topology.ts'
import { Interrupted } from '../../../src/measure/runs/errors.ts'
import { busyLoops } from '../../busy-loops.ts'
import { fakeMachine, start, stat } from './fake-machine.ts'

const { signal } = new AbortController()
const nothing = async () => {}

describe('the look at the machine before it measures', () => {
  it('finds other programs on the CPU of the benchmark', async () => {
    const cpu = allowedCpus().at(-1) as number
    const end = await busyLoops(2, cpu)
    try {
      const { validity, reasons } = await lookAtMachine(evidenceSources([cpu]), 1000, signal, nothing)
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
    const found = await lookAtMachine(evidenceSources([1], fakeMachine({})), 10, signal, nothing)
    expect(found).toEqual({ validity: 'valid', reasons: [] })
  })

  describe('while processes of its own work', () => {
    /** The moments of a look: ticks that CPU 1 was busy before, during and after what its own processes do, of 35 each. */
    type Look = { allowed: string; before?: number; during?: number; after?: number }

    /** What a look finds from a process on the CPUs `allowed`; the clock is the machine's own. */
    async function seen({ allowed, before = 0, during = 0, after = 0 }: Look) {
      const root = fakeMachine({})
      mkdirSync(join(root, 'proc/self'))
      writeFileSync(join(root, 'proc/self/status'), `Cpus_allowed_list:\t${allowed}\n`)
      let [ms, user] = [0, start.user]
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => ms)
      const pass = (ticks: number) => {
        ms += 350
        user += ticks
        writeFileSync(join(root, 'proc/stat'), stat({ ...start, user }))
      }
      try {
        const look = lookAtMachine(evidenceSources([1], root), 50, signal, async onCpus => {
          pass(before)
          await onCpus(async () => pass(during))
        })
        setTimeout(() => pass(after), 1)
        return (await look).reasons.map(({ code }) => code)
      } finally {
        clock.mockRestore()
      }
    }

    it.each([
      ['off the CPU', '0,2'],
      ['on the CPU', '0-2'],
    ])('does not take these for others: %s', async (_, allowed) => {
      expect(await seen({ allowed, during: 35 })).toEqual([])
    })

    it.each([
      ['off the CPU', '0,2'],
      ['on the CPU', '0-2'],
    ])('finds a program that uses 9 %% of the CPU, whatever its own use: %s', async (_, allowed) => {
      expect(await seen({ allowed, during: 35, after: 3 })).toEqual(['foreign-load'])
    })

    it('finds others from its begin on where it is off the CPU', async () => {
      expect(await seen({ allowed: '0,2', before: 3, during: 35 })).toEqual(['foreign-load'])
      expect(await seen({ allowed: '0-2', before: 35, during: 35 })).toEqual([])
    })
  })

  it('finds steal also while its own processes work', async () => {
    const root = fakeMachine({})
    const found = await lookAtMachine(evidenceSources([1], root), 10, signal, async onCpus => {
      await onCpus(async () =>
        writeFileSync(join(root, 'proc/stat'), stat({ ...start, steal: start.steal + 20 })),
      )
      return 'made'
    })
    expect(found).toMatchObject({ made: 'made', validity: 'invalid', reasons: [{ code: 'steal' }] })
  })

  it('is stopped by a signal', async () => {
    await expect(lookAtMachine(evidenceSources(null), 60_000, AbortSignal.abort(), nothing)).rejects.toThrow(
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
