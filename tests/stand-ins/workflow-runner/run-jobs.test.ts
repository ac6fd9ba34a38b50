// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
// What GitHub's runner does with jobs, steps and actions, as far as the stand-in does it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type GitRepository, makeGitRepository } from '../git/repository.ts'
import { runWorkflow, type WorkflowRequest } from '../run-workflow.ts'
import type { JobReport } from './job-report.ts'

/** Says what it has, leaves a state, and fails where it is told to. */
const script = `
import { appendFileSync } from 'node:fs'
const { env } = process
const [word, state] = [env.INPUT_WORD, env.STATE_WORD]
console.log([env.STAGE ?? 'main', word, 'state ' + state, env.GITHUB_ACTION_REPOSITORY, env.GITHUB_ACTION_REF].join(', '))
console.log('token', env.ACTIONS_RUNTIME_TOKEN)
appendFileSync(env.GITHUB_STATE, 'WORD=' + word + '\\n')
if (word === 'bad') process.exitCode = 1
`
const actionFile = `
inputs: { word: { default: 'of \${{ github.repository }}' } }
runs: { using: node24, pre: pre.mjs, main: main.mjs, post: post.mjs }
`

describe('a workflow', () => {
  let repository: GitRepository
  let action: string

  beforeAll(() => {
    action = mkdtempSync(join(tmpdir(), 'stable-bench-action-'))
    writeFileSync(join(action, 'action.yml'), actionFile)
    for (const stage of ['pre', 'main', 'post']) {
      writeFileSync(join(action, `${stage}.mjs`), `process.env.STAGE = '${stage}'\n${script}`)
    }
  })
  afterAll(() => rmSync(action, { recursive: true }))
  beforeEach(() => {
    repository = makeGitRepository()
  })
  afterEach(() => repository.remove())

  function run(jobs: string, more: Partial<WorkflowRequest> = {}) {
    const text = `on: push\nenv: { LEVEL: workflow }\njobs:\n${jobs}`
    return runWorkflow({
      origin: repository.origin,
      sha: repository.commit({ files: { 'test.yml': text } }),
      workflow: 'test.yml',
      text,
      event: 'push',
      payload: {},
      env: {
        ACTIONS_RUNTIME_TOKEN: 'runtime-token',
        GITHUB_REPOSITORY: 'acme/rocket',
        GITHUB_REF: 'refs/heads/main',
      },
      actions: { 'org/action': action },
      ...more,
    })
  }
  const job = (...steps: string[]) =>
    `  a:\n    runs-on: bench\n    steps:\n${steps.map(step => `      - ${step}\n`).join('')}`
  const linesOf = (log: string) => log.split('\n').map(line => line.replace(/^\[.*?\] /, ''))
  const said = (log: string) => linesOf(log).filter(line => !line.startsWith('##['))

  it('runs pre, main and post of an action, post also after a failure, the last one first', async () => {
    const { code, log, steps } = await run(
      job('uses: org/action@v1', 'uses: org/action@v2\n        with: { word: bad }', 'uses: org/action@v3'),
    )
    expect(code).toBe(1)
    expect(said(log).filter(line => !line.startsWith('token'))).toEqual([
      'pre, of acme/rocket, state undefined, org/action, v1',
      'pre, bad, state undefined, org/action, v2',
      'pre, of acme/rocket, state undefined, org/action, v3',
      'post, of acme/rocket, state of acme/rocket, org/action, v3',
      'post, bad, state bad, org/action, v2',
      'post, of acme/rocket, state of acme/rocket, org/action, v1',
    ])
    expect(steps.map(({ id, stage, result }) => `${id} ${stage} ${result}`)).toContain(
      '__org_action_2 Pre failure',
    )
  })

  it('gives the runtime token to actions, and not to commands', async () => {
    const { log } = await run(
      job('uses: org/action@v1', 'run: echo token $ACTIONS_RUNTIME_TOKEN, $GITHUB_ACTION_REPOSITORY'),
    )
    expect(said(log).filter(line => line.startsWith('token'))).toEqual([
      'token runtime-token',
      'token runtime-token',
      'token ,',
      'token runtime-token',
    ])
  })

  it('has the environment of the step above that of the job, and GITHUB_* above both', async () => {
    const { log } = await run(
      job(
        'run: |\n          echo "LEVEL=file" >> "$GITHUB_ENV"\n          echo "MORE<<E\n          one\n          two\n          E" >> "$GITHUB_ENV"\n          echo /somewhere >> "$GITHUB_PATH"\n          echo $LEVEL',
        'run: echo $LEVEL ${{ env.LEVEL }} "$MORE" ${PATH%%:*}',
        'env: { LEVEL: step, GITHUB_REF_NAME: other, RUNNER_NAME: other }\n        run: echo $LEVEL ${{ env.LEVEL }} $GITHUB_REF_NAME $RUNNER_NAME $CI',
      ),
    )
    expect(said(log)).toEqual(['workflow', 'file file one', 'two /somewhere', 'step step main stand-in true'])
  })

  it('decides on steps by what happened before', async () => {
    const { log, jobs } = await run(
      job(
        'id: soft\n        run: exit 3\n        continue-on-error: true',
        'run: echo ${{ steps.soft.outcome }} ${{ steps.soft.conclusion }}',
        'run: echo "x=1" >> $GITHUB_OUTPUT; exit 4\n        id: hard',
        'run: echo never',
        'if: failure() && steps.hard.outputs.x == 1\n        run: echo after ${{ steps.hard.outcome }}',
        'if: ${{ always() }}\n        run: false | true; echo no pipefail',
        'if: always()\n        shell: bash\n        run: false | true; echo never',
      ),
    )
    expect(said(log)).toEqual(['failure success', 'after failure', 'no pipefail'])
    expect(jobs).toEqual({ a: 'failure' })
  })

  it('decides on jobs by those that they need, all the way up', async () => {
    const rest = 'runs-on: bench, steps: [{ run: true }] }'
    const { jobs, log } = await run(
      `  a: { runs-on: bench, outputs: { x: '\${{ steps.s.outputs.x }}' }, steps: [{ id: s, run: 'echo x=y >> $GITHUB_OUTPUT' }] }
  b: { needs: a, if: needs.a.outputs.x == 'y', runs-on: bench, steps: [{ run: exit 1 }] }
  c: { needs: b, ${rest}
  d: { needs: [c], if: failure(), ${rest}
  e: { needs: d, ${rest}
  f: { needs: [a, e], if: "always() && needs.e.result == 'skipped'", ${rest}
`,
    )
    expect(jobs).toEqual({
      a: 'success',
      b: 'failure',
      c: 'skipped',
      d: 'success',
      e: 'skipped',
      f: 'success',
    })
    expect(log).not.toContain('[c]')
  })

  it('cancels the legs of a matrix after one that failed, unless it says otherwise', async () => {
    const legs = (more: string) =>
      run(`  a: { strategy: { ${more} matrix: { n: [1, 2] } }, runs-on: bench, steps: [{ run: exit 1 }] }`)
    expect((await legs('')).jobs).toEqual({ 'a (1)': 'failure', 'a (2)': 'cancelled' })
    expect((await legs('fail-fast: false,')).jobs).toEqual({ 'a (1)': 'failure', 'a (2)': 'failure' })
  })

  it('gives a job to a runner that has all its labels', async () => {
    const runners = [
      { name: 'one', labels: ['bench', 'one'] },
      { name: 'two', labels: ['bench', 'two'] },
    ]
    const named = (labels: string) =>
      run(job('run: echo $RUNNER_NAME').replace('runs-on: bench', `runs-on: ${labels}`), { runners })
    expect(said((await named('[bench, two]')).log)).toEqual(['two'])
    await expect(named('[one, two]')).rejects.toThrow(/no runner .*one, two/)
  })

  it('is reported while it runs, as GitHub shows its jobs and steps', async () => {
    const seen: string[] = []
    const onJob = ({ name, runner, conclusion, steps }: JobReport) =>
      seen.push([name, runner, conclusion, ...steps.map(step => step.conclusion ?? step.status)].join(' '))
    await run(job('run: exit 1', 'run: echo never', 'name: last\n        if: always()\n        run: echo'), {
      onJob,
    })
    expect(seen).toEqual([
      'a stand-in  pending pending pending',
      'a stand-in  in_progress pending pending',
      'a stand-in  failure skipped in_progress',
      'a stand-in failure failure skipped success',
    ])
  })

  it('hides secrets in log and summary', async () => {
    const { log, summary } = await run(
      job(
        'run: echo key ${{ secrets.KEY }}; echo "it is $KEY" >> $GITHUB_STEP_SUMMARY\n        env: { KEY: "${{ secrets.KEY }}" }',
      ),
      { secrets: { KEY: 'k-1234' } },
    )
    expect([said(log), summary]).toEqual([['key ***'], 'it is ***\n'])
  })

  it('fails a step whose files or expressions cannot be read, and goes on to the next condition', async () => {
    const { annotations, jobs } = await run(
      job('run: echo broken >> $GITHUB_OUTPUT', 'if: always()\n        run: echo ${{ nothing.here }}'),
    )
    expect(annotations.map(({ message }) => message)).toEqual([
      "Unable to process file command 'output' successfully. Invalid format 'broken'",
      "there is no context 'nothing' here",
    ])
    expect(jobs).toEqual({ a: 'failure' })
  })

  it('runs an action of the workspace once it is there, and warns of inputs that it does not know', async () => {
    const files = {
      'own/action.yml': 'inputs: { known: {} }\nruns: { using: node24, main: main.mjs }',
      'own/main.mjs': 'console.log("own", process.env.INPUT_KNOWN, process.env.INPUT_MORE)',
    }
    repository.commit({ files })
    const { log, annotations } = await run(
      job('uses: actions/checkout@v6', 'uses: ./own\n        with: { more: 1, KNOWN: 2 }'),
    )
    expect(said(log).at(-1)).toBe('own 2 1')
    expect(annotations).toMatchObject([
      { level: 'warning', message: "Unexpected input(s) 'more', valid inputs are ['known']" },
    ])
    const missing = await run(job('uses: ./own'))
    expect(missing.annotations[0]?.message).toMatch(/there is no action.yml for .\/own/)
  })
})
