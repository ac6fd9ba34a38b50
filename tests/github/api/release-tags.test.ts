import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { newReleases } from '../../../src/github/api/release-tags.ts'
import { memoryPiece, pieceReader } from '../../../src/history/store/pieces.ts'
import { night as example } from '../../history/example-history.ts'
import { jobContext, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

describe('the tags of versions', () => {
  it('without any history in common have no date, and cost the others nothing', async () => {
    const { state } = setting.github
    state.commits.unshift({ sha: sha(800), parents: [], message: 'docs', date: '2026-03-01T00:00:00Z' })
    state.tags.push({ name: 'docs-1.0', sha: sha(800) }, { name: 'v1.0', sha: sha(10) })
    const night = jobContext({ pullRequest: null, event: 'schedule', branch: 'main', sha: sha(30) })
    expect(await newReleases({ ...night, octokit: setting.octokit() }, [])).toEqual([
      { tag: 'docs-1.0', commit: sha(800), date: null },
      { tag: 'v1.0', commit: sha(10), date: '2026-01-01T10:00:00.000Z' },
    ])
  })

  it('that are longer than a history can hold are no releases', async () => {
    const { state } = setting.github
    const longest = `v1.0-${'x'.repeat(195)}`
    state.tags.push({ name: `${longest}x`, sha: sha(10) }, { name: longest, sha: sha(10) })
    const night = jobContext({ pullRequest: null, event: 'schedule', branch: 'main', sha: sha(30) })
    const releases = await newReleases({ ...night, octokit: setting.octokit() }, [])
    expect(releases.map(({ tag }) => tag)).toEqual([longest])
    const { name, bytes } = memoryPiece({ ...example(0), releases })
    expect(pieceReader()(name, bytes).history.releases).toEqual(releases)
  })
})
