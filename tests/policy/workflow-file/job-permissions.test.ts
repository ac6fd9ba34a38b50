import { describe, expect, it } from '@jest/globals'
import { mayNotWrite } from '../../../src/policy/workflow-file/job-permissions.ts'

type Fields = Record<string, unknown>

const step = { uses: 'org/stable-bench@v1', with: { comment: 'never' } }
const bench = { 'runs-on': 'bench', steps: [{ uses: 'actions/checkout@v6' }, step] }
const lacks = (job: Fields, more: Fields = {}, jobs: Fields = {}) =>
  mayNotWrite(JSON.stringify({ jobs: { bench: { ...bench, ...job }, ...jobs }, ...more }), 'checks', {
    job: 'bench',
    repository: 'org/stable-bench',
  })

describe("a job's token", () => {
  it('may not write what its permissions leave out or let it read', () => {
    expect(lacks({ permissions: { contents: 'read', checks: 'read' } })).toBe(true)
    expect(lacks({ permissions: {} })).toBe(true)
    expect(lacks({ permissions: 'read-all' })).toBe(true)
    expect(lacks({ permissions: { checks: 'write' } })).toBe(false)
    expect(lacks({ permissions: 'write-all' })).toBe(false)
  })

  it('has the permissions of the workflow where the job has none, and not where it has', () => {
    expect(lacks({}, { permissions: {} })).toBe(true)
    expect(lacks({}, { permissions: { checks: 'write' } })).toBe(false)
    expect(lacks({ permissions: { checks: 'write' } }, { permissions: {} })).toBe(false)
    expect(lacks({ permissions: { contents: 'read' } }, { permissions: 'write-all' })).toBe(true)
  })

  it('may, for all that is known, where the file does not say it', () => {
    expect(lacks({})).toBe(false)
    expect(lacks({ permissions: null })).toBe(false)
    const own = { ...step, with: { Token: 'of an app' } }
    expect(lacks({ permissions: {}, steps: [own] })).toBe(false)
    expect(lacks({ permissions: {}, steps: [{ uses: './.github/actions/bench' }] })).toBe(false)
    expect(lacks({ permissions: {} }, {}, { other: { uses: './.github/workflows/called.yml' } })).toBe(false)
    const place = { job: 'constructor', repository: 'org/stable-bench' }
    for (const text of ['jobs: [', '[]', 'jobs: {}']) expect(mayNotWrite(text, 'checks', place)).toBe(false)
  })
})
