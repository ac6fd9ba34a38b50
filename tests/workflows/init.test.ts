// The workflows that `init` writes, run against GitHub's stand-ins.
import { expect, it } from '@jest/globals'
import { suiteName, workflowsOf } from '../../src/cli/init/workflows.ts'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, suiteFiles } from './quick-suite.ts'

const examples = new URL('../../examples/', import.meta.url)
const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const reading = { contents: 'read', actions: 'read' } satisfies Permissions

it('the workflows of init measure a pull request, and another run comments on it', async () => {
  const suite = {
    tool: 'samples',
    found: 'bench/quick.sh',
    directory: '.',
    setup: 'true && echo "built: #1"',
    command: 'sh bench/quick.sh ./parse.txt',
    results: '',
    hint: '',
  }
  const written = workflowsOf({ suite, name: suiteName('my rocket!'), branch: 'main' }, examples)
  const bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  try {
    const files = Object.fromEntries(written.map(({ path, text }) => [path, text]))
    bed.repository.commit({ files: { ...files, ...suiteFiles({ parse: 20 }) } })
    bed.openPull(1, { branch: 'change', files: { 'bench/parse.txt': '30' } })
    const measured = await bed.pullRequest(1, { workflow: bench, permissions: reading })
    expect(outputsOf(measured)).toMatchObject({ outcome: 'regression' })
    const permissions = { ...reading, 'pull-requests': 'write' } satisfies Permissions
    await bed.workflowRun(measured.runId, { workflow: publish, permissions })
    expect(bed.github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/✗ my-rocket: Both benchmarks regressed/),
    ])
  } finally {
    await bed.close()
  }
}, 120_000)
