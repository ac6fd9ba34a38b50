// What is said before the first run, and about threads after the warm-up.
import { describe, expect, it } from '@jest/globals'
import { warningsOf } from '../../src/job/doubts/job-warnings.ts'
import { checkMachineFirst, sayCpus } from '../../src/job/machine/wait-for-quiet.ts'
import { measureTo } from '../../src/job/make-runs.ts'
import { startJob } from '../../src/job/start.ts'
import { allowedCpus } from '../../src/measure/pin/topology.ts'
import { Interrupted } from '../../src/measure/runs/errors.ts'
import { busyLoops } from '../busy-loops.ts'
import { jobRequest } from './job-request.ts'

const cpu = allowedCpus().at(-1) as number
const pinned = {
  cpus: String(cpu),
  numaNode: 'none',
  aslr: 'auto',
  priority: 'auto',
  lockMemory: false,
} as const
const { signal } = new AbortController()

const told = (lines: string[]) => ({
  say: (line: string) => void lines.push(line),
  set: (name: string, value: string) => `--${name} ${value}`,
})

async function said(waitIdleSeconds: number): Promise<string[]> {
  const job = await startJob(jobRequest({ candidate: 'true' }, { pinning: pinned, waitIdleSeconds }), signal)
  const lines: string[] = []
  await checkMachineFirst(job, async () => job, signal, told(lines))
  return lines
}

describe('before the first run', () => {
  it('a busy machine is reported with the cause and what to do, and waited for where that is asked', async () => {
    const end = await busyLoops(2, cpu)
    try {
      expect((await said(0)).at(-1)).toMatch(
        /^the machine is busy: .*other processes used \d+ % of the benchmark's CPUs.*; or wait until it is quiet: --wait-idle 10m$/,
      )
      const waited = await said(1)
      expect(waited.at(-2)).toMatch(/^waiting for a quiet machine, for 1 s at most: .*other processes used/)
      expect(waited.at(-1)).toMatch(/^the machine is busy: /)
    } finally {
      end()
    }
  })

  it('a signal ends the wait', async () => {
    const job = await startJob(jobRequest({ candidate: 'true' }, { waitIdleSeconds: 600 }), signal)
    await expect(checkMachineFirst(job, async () => job, AbortSignal.abort(), told([]))).rejects.toThrow(
      Interrupted,
    )
  })

  const withSeveralCpus = allowedCpus().length > 1 ? it : it.skip

  withSeveralCpus('one CPU that nobody chose is announced, with the way out', async () => {
    const job = await startJob(jobRequest({ candidate: 'true' }), signal)
    const lines: string[] = []
    sayCpus(job, told(lines))
    expect(lines[0]).toMatch(
      /^measuring on CPU \d+ alone; give a program with threads more: --cpus (auto:\d|none)$/,
    )
  })
})

describe('a program with threads', () => {
  const loops = 'for i in 1 2 3 4; do (for ((k = 0; k < 150000; k++)); do :; done) & done; wait'
  const turns = async (pinning = {}) => {
    const asked = { warmupRuns: 1, runs: 1, pinning: { ...pinned, cpus: 'auto', ...pinning } }
    const job = await startJob(jobRequest({ candidate: loops }, asked), signal)
    await measureTo(job, 1, { onRun: () => {}, onLine: () => {} })
    return warningsOf(job).filter(({ code }) => code === 'threads-in-turn')
  }
  const withTwoCpus = allowedCpus().length === 2 ? it : it.skip

  withTwoCpus('is told that its threads took turns on the one CPU that it got', async () => {
    const [warning] = await turns()
    expect(warning?.message).toMatch(
      /^the command had [2-5] threads ready to run at the same time, which took turns on CPU \d: give it more: set cpus to none$/,
    )
  })

  it('is told nothing on CPUs that somebody chose', async () => {
    expect(await turns({ cpus: String(cpu) })).toEqual([])
  })
})
