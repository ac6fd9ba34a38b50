import { describe, expect, it } from '@jest/globals'
import { type Listed, ofRepository } from '../../../src/github/artifacts/branch-artifacts.ts'
import { jobContext } from '../setting.ts'

const artifact = (more: object) => ({ id: 1, expired: false, workflow_run: null, ...more }) as Listed
const run = { id: 5, repository_id: 4242, head_sha: 'a' }

describe('artifacts whose origin the server does not prove', () => {
  it('are never used', () => {
    const unproven = [artifact({}), artifact({ workflow_run: run })]
    const expired = artifact({ workflow_run: run, expired: true })
    const proven = artifact({ workflow_run: { ...run, head_repository_id: 4242 } })
    const all = [...unproven, expired, proven]
    expect(ofRepository(all, jobContext()).map(each => each.artifact)).toEqual([proven])
  })
})
