import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
    const compute =
      'const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e3 }; ' +
      'while (used() < 300); console.log(used())'

    type Look = { allowed: string; onCpus: boolean; others: number }

    /** A look of a process on the CPUs `allowed`. CPU 1 is busy with its process, and with others for this share of the time. */
    async function seen({ allowed, onCpus, others }: Look) {
      const root = fakeMachine({})
      mkdirSync(join(root, 'proc/self'))
      writeFileSync(join(root, 'proc/self/status'), `Cpus_allowed_list:\t${allowed}\n`)
      const begun = performance.now()
      const work = async () => {
        const { stdout } = await promisify(execFile)(process.execPath, ['-e', compute])
        const used = Number(stdout) + others * (performance.now() - begun)
        writeFileSync(join(root, 'proc/stat'), stat({ ...start, user: start.user + Math.round(used / 10) }))
      }
      const found = await lookAtMachine(evidenceSources([1], root), 10, signal, there =>
        onCpus ? there(work) : work(),
      )
      return found.reasons.map(({ code }) => code)
    }

    it.each([
      ['that it put there', { allowed: '0,2', onCpus: true }],
      ['where it may run there itself', { allowed: '0-2', onCpus: false }],
    ])('does not take these for others: %s', async (_, at) => {
      expect(await seen({ ...at, others: 0 })).toEqual([])
      expect(await seen({ ...at, others: 0.5 })).toEqual(['foreign-load'])
    })

    it('does not take others for these, which are on other CPUs', async () => {
      expect(await seen({ allowed: '0,2', onCpus: false, others: 0 })).toEqual(['foreign-load'])
    })
  })

  it('goes on while the work does, and ends with it where that took as long', async () => {
    let later = 0
    const now = performance.now.bind(performance)
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + later)
    try {
      const root = fakeMachine({})
      // An hour passes during the work: a look that began behind it, or waited for an hour besides, would not end.
      const found = await lookAtMachine(evidenceSources([1], root), 3_600_000, signal, async () => {
        later = 3_600_000
        writeFileSync(join(root, 'proc/stat'), stat({ ...start, steal: start.steal + 180_000 }))
        return 'made'
      })
      expect(found).toMatchObject({ made: 'made', reasons: [{ code: 'steal' }] })
    } finally {
      clock.mockRestore()
    }
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
