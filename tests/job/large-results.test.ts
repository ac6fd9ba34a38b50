// Results files of more than 8 MiB are read piece by piece in a job, too, and are known for what they are before the next run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { measureTo } from '../../src/job/make-runs.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { jobRequest } from './job-request.ts'

const line = (entry: object) => `${JSON.stringify(entry)}\n`
const trend = line({
  type: 'Metric',
  data: { name: 'parse', type: 'trend', contains: 'time' },
  metric: 'parse',
})
const point = line({ metric: 'parse', type: 'Point', data: { value: 3, tags: { url: 'x'.repeat(400) } } })

it('a job measures what large results files say, run by run', async () => {
  const request = jobRequest(
    { candidate: 'cat trend points points points points > out.json' },
    { tool: 'auto', results: '*.json', looks: [2] },
  )
  writeFileSync(join(request.cwd, 'trend'), trend)
  writeFileSync(join(request.cwd, 'points'), point.repeat(5000))
  const job = await startJob(request, new AbortController().signal)
  await measureTo(job, 2, { onRun: () => {}, onLine: () => {} })
  const { tool, benchmarks } = sessionOf(job, 'candidate')
  expect(tool).toBe('k6')
  expect(benchmarks.map(({ name, unit, runs }) => [name, unit, runs.map(run => run.length)])).toEqual([
    ['parse', 'ns', [20_000, 20_000]],
  ])
})
