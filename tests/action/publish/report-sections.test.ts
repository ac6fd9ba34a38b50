// The legs of a run in a publish job, each with a stored baseline.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Source } from '../../../src/action/publish/run/reported-run.ts'
import { renderResultDocument } from '../../../src/formats/documents/result.ts'
import { artifactName } from '../../../src/github/artifacts/name.ts'
import { parseInputs } from '../../../src/inputs/parse.ts'
import { sample, session } from '../../compare/session.ts'
import type { Setting } from '../../github/setting.ts'

// Read when the client is loaded: the nights before are asked of nobody here.
process.env.GITHUB_API_URL = 'http://127.0.0.1:9'
const { jobContext, pullRequest, sha, startSetting, zip } = await import('../../github/setting.ts')
const { comparedLegs } = await import('../../../src/action/publish/report-sections.ts')

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})
afterEach(() => setting.close())

function leave(kind: 'baseline' | 'candidate', runId: number, commit: number, machine: number): void {
  const fingerprint = `${100000000000 + machine}`
  const facts = { machine: `bench-${machine}` }
  const result = session([sample('parse', [100, 101, 99, 100])], {
    suite: 'suite',
    testbed: { grade: 'tuned', gradeReason: '', fingerprint, facts },
    revision: { commit: sha(commit), ref: null, dirty: false },
  })
  const content = zip({ 'result.json.gz': gzipSync(renderResultDocument(result)) })
  setting.results.addArtifact({ runId, name: artifactName(kind, 'suite', fingerprint), content })
}

describe('the legs of a run', () => {
  const machines = Array.from({ length: 12 }, (_, i) => i + 1)

  const compareAll = (fork: Source['fork']) => {
    setting.github.state.commits.push({
      sha: sha(900),
      parents: [sha(30)],
      message: '',
      date: '2026-02-01T00:00:00Z',
    })
    setting.addRun(500, 900, { event: 'pull_request', head_branch: 'change' })
    setting.addRun(101, 30)
    for (const machine of machines) {
      leave('baseline', 101, 30, machine)
      leave('candidate', 500, 900, machine)
    }
    const values = parseInputs('action', () => undefined)
    const source = {
      context: { ...jobContext(), pullRequest, octokit: setting.octokit() },
      proposal: pullRequest,
      fork,
      ended: { conclusion: 'success' },
    }
    return comparedLegs(values, { source, posted: [] })
  }

  it('are all compared with what is stored for them, however many there are', async () => {
    const { sections, problems } = await compareAll(null)
    expect(problems).toEqual([])
    expect(sections.map(({ comparison }) => comparison?.reason)).toEqual(machines.map(() => null))
  })

  it('use no more requests than those of any other job where the run is a fork’s', async () => {
    const { sections } = await compareAll({ headSha: sha(900) })
    const reasons = sections.map(({ comparison }) => comparison?.reason)
    expect(reasons).toHaveLength(machines.length)
    expect(reasons).toContain('baseline-unreadable')
    expect(setting.github.requests.length).toBeLessThanOrEqual(60)
  })
})
