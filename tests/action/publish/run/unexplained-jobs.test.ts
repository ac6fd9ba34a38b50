import { expect, it } from '@jest/globals'
import { runnerDigest } from '../../../../src/action/attempts/unmeasured-artifact.ts'
import { accountsForAll, missingParts } from '../../../../src/action/publish/run/problems.ts'
import { silentJobs } from '../../../../src/action/publish/run/unexplained-jobs.ts'
import type { Claim } from '../../../../src/github/artifacts/legs-of-run.ts'
import type { RunJob } from '../../../../src/github/runs/run-jobs.ts'

const job = (runner: string, startedAt = 0): RunJob => ({
  name: `bench (${runner})`,
  attempt: 1,
  runner,
  startedAt,
  endedAt: startedAt + 10_000,
  conclusion: 'failure',
  steps: [],
})
const claim = (of: string, runner: string, createdAt: number | null = 5000): Claim => ({
  failed: true,
  of,
  runner: runnerDigest(runner),
  createdAt,
})

it('a job accounts for itself by its own word alone: made on its runner, while it ran, and once', () => {
  const [own, other] = [job('m1'), job('m2')]
  expect(silentJobs([own, other], [claim('all', 'm1'), claim('all', 'm2')])).toEqual([])
  // However many a hostile job leaves, under whatever names, they are its own.
  expect(silentJobs([own, other], [claim('all', 'm1'), claim('parse', 'm1')])).toEqual([other])
  expect(silentJobs([own, job('m1', 60_000)], [claim('all', 'm1')])).toHaveLength(1)
  expect(silentJobs([own], [claim('all', 'm1', 90_000)])).toEqual([own])
  expect(silentJobs([own], [claim('all', 'm1', null)])).toEqual([own])
})

const found = (claims: Claim[], unmeasured: string[] = []) => ({
  legs: [],
  left: 0,
  unseen: 0,
  unmeasured,
  claims,
})

it('a run is accounted for where each of its jobs that nothing explains has said that it measured nothing', () => {
  const jobs = [job('m1'), job('m2')]
  const ended = { failed: jobs, skipped: [], all: [], why: null }
  const accounted = (claims: Claim[]) =>
    accountsForAll(found(claims), ended, { jobs, texts: ['2 jobs did not succeed'] })
  expect(accounted([claim('all', 'm1'), claim('all', 'm2')])).toBe(true)
  expect(accounted([claim('all', 'm1'), claim('parse', 'm1'), claim('print', 'm1')])).toBe(false)
})

it('the word of a failed job counts until the job is repeated, also where a suite has the name of its report', () => {
  const texts = (failed: RunJob[], unmeasured: string[] = []) =>
    missingParts(found([claim('parse', 'm1')], unmeasured), {
      expected: 0,
      runAttempt: 2,
      jobs: { failed, skipped: [], all: [], why: null },
    }).filter(each => each.includes('could not measure'))
  expect(texts([job('m1')])).toEqual(['parse: a job could not measure it, and its log says why'])
  expect(texts([])).toEqual([])
  expect(texts([job('m1', 60_000)])).toEqual([])
  const many = Array.from({ length: 500 }, (_, i) => `suite-${i}`)
  expect(texts([], many)).toEqual([
    expect.stringMatching(
      /^suite-0, .*suite-9 and 490 more: a job could not measure them, and its log says why$/,
    ),
  ])
})
