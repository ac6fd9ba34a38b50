import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type GitRepository, makeGitRepository } from './git/repository.ts'
import { findProcesses } from './leftover-processes.ts'
import { runWorkflow } from './run-workflow.ts'

/** In a session of its own, and surely running before the step goes on. */
const leaveProcess = `run: |
          setsid sh -c 'touch started; exec sleep 321' >/dev/null 2>&1 &
          until [ -e started ]; do sleep 0.05; done`

const workflow = (step: string, settings = 'runs-on: [self-hosted, bench]') => `
name: Test
on: push
jobs:
  bench:
    ${settings}
    steps:
      - ${step}
`

describe('runWorkflow', () => {
  let repository: GitRepository

  beforeEach(() => {
    repository = makeGitRepository()
  })

  afterEach(() => repository.remove())

  function run(text: string, settings: { timeout?: number; env?: Record<string, string> } = {}) {
    return runWorkflow({
      origin: repository.origin,
      sha: repository.commit({ files: { 'test.yml': text } }),
      workflow: 'test.yml',
      text,
      event: 'push',
      payload: {},
      ...settings,
    })
  }

  it('names and ends the processes that outlive a run', async () => {
    const { code, orphans } = await run(workflow(leaveProcess))
    expect([code, orphans]).toEqual([0, ['sleep 321']])
  })

  it('fails with the log and leaves no process when the time is up', async () => {
    const env = { MARK: randomUUID() }
    const hanging = run(workflow(`${leaveProcess}; sleep 322`), { timeout: 4000, env })
    const failure = expect(hanging).rejects.toThrow(/within 4000 ms.*Run setsid/s)
    while (findProcesses(env.MARK).length < 3) await new Promise(resolve => setTimeout(resolve, 50))
    await failure
    expect(findProcesses(env.MARK)).toEqual([])
  })

  it('tells the legs of a matrix and their summaries apart', async () => {
    const matrix = 'runs-on: bench\n    strategy: { matrix: { suite: [a, b] } }'
    const step = `run: echo "suite=\${{ matrix.suite }}" | tee -a "$GITHUB_OUTPUT" "$GITHUB_STEP_SUMMARY"`
    const { jobs, steps } = await run(workflow(step, matrix))
    expect(jobs).toEqual({ 'bench (a)': 'success', 'bench (b)': 'success' })
    expect(steps.map(({ job, outputs, summary }) => [job, outputs.suite, summary]).sort()).toEqual([
      ['bench (a)', 'a', 'suite=a\n'],
      ['bench (b)', 'b', 'suite=b\n'],
    ])
  })

  it('reports the failure of a step with its annotations', async () => {
    const failed = await run(workflow('run: echo "::error title=Slower::by 3 %"; exit 2'))
    expect([failed.code, failed.jobs]).toEqual([1, { bench: 'failure' }])
    expect(failed.annotations).toEqual([
      { level: 'error', title: 'Slower', message: 'by 3 %' },
      { level: 'error', title: null, message: 'Process completed with exit code 2.' },
    ])
    expect(failed.log).toContain('[bench] ##[error]by 3 %\n[bench] ##[error]Process completed')
  })

  it('hides the environment of the machine from the steps', async () => {
    process.env.STABLE_BENCH_SECRET_OF_THE_MACHINE = 'x'
    const { log } = await run(workflow('run: env; node --version'))
    delete process.env.STABLE_BENCH_SECRET_OF_THE_MACHINE
    expect(log).not.toContain('STABLE_BENCH_SECRET_OF_THE_MACHINE')
    expect(log).toContain('[bench] v24.')
  })

  it('refuses a job that no runner would take, instead of passing over it', async () => {
    await expect(run(workflow('run: true', 'runs-on: gpu'))).rejects.toThrow(/no runner .*gpu/)
  })

  it('refuses a workflow with an action that is not on this machine', async () => {
    await expect(run(workflow('uses: someone/else@v3'))).rejects.toThrow('someone/else@v3')
  })
})
