// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
// Workflows that jobs call, and composite actions, as GitHub and its runner treat them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type GitRepository, makeGitRepository } from '../git/repository.ts'
import { runWorkflow, type WorkflowRequest } from '../run-workflow.ts'

const checkout = '- uses: actions/checkout@v7'
let repository: GitRepository
let elsewhere: string

beforeEach(() => {
  repository = makeGitRepository()
  elsewhere = mkdtempSync(join(tmpdir(), 'stable-bench-other-'))
})

afterEach(() => {
  repository.remove()
  rmSync(elsewhere, { recursive: true })
})

/** Runs the workflow `.github/workflows/caller.yml` of a commit that has these files. */
function run(files: Record<string, string>, more: Partial<WorkflowRequest> = {}) {
  const workflow = '.github/workflows/caller.yml'
  const sha = repository.commit({ files })
  return runWorkflow({
    origin: repository.origin,
    sha,
    workflow,
    text: files[workflow] ?? '',
    event: 'push',
    payload: {},
    env: { GITHUB_REPOSITORY: 'acme/rocket', GITHUB_REF: 'refs/heads/main', GITHUB_SHA: sha },
    ...more,
  })
}

function putElsewhere(path: string, text: string): void {
  mkdirSync(dirname(join(elsewhere, path)), { recursive: true })
  writeFileSync(join(elsewhere, path), text)
}

const linesOf = (log: string) =>
  log
    .split('\n')
    .map(line => line.replace(/^\[.*?\] /, ''))
    .filter(line => !line.startsWith('##['))

const caller = (job: string, more = '') => `on: push\nenv: { LEVEL: caller }\njobs:\n  call:\n${job}${more}`

const called = `
on:
  workflow_call:
    inputs:
      word: { type: string, default: usual }
      twice: { type: boolean }
    secrets: { KEY: { required: false } }
    outputs: { said: { value: "\${{ jobs.say.outputs.said }}" } }
jobs:
  say:
    runs-on: bench
    outputs: { said: "\${{ steps.say.outputs.said }}" }
    steps:
      - id: say
        run: |
          echo "\${{ inputs.word }} \${{ inputs.twice && 'twice' || 'once' }} [\${{ secrets.KEY }}] \${{ vars.BAND }}"
          echo "$GITHUB_JOB, \${{ env.LEVEL }}, $GITHUB_WORKFLOW"
          echo "said=\${{ inputs.word }}" >>"$GITHUB_OUTPUT"
`
const path = { caller: '.github/workflows/caller.yml', called: '.github/workflows/called.yml' }

describe('a workflow that a job calls', () => {
  const settings = { secrets: { KEY: 'k3y' }, vars: { BAND: '5%' } }

  it('gets inputs and secrets, has an environment of its own, and gives outputs; the jobs are named after both', async () => {
    const job = `    uses: ./${path.called}
    with: { word: "\${{ vars.BAND }}", twice: true }
    secrets: inherit
  after:
    needs: call
    runs-on: bench
    steps: [{ run: "echo heard \${{ needs.call.outputs.said }}" }]
`
    const { code, jobs, log } = await run({ [path.caller]: caller(job), [path.called]: called }, settings)
    expect({ code, jobs }).toEqual({ code: 0, jobs: { 'call / say': 'success', after: 'success' } })
    expect(linesOf(log)).toEqual(['5% twice [***] 5%', `say, , ${path.caller}`, 'heard 5%'])
  })

  it('gets what it declares where nothing is given, no secret that was not passed, and may be of another repository', async () => {
    putElsewhere(path.called, called)
    const job = `    strategy: { matrix: { word: [a, b] } }
    uses: org/ci/${path.called}@v1
    with: { word: "\${{ matrix.word }}" }
`
    const { jobs, log } = await run(
      { [path.caller]: caller(job) },
      { ...settings, actions: { 'org/ci': elsewhere } },
    )
    expect(jobs).toEqual({ 'call (a) / say': 'success', 'call (b) / say': 'success' })
    expect(linesOf(log).filter(line => line.includes('once'))).toEqual(['a once [] 5%', 'b once [] 5%'])
  })

  it('is refused where it is not there, or is given what it does not declare', async () => {
    const missing = caller('    uses: ./.github/workflows/nowhere.yml\n')
    await expect(run({ [path.caller]: missing })).rejects.toThrow('workflow was not found')
    const more = caller(`    uses: ./${path.called}\n    with: { band: 2% }\n`)
    await expect(run({ [path.caller]: more, [path.called]: called })).rejects.toThrow(/band is not defined/)
  })
})

describe('a composite action', () => {
  const action = `
inputs: { word: { default: usual } }
outputs: { said: { value: "\${{ steps.say.outputs.said }}" } }
runs:
  using: composite
  steps:
    - id: say
      shell: bash
      run: |
        echo "\${{ inputs.word }}, $LEVEL, \${{ env.STEP }}, \${{ matrix.side }}"
        echo "said=\${{ inputs.word }}" >>"$GITHUB_OUTPUT"
        echo "LATER=exported" >>"$GITHUB_ENV"
    - { run: "test -f $GITHUB_ACTION_PATH/action.yml; exit 3", shell: bash, if: "inputs.word == 'bad'" }
    - { run: echo not after a failure, shell: bash }
`
  const job = (steps: string) => `
on: push
env: { LEVEL: workflow }
jobs:
  bench:
    runs-on: bench
    strategy: { matrix: { side: [left] } }
    steps:
      ${checkout}
${steps}`

  it('runs its steps in one step, with inputs and outputs, from the checkout and from another repository', async () => {
    putElsewhere('say/action.yml', action)
    const steps = `      - { id: own, uses: ./ci/say, with: { word: here }, env: { STEP: called } }
      - uses: org/ci/say@v2
      - run: echo "\${{ steps.own.outputs.said }}, $LATER, [\${{ steps.say.outputs.said }}]"
`
    const files = { [path.caller]: job(steps), 'ci/say/action.yml': action }
    const { code, log } = await run(files, { actions: { 'org/ci': elsewhere } })
    expect(code).toBe(0)
    const said = linesOf(log).filter(line => line.includes(', '))
    expect(said).toEqual(['here, workflow, called, left', 'usual, workflow, , left', 'here, exported, []'])
  })

  it('fails its step where one of its steps fails, and skips the others', async () => {
    const steps = `      - { uses: ./ci/say, with: { word: bad }, continue-on-error: true }
      - run: echo went on
`
    const { code, log, steps: done } = await run({ [path.caller]: job(steps), 'ci/say/action.yml': action })
    expect(code).toBe(0)
    expect(log).toContain('went on')
    expect(log).not.toContain('not after a failure')
    expect(done.map(({ id, result }) => `${id} ${result}`)).toContain('__self failure')
  })
})
