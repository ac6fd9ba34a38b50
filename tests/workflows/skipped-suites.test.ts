// Suites of a run that were not measured because a condition skipped their job or their step. Only the base branch may skip them.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const measuring = (suite: string) => ({
  'runs-on': 'bench',
  steps: [
    { uses: 'actions/checkout@v6', with: { 'fetch-depth': 2 } },
    {
      uses: 'org/stable-bench@v1',
      with: { name: suite, command: `sh bench/quick.sh ./${suite}.txt`, runs: 5, comment: 'never' },
    },
  ],
})

/** One job measures, and another one where the first job says so. */
const workflow = (long: boolean) =>
  JSON.stringify({
    name: 'bench',
    on: { pull_request: {} },
    jobs: {
      changes: {
        'runs-on': 'ubuntu-latest',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
        outputs: { long: '${{ steps.filter.outputs.long }}' },
        steps: [{ id: 'filter', run: `echo long=${long} >>"$GITHUB_OUTPUT"` }],
      },
      short: measuring('access-log'),
      long: { ...measuring('format'), needs: 'changes', if: "needs.changes.outputs.long == 'true'" },
    },
  })

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

async function publishedOf(base: string, proposed: string) {
  const files = {
    [bench]: base,
    [publish]: quickExample('pull-request/publish.yml'),
    ...suiteFiles({ 'access-log': 20, format: 20 }),
  }
  bed.repository.commit({ files })
  // The suite that is skipped got slower.
  bed.openPull(1, { branch: 'change', files: { [bench]: proposed, 'bench/format.txt': '40' } })
  const settings = { workflow: bench, permissions: pairPermissions.measuring, expectedCode: 0 }
  const { runId } = await bed.pullRequest(1, settings)
  const reporting = { workflow: publish, permissions: pairPermissions.publishing, expectedCode: 0 }
  const published = await bed.workflowRun(runId, reporting)
  const check = bed.github.state.checks.at(-1)?.conclusion
  return { outcome: outputsOf(published).outcome, check, summary: published.summary }
}

describe('a suite whose job is skipped since another job said so', () => {
  it('is missing where the pull request changes what that job says', async () => {
    const { summary, ...ended } = await publishedOf(workflow(true), workflow(false))
    expect(ended).toEqual({ outcome: 'not-established', check: 'action_required' })
    expect(summary).toMatch(
      /format: the run left no result of it, and the base commit.s workflow measures it on 1 leg/,
    )
  }, 180_000)

  it('is not missing where the base branch says so', async () => {
    const ended = await publishedOf(workflow(false), workflow(false))
    expect(ended).toMatchObject({ outcome: 'pass', check: 'success' })
  }, 180_000)
})
