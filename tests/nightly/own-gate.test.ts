// The workflow that measures stable-bench with the stable-bench of the same checkout, as it stands but with fewer rows.
// It takes a minute, so it runs at night (npm run test:own).
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { root, scratch } from '../e2e/command-line.ts'
import { startTestBed } from '../stand-ins/test-bed.ts'
import { outputsOf } from '../workflows/quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The files of this checkout that the action and the benchmark need, by path. */
function filesOfCheckout(): Record<string, string> {
  const folders = [
    'action.yml',
    'package.json',
    'bench',
    'dist',
    'src',
    'tests/report',
    'tests/stats',
    '.github',
  ]
  const tracked = ['--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', ['ls-files', '-z', ...tracked, '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const text = /\.(?:ts|[cm]?js|json|ya?ml)$/
  const paths = listed.split('\0').filter(path => text.test(path))
  return Object.fromEntries(paths.map(path => [path, read(path)]))
}

/** Node is there already. */
function makeSetupNode(): string {
  const directory = scratch()
  mkdirSync(join(directory, 'dist'))
  writeFileSync(
    join(directory, 'action.yml'),
    'inputs: { node-version: {}, package-manager-cache: {} }\nruns: { using: node24, main: dist/index.js }\n',
  )
  writeFileSync(join(directory, 'dist/index.js'), '')
  return directory
}

/**
 * The program, which works for 0.2 s before it begins: of the processor's time, however busy the machine is. It asks for
 * that time once in a million steps, since each question is a system call.
 */
const delayed = (program: string) =>
  program.replace('\n', '\nwhile (process.cpuUsage().user < 2e5) for (let i = 0; i < 1e6; i++);\n')

it('fails for a pull request that delays the start of the program', async () => {
  const bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  try {
    const quick = read(workflow)
      // The packages are those of this checkout, and so are the bundles.
      .replace(/setup: .*/, `setup: ln -s ${root}/node_modules . && node bench/own.mjs prepare 5`)
      .replace('command: node bench/own.mjs', 'command: node bench/own.mjs 5\n          runs: 5')
    const files = { ...filesOfCheckout(), '.gitignore': read('.gitignore'), [workflow]: quick }
    bed.repository.commit({ files })
    bed.openPull(1, { branch: 'delay', files: { 'dist/cli.js': delayed(read('dist/cli.js')) } })
    const settings = { workflow, permissions: { contents: 'read' }, timeout: 1_000_000 } as const
    const run = await bed.pullRequest(1, { ...settings, actions: { 'actions/setup-node': makeSetupNode() } })
    expect({ code: run.code, ...outputsOf(run), log: run.log }).toMatchObject({
      code: 1,
      outcome: 'regression',
      regressions: expect.stringContaining('"start-up (time)"'),
      log: expect.stringMatching(/comparison of 5 rows[\s\S]*trend page of 5 series/),
    })
    expect(bed.github.unexpectedRequests).toEqual([])
  } finally {
    await bed.close()
  }
}, 1_200_000)
