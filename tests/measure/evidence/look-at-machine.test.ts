import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { littleMemory, lookAtMachine } from '../../../src/measure/evidence/look-at-machine.ts'
import { evidenceSources } from '../../../src/measure/evidence/read.ts'
import { allowedCpus } from '../../../src/measure/pin/topology.ts'
import { Interrupted } from '../../../src/measure/runs/errors.ts'
import { busyLoops } from '../../busy-loops.ts'
import { fakeMachine, start, stat } from './fake-machine.ts'

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

  describe('while processes of its own work', () => {
    const compute =
      'const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e3 }; ' +
      'while (used() < 300); console.log(used())'

    /** A look during which such a process has the CPU, and others have it for this share of the time. */
    async function seen(others: number) {
      const root = fakeMachine({})
      const begun = performance.now()
      const found = await lookAtMachine(evidenceSources([1], root), 10, signal, async () => {
        const { stdout } = await promisify(execFile)(process.execPath, ['-e', compute])
        const used = Number(stdout) + others * (performance.now() - begun)
        writeFileSync(join(root, 'proc/stat'), stat({ ...start, user: start.user + Math.round(used / 10) }))
      })
      return found.reasons.map(({ code }) => code)
    }

    it('does not take these for others', async () => {
      expect(await seen(0)).toEqual([])
    })

    it('finds others all the same', async () => {
      expect(await seen(0.5)).toEqual(['foreign-load'])
    })
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
