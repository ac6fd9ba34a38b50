// What a machine left before something about it changed: artifacts of another testbed have other names.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { baselinesFrom, heldAgainst } from '../../src/action/stored-baseline.ts'
import { defaultPolicy } from '../../src/compare/policy.ts'
import { renderResultDocument } from '../../src/formats/result-document.ts'
import { artifactName } from '../../src/github/artifact-name.ts'
import { firstParentDistances } from '../../src/github/base-commits.ts'
import type { Testbed } from '../../src/model.ts'
import { compareStored } from '../../src/pipeline.ts'
import { sample, session } from '../compare/session.ts'
import { jobContext, type Setting, sha, startSetting, zip } from '../github/setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})
afterEach(() => setting.close())

const on = (machine: string, kernel: string, fingerprint: string): Testbed => ({
  grade: 'tuned',
  gradeReason: '',
  fingerprint,
  facts: { machine, kernel },
})
const now = on('bench-1', '6.12', 'cccccccccccc')
const measured = (testbed: Testbed) =>
  session([sample('parse', [100, 101, 99, 100])], { suite: 'suite', testbed })

function leave(run: number, commit: number, testbed: Testbed, suite = 'suite'): void {
  setting.addRun(run, commit)
  const content = zip({ 'result.json.gz': gzipSync(renderResultDocument(measured(testbed))) })
  setting.results.addArtifact({
    runId: run,
    name: artifactName('baseline', suite, testbed.fingerprint),
    content,
  })
}

async function find(testbed = now) {
  const octokit = setting.octokit()
  const distances = await firstParentDistances(octokit, jobContext(), sha(30))
  const request = { suite: 'suite', testbed, branch: 'main', distances, calls: { left: 40 } }
  return heldAgainst(await baselinesFrom(octokit, jobContext(), request), testbed)
}

const compared = async () => {
  const { baselines, warnings } = await find()
  return {
    comparison: compareStored(baselines, [measured(now)], { policy: defaultPolicy, assumedGrade: 'untuned' }),
    warnings,
  }
}

describe('the stored baseline of a machine', () => {
  it('is what the machine was before its kernel changed, so that the report names the change', async () => {
    leave(101, 29, on('bench-2', '6.12', 'bbbbbbbbbbbb'))
    leave(102, 28, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    const { comparison, warnings } = await compared()
    expect(warnings).toEqual([])
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'testbed-changed' })
    expect(comparison.explanation).toMatch(/was measured on another testbed: kernel \(6\.1 → 6\.12\)/)
  })

  it('is what this machine left with other settings, so that the report names them', async () => {
    const cold = on('bench-1', '6.12', 'aaaaaaaaaaaa')
    const warm = { ...now, facts: { ...now.facts, cache: 'warm' } }
    leave(101, 29, { ...cold, facts: { ...cold.facts, cache: 'cold' } })
    const { baselines } = await find(warm)
    const request = { policy: defaultPolicy, assumedGrade: 'untuned' } as const
    const { explanation } = compareStored(baselines, [measured(warm)], request)
    expect(explanation).toMatch(/ \(1 commits before .*another testbed: cache \(cold → warm\)$/)
  })

  it('is none where only other machines have left something, and the report says so', async () => {
    leave(101, 29, on('bench-2', '6.12', 'bbbbbbbbbbbb'))
    const { comparison, warnings } = await compared()
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'no-baseline' })
    expect(warnings).toEqual([
      {
        code: 'baseline-skipped',
        message: expect.stringMatching(
          /^this machine has left no result yet; .*another machine \(bench-2\)$/,
        ),
      },
    ])
  })

  it('is not that of a suite whose name begins alike, of a pull request, or of a commit that is no ancestor', async () => {
    leave(101, 29, on('bench-1', '6.1', 'aaaaaaaaaaaa'), 'suite-cold')
    leave(102, 999, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    setting.addRun(103, 28, { event: 'pull_request' })
    setting.results.addArtifact({
      runId: 103,
      name: artifactName('baseline', 'suite', 'aaaaaaaaaaaa'),
      content: zip({}),
    })
    expect(await find()).toEqual({ baselines: [], warnings: [] })
  })

  it('is its own where it has left something, however far away', async () => {
    leave(101, 29, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    leave(102, 2, now)
    const { baselines } = await find()
    expect(baselines.map(({ testbed }) => testbed?.facts.kernel)).toEqual(['6.12'])
  })
})
