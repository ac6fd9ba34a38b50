// Which design `ab` chooses, with real processes. Two CPUs are needed to try a duet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, jest } from '@jest/globals'
import { chooseDesign } from '../../../src/job/design/choose-design.ts'
import { measureTo } from '../../../src/job/make-runs.ts'
import type { MeasureRequest } from '../../../src/job/request/request.ts'
import { sessionOf } from '../../../src/job/session.ts'
import { type Job, startJob } from '../../../src/job/start.ts'
import { allowedCpus } from '../../../src/measure/pin/topology.ts'
import { MeasureError } from '../../../src/measure/runs/errors.ts'
import { jobRequest } from '../job-request.ts'

jest.setTimeout(120_000)
const { signal } = new AbortController()
const withTwoCpus = allowedCpus().length > 1 ? it : it.skip
const BUSY = [{ code: 'foreign-load', message: 'other processes used half of it' }]
const open: Partial<MeasureRequest> = { duetLooks: [6], looks: [3], warmupRuns: 1 }

async function chosen(
  commands: { baseline: string; candidate: string },
  {
    asked = {},
    later = {},
    disturbed = BUSY,
  }: { asked?: Partial<MeasureRequest>; later?: Partial<MeasureRequest>; disturbed?: typeof BUSY } = {},
) {
  const request = jobRequest(commands, { ...open, ...asked })
  const started = await startJob(request, signal)
  const planned: Job = {
    ...started,
    request: { ...started.request, ...later },
    testbed: { ...started.testbed, facts: { ...started.testbed.facts, virtual: 'no' } },
  }
  const lines: string[] = []
  const told = { onRun: () => {}, onLine: (line: string) => void lines.push(line) }
  const job = await chooseDesign(planned, disturbed, { signal, ...told })
  return { job, lines, told, cwd: request.cwd, planned }
}

const logged = (cwd: string) => readFileSync(join(cwd, 'log'), 'utf8').trim().split('\n')
const logging = { baseline: 'echo b >>log', candidate: 'echo c >>log' }

describe('the design', () => {
  it('is not chosen where it is set, and nothing is said', async () => {
    const { duetLooks: _, ...set } = open
    const { job, lines, planned } = await chosen(logging, {
      asked: { ...set, duetLooks: undefined as never },
    })
    expect([job, lines]).toEqual([planned, []])
  })

  it('is not chosen for services, whose times of requests would count for nothing in a duet', async () => {
    const service = { command: './server {port}', ready: '', readyTimeoutMs: 1000 }
    const { job, lines, planned } = await chosen(logging, { asked: { service } })
    expect([job, lines]).toEqual([planned, []])
  })

  it('is interleaved on a quiet machine, for which no run is made', async () => {
    const { job, lines } = await chosen(logging, { disturbed: [] })
    expect(job.request.duet).toBe(false)
    expect(job.record.made).toBe(0)
    expect(lines).toEqual([
      'design: both versions interleaved: the machine is quiet; --duet measures them at the same time',
    ])
  })

  it.each([
    ['prepare', { prepare: 'true' }, 'what prepare does for one version may undo'],
    ['delta', { delta: 5 }, 'the processes with n and 2n of both sides would not end together'],
    [
      'results of one directory',
      { results: 'out*.json', tool: 'auto' },
      'both sides would write to the same files at the same time',
    ],
    ['a cold cache', { cache: 'cold' as const }, 'files into the cache that the other is to read'],
  ])(
    'is interleaved with %s, for which no run is made',
    async (_, asked: Partial<MeasureRequest>, reason) => {
      // A cold cache needs privileges to begin with: it is set where nothing looks at them any more.
      const { cache, ...others } = asked
      const commands = { baseline: 'echo {n}', candidate: 'echo {n}' }
      const { job, lines } = await chosen(others.delta ? commands : logging, {
        asked: others,
        later: cache === undefined ? {} : { cache },
      })
      expect([job.request.duet, job.record.made]).toEqual([false, 0])
      expect(lines.join()).toContain(`the machine is busy, and no duet can be made: `)
      expect(lines.join()).toContain(reason)
    },
  )

  withTwoCpus(
    'is a duet on a busy machine for versions that leave each other alone, whichever is slower',
    async () => {
      // They compute all the time: whether one that sleeps waits for the other cannot be told where a third program computes.
      const computes = (name: string, n: number) =>
        `echo ${name} >>log; for ((i = 0; i < ${n}; i++)); do :; done`
      const commands = { baseline: computes('b', 40_000), candidate: computes('c', 200_000) }
      const { job, lines, told, cwd } = await chosen(commands)
      expect(lines).toEqual([
        expect.stringMatching(
          /^design: both versions at the same time, each on a core of its own: the machine is busy, and beside each other both versions took .* alone; --duet false measures them interleaved$/,
        ),
      ])
      // Two alone, and one beside the other.
      expect(logged(cwd).sort().join('')).toBe('bbbccc')
      await measureTo(job, 6, told)
      // Two more alone, as before any duet, and the six that count.
      expect(logged(cwd)).toHaveLength(2 * (3 + 2 + 6))
      for (const side of ['baseline', 'candidate'] as const)
        expect(sessionOf(job, side).plan).toMatchObject({
          runs: 6,
          duet: true,
          chosenBecause: expect.stringMatching(/^the machine is busy, and .*--duet false/),
        })
    },
  )

  withTwoCpus(
    'is interleaved where one version fails beside the other, and its warm-up runs are not made again',
    async () => {
      const alone = (name: string) => `echo ${name} >>log; mkdir lock || exit 3; sleep 0.3; rmdir lock`
      const { job, lines, told, cwd } = await chosen({ baseline: alone('b'), candidate: alone('c') })
      expect(lines.join()).toMatch(
        /^design: both versions interleaved: beside the other version the \w+ failed; --duet/,
      )
      expect(logged(cwd)).toHaveLength(6)
      await measureTo(job, 3, told)
      // One to warm up, one alone, one beside the other. A run that the machine disturbs may be made twice.
      expect(job.record.warmups).toBe(3)
      const [before, after] = [sessionOf(job, 'baseline'), sessionOf(job, 'candidate')]
      expect(before.plan).toMatchObject({ runs: 3, warmupRuns: 1 })
      expect(before.plan?.duet).toBeUndefined()
      expect(before.plan?.chosenBecause).toBe(after.plan?.chosenBecause)
      // Only runs that count are in the documents.
      expect(before.evidence).toHaveLength(3)
    },
  )

  withTwoCpus('is interleaved for versions that take more CPU time beside each other', async () => {
    const work = (own: string, other: string) =>
      `: >${own}; sleep 0.1; n=40000; test -e ${other} && n=400000; for ((i = 0; i < n; i++)); do :; done; sleep 0.1; rm ${own}`
    const { job, lines } = await chosen({ baseline: work('b', 'c'), candidate: work('c', 'b') })
    expect(job.request.duet).toBe(false)
    expect(lines.join()).toMatch(/both versions took \d+\.\d+ times as much CPU time as alone: they compete/)
  })

  withTwoCpus('is not chosen for a command that fails alone: that is the error', async () => {
    await expect(chosen({ baseline: 'true', candidate: 'exit 7' })).rejects.toThrow(MeasureError)
  })

  withTwoCpus('keeps to the time limit after the first warm-up run', async () => {
    const slow = { baseline: 'echo b >>log; sleep 1.2', candidate: 'echo c >>log; sleep 1.2' }
    const asked = { maxTimeMs: 3000, looks: [5], duetLooks: [10] }
    const failed = chosen(slow, { asked })
    await expect(failed).rejects.toThrow(
      /^max-time: a run takes 1\.\d s, [\d.]+ s are spent, and the 1\d that are needed at least do not fit into 3 s/,
    )
  })
})
