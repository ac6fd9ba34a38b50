// Where both commits describe a suite, each side is prepared, and its results are found, as its own commit says.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { measureTo } from '../../src/job/make-runs.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { jobRequest } from './job-request.ts'

const samples = (size: string) =>
  `'{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B","better":"lower","runs":[[${size}]]}]}'`

const directory = () => mkdtempSync(join(tmpdir(), 'stable-bench-own-'))

it('each side is prepared and read as its own commit says', async () => {
  const request = jobRequest(
    {
      baseline: `cp ready old.json`,
      candidate: `test ! -e ready; echo ${samples('2')} >new.json`,
    },
    {
      cwds: { baseline: directory(), candidate: directory() },
      tool: 'samples',
      prepare: 'true',
      results: 'new.json',
      ofBase: {
        prepare: `echo ${samples('1')} >ready`,
        results: 'old.json',
        relink: '',
        service: null,
        tool: 'samples',
        delta: 0,
      },
    },
  )
  const job = await startJob(request, new AbortController().signal)
  await measureTo(job, 5, { onRun: () => {}, onLine: () => {} })
  const sizes = (['baseline', 'candidate'] as const).map(side =>
    sessionOf(job, side).benchmarks[0]?.runs.flat(),
  )
  expect(sizes).toEqual([Array(5).fill(1), Array(5).fill(2)])
})
