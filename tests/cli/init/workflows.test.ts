import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { setUpSteps } from '../../../src/cli/init/toolchain.ts'
import { workflowsOf } from '../../../src/cli/init/workflows.ts'
import { root } from '../../e2e/command-line.ts'
import { examplesOf } from './example-files.ts'
import { repository } from './repository.ts'

const shipped = pathToFileURL(join(root, 'examples/'))

const ci = (steps: string) => `on: push
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        go: ['1.24', '1.25']
    steps:
${steps}`

describe('the workflows of init', () => {
  it('are the examples, letter by letter, where the default branch is main', () => {
    const written = workflowsOf({ branch: 'main', steps: '' }, shipped)
    expect(written.map(({ path }) => path)).toEqual(
      ['bench', 'publish'].map(name => `.github/workflows/${name}.yml`),
    )
    expect(written[0]?.text).toBe(readFileSync(join(root, 'examples/on-demand/bench.yml'), 'utf8'))
    expect(written[1]?.text).toBe(readFileSync(join(root, 'examples/pull-request/publish.yml'), 'utf8'))
  })

  it('have the default branch, the runner and the night of the repository', () => {
    const examples = examplesOf(
      'branches: [main, master]\nruns-on: [self-hosted, bench]\nruns-on: ubuntu-latest\nschedule: [cron: "17 3 * * *"]\n',
    )
    const values = { branch: 'v1.0', steps: '', runsOn: ['self-hosted', 'perf'], cron: '0 1 * * 1-5' }
    expect(workflowsOf(values, examples)[0]?.text).toBe(
      'branches: [v1.0]\nruns-on: [self-hosted, perf]\nruns-on: ubuntu-latest\nschedule: [cron: "0 1 * * 1-5"]\n',
    )
    expect(workflowsOf({ ...values, branch: '1.0' }, examples)[0]?.text).toContain('branches: ["1.0"]\n')
  })

  it("have the toolchain's steps in place of the marker, which stays where there are none", () => {
    const marked =
      "    steps:\n      # Your toolchain's set-up steps go here.\n      - uses: org/stable-bench@v1\n"
    const steps = '- uses: actions/setup-go@v6 # pinned\n  with:\n    go-version: "1.24"\n'
    expect(workflowsOf({ branch: 'main', steps: '' }, examplesOf(marked))[0]?.text).toBe(marked)
    expect(workflowsOf({ branch: 'main', steps }, examplesOf(marked))[0]?.text).toBe(
      '    steps:\n      - uses: actions/setup-go@v6 # pinned\n        with:\n          go-version: "1.24"\n      - uses: org/stable-bench@v1\n',
    )
  })
})

describe("the steps that set the toolchain up are those of the repository's workflows", () => {
  const stepsIn = (steps: string, ...commands: string[]) =>
    setUpSteps(
      repository({ '.github/workflows/ci.yml': ci(steps), '.github/workflows/broken.yml': 'a: [' }),
      commands.map(command => ({ setup: '', command })),
    ).map(({ lines }) => lines)

  const go = "      - uses: actions/setup-go@v6 # pinned\n        with:\n          go-version: '1.24'\n"

  it('with their comments, and only for what the suites need', () => {
    const node = '      - uses: actions/setup-node@v6\n        if: always()\n'
    expect(stepsIn(go + node, 'go test -bench .')).toEqual([
      "- uses: actions/setup-go@v6 # pinned\n  with:\n    go-version: '1.24'\n",
    ])
    expect(stepsIn(go + node, 'npx vitest bench')).toEqual(['- uses: actions/setup-node@v6\n'])
    expect(stepsIn(go + node, './bench')).toEqual([])
  })

  it('with the first value of a matrix, or without expressions where another job has them so', () => {
    const matrix = go.replace("'1.24'", '$' + '{{ matrix.go }}')
    const secret = go.replace("'1.24'", '$' + '{{ secrets.GO }}')
    expect(stepsIn(matrix, 'go test')).toEqual([
      '- uses: actions/setup-go@v6 # pinned\n  with:\n    go-version: "1.24"\n',
    ])
    expect(stepsIn(matrix.replace(/(\$.*\}\})/, '"$1"'), 'go test')[0]).toContain('go-version: "1.24"\n')
    // It is named, to be added by hand.
    expect(stepsIn(secret, 'go test')).toEqual([''])
    const named = matrix.replace('- uses:', `- name: Set up Go ${'$'}{{ matrix.go }}\n        uses:`)
    expect(stepsIn(named, 'go test')).toEqual([
      '- name: Set up Go 1.24\n  uses: actions/setup-go@v6 # pinned\n  with:\n    go-version: "1.24"\n',
    ])
    expect(stepsIn(matrix + go, 'go test')[0]).toContain("'1.24'")
  })

  it('of a job that runs benchmarks rather than of one for the oldest version, and stable where a matrix has it', () => {
    const job = (name: string, matrix: string, ...steps: string[]) =>
      `  ${name}:\n    runs-on: x\n    strategy: { matrix: { rust: ${matrix} } }\n    steps:\n${steps.map(step => `      - ${step}\n`).join('')}`
    const uses = (version: string) => `uses: dtolnay/rust-toolchain@${version}`
    const any = `{ ${uses('master')}, with: { toolchain: "${'$'}{{ matrix.rust }}" } }`
    const msrv = job('msrv', '[]', uses('1.68'), 'run: cargo build')
    const text = (...jobs: string[]) =>
      setUpSteps(repository({ '.github/workflows/ci.yml': `jobs:\n${jobs.join('')}` }), [
        { setup: '', command: 'cargo bench' },
      ]).map(({ lines }) => lines)
    const bench = job('test', '[nightly, stable]', any, 'run: cargo bench --no-run')
    expect(text(msrv, bench)[0]).toContain('toolchain: "stable"')
    expect(text(msrv, job('lint', '[]', uses('nightly')))[0]).toContain('nightly')
    expect(text(msrv)[0]).toContain('1.68')
  })

  it('with the package manager of JavaScript, whatever installs it, in the order of the workflow', () => {
    const node = '      - uses: actions/setup-node@v6\n        with: { cache: pnpm }\n'
    const managed = (run: string, command: string) =>
      stepsIn(`      - run: ${run}\n${node}      - run: pnpm install\n`, command).map(
        text => text.split('\n')[0],
      )
    for (const run of [
      'corepack enable',
      'npm i -g corepack@latest && corepack enable',
      'npm install --no-audit -fg pnpm@10',
      'npm install --global pnpm',
    ])
      expect(managed(run, 'pnpm bench')).toEqual([`- run: ${run}`, '- uses: actions/setup-node@v6'])
    expect(managed('corepack enable && pnpm install', 'pnpm bench')).toEqual([
      '- uses: actions/setup-node@v6',
    ])
    expect(managed('corepack enable', 'npm run bench')).toEqual(['- uses: actions/setup-node@v6'])
    for (const other of ['npm i -g typescript', 'npm install -g yarn-upgrade-all'])
      expect(managed(other, 'yarn bench')).toEqual(['- uses: actions/setup-node@v6'])
    const after = `${node}      - run: |\n          corepack enable\n          corepack install\n`
    expect(stepsIn(after, 'yarn bench')).toEqual([
      '- uses: actions/setup-node@v6\n  with: { cache: pnpm }\n',
      '- run: |\n    corepack enable\n    corepack install\n',
    ])
    expect(stepsIn('      - uses: pnpm/setup@v1\n', 'pnpm bench')).toEqual(['- uses: pnpm/setup@v1\n'])
  })
})
