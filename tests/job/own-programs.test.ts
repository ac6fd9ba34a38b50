// Which programs of a job are what it measures: of a suite with a service, the service.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { pairsOf, runsOwnBinary } from '../../src/job/builds/own-programs.ts'
import { startJob } from '../../src/job/start.ts'
import { jobRequest, unpinned } from './job-request.ts'

/** A directory with two programs that setup has built there. */
function checkout(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-own-programs-'))
  for (const name of ['srv', 'load']) copyFileSync('/bin/true', join(cwd, name))
  return cwd
}

it('the program of a service is compared, and not the one that puts it under load', async () => {
  const load = './load {port} | ./load'
  const job = await startJob(
    jobRequest(
      { baseline: load, candidate: load },
      {
        cwds: { baseline: checkout(), candidate: checkout() },
        artifacts: ['srv', 'load'],
        service: { command: './srv --port {port}', ready: '', readyTimeoutMs: 1000 },
        pinning: unpinned,
      },
    ),
    new AbortController().signal,
  )
  expect(pairsOf(job)).toEqual([{ baseline: 'srv', candidate: 'srv' }])
  expect(runsOwnBinary(job, 'candidate')).toBe(true)
})

it('a program is compared with the one of its name, and else with the one in its place', async () => {
  const pairsFor = async (baseline: string, candidate: string) =>
    pairsOf(
      await startJob(
        jobRequest(
          { baseline, candidate },
          { cwds: { baseline: checkout(), candidate: checkout() }, pinning: unpinned },
        ),
        new AbortController().signal,
      ),
    )
  const load = { baseline: 'load', candidate: 'load' }
  expect(await pairsFor('./srv && ./load', './load')).toEqual([load])
  expect(await pairsFor('./load', './srv && ./load')).toEqual([load])
  expect(await pairsFor('./load', './srv')).toEqual([{ baseline: 'load', candidate: 'srv' }])
})
