// Legs of a matrix that each decide, and report under one name: the later one must not take the word of an earlier one back.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { gatingSettings, suiteFiles } from './quick-suite.ts'

const { workflow, permissions } = gatingSettings
// What an expression looks like in a file.
const expression = (text: string) => `$\{{ ${text} }}`
const checkout = { uses: 'actions/checkout@v6', with: { 'fetch-depth': 2 } }

const condition = "always() && github.event.action != 'edited'"
const measuring = (inputs: object) => ({
  uses: 'org/stable-bench@v1',
  with: { name: 'all', runs: 5, 'max-runs': 5, ...inputs },
})
const runners = ['bench-1', 'bench-2'].map(name => ({
  name,
  labels: ['self-hosted', 'ubuntu-latest', name],
}))
const suite = (name: string) => ({ command: `sh bench/quick.sh ./${name}.txt` })

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

/** Opens a pull request that makes the first leg slower. */
function open(jobs: object, more: Record<string, string> = {}): void {
  const files = {
    [workflow]: JSON.stringify({ on: { pull_request: {} }, jobs }),
    ...suiteFiles({ parse: 10, print: 20, 'bench-1': 10, 'bench-2': 10 }),
    ...more,
  }
  bed.repository.commit({ files })
  bed.openPull(1, { branch: 'change', files: { 'bench/parse.txt': '20', 'bench/bench-1.txt': '20' } })
}
const run = (env = {}) => bed.pullRequest(1, { workflow, permissions, runners, env })
const lastCheck = () => bed.github.state.checks.at(-1)

describe('legs of a matrix that report under one name', () => {
  it('are refused before anything is measured, also where the job has a condition', async () => {
    const matrix = { suite: ['parse', 'print'] }
    const steps = [checkout, measuring({ suite: expression('matrix.suite') })]
    const bench = { if: condition, 'runs-on': 'bench-1', strategy: { 'fail-fast': false, matrix }, steps }
    const suites = { parse: suite('parse'), print: suite('print') }
    open({ bench }, { '.stable-bench.yml': JSON.stringify({ suites }) })
    const { log } = await run()
    expect(lastCheck()).toMatchObject({ name: 'stable-bench: all', conclusion: 'action_required' })
    expect(log).toMatch(
      /name: 2 steps report under 'all': job bench of \.github\/workflows\/bench\.yml \(2 times\); give each a name/,
    )
    expect(log).not.toMatch(/warm-up run/)
  }, 120_000)

  it('of which only the runner knows come to the worst, and none of a later run clears what another one found', async () => {
    const list = {
      'runs-on': 'ubuntu-latest',
      outputs: { machines: expression('steps.list.outputs.machines') },
      steps: [{ id: 'list', run: `echo 'machines=["bench-1","bench-2"]' >>"$GITHUB_OUTPUT"` }],
    }
    const bench = {
      needs: 'list',
      'runs-on': ['self-hosted', expression('matrix.machine')],
      strategy: {
        'fail-fast': false,
        matrix: { machine: expression('fromJSON(needs.list.outputs.machines)') },
      },
      steps: [
        checkout,
        { run: 'test "$RUNNER_NAME" != "$DOWN"' },
        measuring({ command: 'sh bench/quick.sh "./$RUNNER_NAME.txt"' }),
      ],
    }
    open({ list, bench })
    expect((await run()).jobs).toMatchObject({ 'bench (bench-1)': 'failure', 'bench (bench-2)': 'success' })
    expect(lastCheck()).toMatchObject({ name: 'stable-bench: all', conclusion: 'failure' })
    const again = await run({ DOWN: 'bench-1' })
    expect(again.jobs).toMatchObject({ 'bench (bench-1)': 'failure', 'bench (bench-2)': 'success' })
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    expect(JSON.stringify(lastCheck()).replace(/\\/g, '')).toMatch(/job bench \(bench-1\) \(failure\)/)
  }, 180_000)
})
