// The workflows that `init` writes, run against GitHub's stand-ins.
import { expect, it } from '@jest/globals'
import { configurationWith } from '../../src/cli/init/suites-file.ts'
import { workflowsOf } from '../../src/cli/init/workflows.ts'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, suiteFiles } from './quick-suite.ts'

const examples = new URL('../../examples/', import.meta.url)
const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const reading = { contents: 'read', actions: 'read' } satisfies Permissions

/** Runs the quick suite, which costs no time. */
const script = `import { execSync } from 'node:child_process'
execSync('sh bench/quick.sh ./parse.txt', { stdio: 'inherit' })
`

it('the workflows of init measure a pull request, and another run comments on it', async () => {
  const fields = { setup: 'echo "built: #1"', command: 'node bench/benchmark.mjs lib' }
  const written = [
    ...workflowsOf({ branch: 'main', steps: '' }, examples),
    { path: '.stable-bench.yml', text: configurationWith([{ name: 'access-log', fields }], null) },
    { path: 'bench/benchmark.mjs', text: script },
  ]
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
      expect.stringMatching(/### 🔴 Both benchmarks are slower/),
    ])
  } finally {
    await bed.close()
  }
}, 120_000)
