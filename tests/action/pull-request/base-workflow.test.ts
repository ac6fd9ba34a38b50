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

type Files = Record<string, string>

/** The files at the base commit and at the proposed one; a text is the workflow itself. */
function given(before: string | Files | null, after: string | Files | null): void {
  const filesOf = (given: string | Files | null): Files =>
    typeof given === 'string' ? { [workflowPath]: given } : (given ?? {})
  setting.github.state.fileAt = (commit, path) => filesOf(commit === base ? before : after)[path] ?? null
}

const own = parseInputs('action', name => ({ baseline: 'interleave' })[name as string])

async function found(more: Partial<JobContext> = {}) {
  const held = await heldToBase(
    { ...jobContext(more), octokit: setting.octokit() },
    { values: own, base, proposed },
  )
  return {
    baseline: held.values.baseline.join(' '),
    notes: held.notes(held.values).map(({ message }) => message),
  }
}

describe('the workflow of a pull request', () => {
  it('decides the inputs where it is the same at the base commit, without a note', async () => {
    given(workflow('baseline: interleave'), workflow('baseline: interleave'))
    expect(await found()).toEqual({ baseline: 'interleave', notes: [] })
  })

  it('does not decide the inputs where the pull request changes it, nor in a merge queue', async () => {
    given(workflow('baseline: artifact'), workflow('baseline: interleave'))
    const notes = [
      `this pull request changes ${workflowPath}, which measures it: baseline: artifact → interleave`,
      'these inputs of it do not count before it is merged: baseline interleave (artifact counts)',
    ]
    expect(await found()).toEqual({ baseline: 'artifact', notes })
    expect(await found({ event: 'merge_group' })).toEqual({ baseline: 'artifact', notes })
  })

  it('is not compared where the event takes it from the base branch', async () => {
    given(workflow('baseline: artifact'), workflow('baseline: interleave'))
    expect(await found({ event: 'pull_request_target' })).toEqual({ baseline: 'interleave', notes: [] })
  })

  it('does not decide the inputs where it is new, and the report says so', async () => {
    const held = 'these inputs of it do not count before it is merged: baseline interleave (auto counts)'
    given(null, workflow('baseline: interleave'))
    const added = `this pull request adds ${workflowPath}, which measures it`
    expect(await found()).toEqual({ baseline: 'auto', notes: [added, held] })
    given('jobs: { test: { steps: [{ run: make test }] } }', workflow('baseline: interleave'))
    expect(await found()).toEqual({
      baseline: 'auto',
      notes: [
        `this pull request changes ${workflowPath}, which measures it: 1 step of stable-bench added; other lines differ too`,
        held,
      ],
    })
  })

  it('is not compared where it is in another repository, whose files no pull request of this one can change', async () => {
    given(null, null)
    expect(await found({ workflowRepository: 'acme/rules' })).toEqual({ baseline: 'interleave', notes: [] })
  })

  it('does not decide the inputs where the runner does not name it, or the server does not have it', async () => {
    const unsaid = (path: string, why: string) =>
      `it is not known whether this pull request changes ${path}, which measures it: ${why}`
    const unread = expect.stringMatching(
      /was not found in the files of the base commit: baseline interleave \(auto counts\)/,
    )
    given(workflow('baseline: artifact'), workflow('baseline: interleave'))
    expect(await found({ workflowPath: '', workflowRepository: '' })).toEqual({
      baseline: 'auto',
      notes: ['which workflow measures this is not known: the runner does not name its file', unread],
    })
    given(null, null)
    expect(await found()).toEqual({
      baseline: 'auto',
      notes: [
        unsaid(workflowPath, 'the server does not have it'),
        expect.stringMatching(/^not all that measures this can be read: no step of stable-bench is in /),
        unread,
      ],
    })
  })

  it('does not decide the inputs where it cannot be read, and one line says why', async () => {
    given(workflow('baseline: artifact'), 'jobs: [')
    const unsaid = `it is not known whether this pull request changes ${workflowPath}, which measures it`
    expect(await found()).toEqual({
      baseline: 'artifact',
      notes: [
        expect.stringContaining(`${unsaid}: `),
        expect.stringContaining('baseline interleave (artifact counts)'),
      ],
    })
    given(workflow('baseline: artifact'), null)
    expect((await found()).notes[0]).toBe(`${unsaid}: the server does not have it`)
  })

  it('does not decide the inputs where the base commit cannot be read, and one line says why', async () => {
    given('jobs: [', workflow('baseline: interleave'))
    const unread = expect.stringMatching(
      /was not found in the files of the base commit: baseline interleave \(auto counts\)/,
    )
    expect(await found()).toEqual({
      baseline: 'auto',
      notes: [expect.stringMatching(/^it is not known whether .*which measures it: /), unread],
    })
    const octokit = setting.octokit({ actions: 'read' })
    const held = await heldToBase({ ...jobContext(), octokit }, { values: own, base, proposed })
    expect(held.values.baseline).toEqual(['auto'])
    expect(held.notes(held.values).map(({ message }) => message)).toEqual([
      expect.stringMatching(/contents: read/),
      unread,
    ])
  })

  it('is compared for a run that has ended, whatever the event of this one is', async () => {
    given(workflow('baseline: artifact'), workflow('baseline: interleave'))
    const notes = await workflowNotes(
      { ...jobContext({ event: 'workflow_run' }), octokit: setting.octokit() },
      {
        base,
        proposed,
      },
    )
    expect(notes.map(({ message }) => message)).toEqual([
      expect.stringContaining('baseline: artifact → interleave'),
    ])
  })
})

describe('what the workflow of a pull request calls', () => {
  const called = '.github/workflows/measure.yml'
  const action = 'ci/measure/action.yml'
  const calling = `jobs: { call: { uses: ./${called} } }`
  const using = 'jobs: { bench: { steps: [{ uses: ./ci/measure }] } }'
  const composite = (...inputs: string[]) =>
    `runs: { using: composite, steps: [{ uses: org/stable-bench@v1, with: { ${inputs.join(', ')} } }] }`

  it('does not decide the inputs where the pull request changes it; each file that differs has a sentence', async () => {
    const others = { [workflowPath]: calling, [called]: workflow('baseline: artifact') }
    given(others, { [workflowPath]: `# New.\n${calling}`, [called]: workflow('baseline: interleave') })
    expect(await found()).toEqual({
      baseline: 'artifact',
      notes: [
        `this pull request changes ${workflowPath}, which measures it: comments or layout only`,
        `this pull request changes ${called}, which measures it: baseline: artifact → interleave`,
        'these inputs of it do not count before it is merged: baseline interleave (artifact counts)',
      ],
    })
    const notes = await workflowNotes(
      { ...jobContext({ event: 'workflow_run' }), octokit: setting.octokit() },
      {
        base,
        proposed,
      },
    )
    expect(notes).toHaveLength(2)
  })

  it('does not decide them where the step moves to another file', async () => {
    given(workflow('baseline: artifact'), {
      [workflowPath]: calling,
      [called]: workflow('baseline: interleave'),
    })
    expect(await found()).toEqual({
      baseline: 'artifact',
      notes: [
        `this pull request changes ${workflowPath}, which measures it: 1 step of stable-bench removed; other lines differ too`,
        `this pull request has it measured by ${called}: 1 step of stable-bench added; other lines differ too`,
        expect.stringContaining('baseline interleave (artifact counts)'),
      ],
    })
  })

  it('decides nothing where an action of the checkout is the pull request’s and the workflow the base branch’s', async () => {
    const [before, after] = [composite('baseline: artifact'), composite('baseline: interleave')]
    const event = { event: 'pull_request_target', workflowSha: base }
    given({ [workflowPath]: using, [action]: before }, { [workflowPath]: 'jobs: [', [action]: after })
    expect(await found(event)).toEqual({
      baseline: 'artifact',
      notes: [
        `this pull request changes ${action}, which measures it: baseline: artifact → interleave`,
        'these inputs of it do not count before it is merged: baseline interleave (artifact counts)',
      ],
    })
  })

  it('is asked for once, and for a workflow that calls nothing there are two requests', async () => {
    const twice = `jobs: { a: { uses: ./${called} }, b: { uses: ./${called} } }`
    given({ [workflowPath]: twice, [called]: workflow() }, { [workflowPath]: twice, [called]: workflow() })
    const requests = async () => {
      const octokit = setting.octokit()
      const { left } = octokit.budget
      await heldToBase({ ...jobContext(), octokit }, { values: own, base, proposed })
      return left - octokit.budget.left
    }
    expect(await requests()).toBe(4)
    given(workflow(), workflow())
    expect(await requests()).toBe(2)
  })
})
