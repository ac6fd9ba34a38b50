// What a job finds out about its own workflow, from GitHub's stand-in.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { heldToBase, workflowNotes } from '../../../src/action/pull-request/base-workflow.ts'
import type { JobContext } from '../../../src/github/api/context.ts'
import { parseInputs } from '../../../src/inputs/parse.ts'
import { jobContext, type Setting, sha, startSetting, workflowPath } from '../../github/setting.ts'

const workflow = (...inputs: string[]) =>
  `jobs: { bench: { steps: [{ uses: org/stable-bench@v1, with: { ${inputs.join(', ')} } }] } }`

const [base, proposed] = [sha(29), sha(30)]
let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

/** The files at the base commit and at the proposed one. */
function given(before: string | null, after: string | null): void {
  setting.github.state.fileAt = (commit, path) =>
    path === workflowPath ? (commit === base ? before : after) : null
}

const own = parseInputs('action', name => ({ band: '20%' })[name as string])

async function found(more: Partial<JobContext> = {}) {
  const held = await heldToBase(setting.octokit(), jobContext(more), { values: own, base, proposed })
  return { band: held.values.band, notes: held.notes(held.values).map(({ message }) => message) }
}

describe('the workflow of a pull request', () => {
  it('decides the inputs where it is the same at the base commit, without a note', async () => {
    given(workflow('band: 20%'), workflow('band: 20%'))
    expect(await found()).toEqual({ band: 0.2, notes: [] })
  })

  it('does not decide the inputs where the pull request changes it, nor in a merge queue', async () => {
    given(workflow('band: 3%'), workflow('band: 20%'))
    const notes = [
      `this pull request changes ${workflowPath}, which measures it: band: 3% → 20%`,
      'these inputs of it do not count before it is merged: band 20% (3% counts)',
    ]
    expect(await found()).toEqual({ band: 0.03, notes })
    expect(await found({ event: 'merge_group' })).toEqual({ band: 0.03, notes })
  })

  it('is not compared where the event takes it from the base branch', async () => {
    given(workflow('band: 3%'), workflow('band: 20%'))
    expect(await found({ event: 'pull_request_target' })).toEqual({ band: 0.2, notes: [] })
  })

  it('decides the inputs where it is new, and the report says so', async () => {
    given(null, workflow('band: 20%'))
    const added = `this pull request adds ${workflowPath}, which measures it: its own inputs count`
    expect(await found()).toEqual({ band: 0.2, notes: [added] })
    given('jobs: { test: { steps: [{ run: make test }] } }', workflow('band: 20%'))
    expect(await found()).toEqual({
      band: 0.2,
      notes: [
        `this pull request changes ${workflowPath}, which measures it: 1 step of stable-bench added; other lines differ too`,
        'the base commit has no step of stable-bench in it: the inputs of this one count',
      ],
    })
  })

  it('is not compared where it is in another repository, or the runner does not name it', async () => {
    given(null, null)
    expect(await found()).toEqual({ band: 0.2, notes: [] })
    given(workflow('band: 3%'), workflow('band: 20%'))
    expect(await found({ workflowPath: '' })).toEqual({ band: 0.2, notes: [] })
  })

  it('does not decide the inputs where it cannot be read, and one line says why', async () => {
    given(workflow('band: 3%'), 'jobs: [')
    const unsaid = `it is not known whether this pull request changes ${workflowPath}, which measures it`
    expect(await found()).toEqual({
      band: 0.03,
      notes: [expect.stringContaining(`${unsaid}: `), expect.stringContaining('band 20% (3% counts)')],
    })
    given(workflow('band: 3%'), null)
    expect((await found()).notes[0]).toBe(`${unsaid}: the server does not have it`)
  })

  it('decides the inputs where the base commit cannot be read, and one line says why', async () => {
    given('jobs: [', workflow('band: 20%'))
    expect(await found()).toEqual({
      band: 0.2,
      notes: [expect.stringMatching(/^it is not known whether .*which measures it: /)],
    })
    const octokit = setting.octokit({ actions: 'read' })
    const held = await heldToBase(octokit, jobContext(), { values: own, base, proposed })
    expect(held.values.band).toBe(0.2)
    expect(held.notes(own).map(({ message }) => message)).toEqual([expect.stringMatching(/contents: read/)])
  })

  it('is compared for a run that has ended, whatever the event of this one is', async () => {
    given(workflow('band: 3%'), workflow('band: 20%'))
    const notes = await workflowNotes(setting.octokit(), jobContext({ event: 'workflow_run' }), {
      base,
      proposed,
    })
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining('band: 3% → 20%')])
  })
})
