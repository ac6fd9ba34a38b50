// Workflows with commands in them become those of init, and the commands go into the configuration.
import { describe, expect, it } from '@jest/globals'
import { changesOf } from '../../../src/cli/init/migrate/changes.ts'
import { parseConfig } from '../../../src/policy/config-file.ts'
import { examplesOf } from './example-files.ts'
import { repository } from './repository.ts'

const NEW = `branches: [main]
jobs:
  bench:
    runs-on: [self-hosted, bench]
    steps:
      # Your toolchain's set-up steps go here.
      - uses: org/stable-bench@v1
`
const examples = examplesOf(NEW)

const step = (inputs: string) => `      - uses: org/stable-bench@v1
        with:
${inputs
  .split('\n')
  .map(line => `          ${line}`)
  .join('\n')}
`

const job = (inputs: string, { id = 'bench', before = '', more = '' } = {}) => `  ${id}:
    runs-on: [self-hosted, perf]
${more}    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 2
${before}${step(inputs)}`

const workflow = (...jobs: string[]) => `name: bench\non: pull_request\njobs:\n${jobs.join('')}`

const OLD = '.github/workflows/performance.yml'

const changes = (files: Record<string, string>, present: string | null = null) =>
  Object.fromEntries(
    changesOf(repository(files), { present, branch: 'main', examples }).map(({ path, text }) => [path, text]),
  )

const problems = (...jobs: string[]) => {
  try {
    changes({ [OLD]: workflow(...jobs) })
  } catch (error) {
    return (error as Error).message.split('\n').slice(1)
  }
  return []
}

describe('what steps say of a suite goes into the configuration', () => {
  const config = (files: Record<string, string>, present: string | null = null) =>
    changes(files, present)['.stable-bench.yml'] as string

  it('under the name of the step, with what decides in defaults, and the former name of the file', () => {
    const one =
      'name: parse\nsetup: make\ncommand: |\n  set -e\n  ./bench\nwarmup-runs: 3\nband: 1%\ncomment: never\nchecks: never'
    const two = 'command: ./load.sh\nworking-directory: server\nresults: out.json\nband: 1%\ntool: auto'
    expect(config({ [OLD]: workflow(job(one), job(two, { id: 'load' })) })).toBe(
      `# yaml-language-server: $schema=https://raw.githubusercontent.com/org/stable-bench/v1/docs/schema/config.json
defaults:
  band: 1%
suites:
  parse:
    setup: make
    command: |-
      set -e
      ./bench
    warmup-runs: 3
  benchmark:
    command: ./load.sh
    working-directory: server
    results: out.json
former-workflows:
  - .github/workflows/performance.yml
`,
    )
  })

  it('behind what the file has, of which nothing changes, and what it sets wins as before', () => {
    const present = `# mine
defaults:   # all
    fail-on: regression # strict
    band: 2%

suites:
    parse: # the parser
        delta: 1000   # for {n}

    # more to come
rows:
  - benchmark: '*'
    band: 5%
`
    const text = config(
      { [OLD]: workflow(job('name: parse\ncommand: ./bench {n}\nband: 1%\nalpha: 2%')) },
      present,
    )
    const added = text.split('\n').filter(line => !present.split('\n').includes(line))
    expect(added.slice(1)).toEqual([
      '    alpha: 2%',
      '        command: ./bench {n}',
      'former-workflows:',
      '  - .github/workflows/performance.yml',
    ])
    expect(
      text
        .split('\n')
        .filter(line => present.split('\n').includes(line))
        .join('\n'),
    ).toBe(`${present.trimEnd()}\n`)
    expect(parseConfig(text, 'x').suites.parse).toEqual({ delta: 1000, command: './bench {n}' })
  })
})

describe('the workflows', () => {
  const before = '      - uses: actions/setup-go@v6 # pinned\n      - run: make deps\n'

  it('become those of init, with the runner and the steps before the measurement', () => {
    const night = workflow(job('command: ./bench', { before })).replace(
      'on: pull_request',
      'on:\n  schedule:\n    - cron: "5 1 * * *"',
    )
    const changed = changes({
      [OLD]: workflow(job('command: ./bench', { before })),
      '.github/workflows/night.yml': night,
    })
    expect(Object.keys(changed).sort()).toEqual(
      [
        '.github/workflows/bench.yml',
        '.github/workflows/night.yml',
        OLD,
        '.github/workflows/publish.yml',
        '.stable-bench.yml',
      ].sort(),
    )
    expect([changed[OLD], changed['.github/workflows/night.yml']]).toEqual([null, null])
    expect(changed['.github/workflows/bench.yml']).toBe(
      NEW.replace('bench]', 'perf]').replace("      # Your toolchain's set-up steps go here.\n", before),
    )
  })

  it('keep the jobs of others, with what is written about them', () => {
    const test = '  test: # quick\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n'
    const lint = '  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make lint\n'
    const text = workflow(test, job('command: ./bench'), lint)
    expect(changes({ '.github/workflows/ci.yml': text })['.github/workflows/ci.yml']).toBe(
      workflow(test, lint),
    )
  })

  it('are followed by those that only comment or answer, which describe nothing', () => {
    const publish = workflow(job('name: parse\nmode: publish', { id: 'publish' }))
    const changed = changes({
      '.github/workflows/bench.yml': workflow(job('name: parse\ncommand: ./bench')),
      '.github/workflows/publish.yml': publish,
    })
    expect(changed['.github/workflows/publish.yml']).toBe(NEW.replace('bench]', 'perf]'))
    expect(changed['.stable-bench.yml']).not.toContain('former-workflows')
  })
})

describe('what cannot be moved is refused with its line, all of it at once', () => {
  it.each<[string, string[], RegExp[]]>([
    [
      'an input of a job',
      [job('command: a\nruns: 30')],
      [/^\.github\/workflows\/performance\.yml:13: runs: belongs to a job/],
    ],
    ['an input that is none', [job('comand: a\ncommand: a')], [/:12: comand: the action has no such input/]],
    [
      'an expression',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
      [job('command: a ${{ inputs.x }}')],
      [/:12: command: the configuration has no expressions/],
    ],
    [
      'a baseline in a file',
      [job('command: a\nbaseline: old.json')],
      [/:13: baseline: .*take the files out/],
    ],
    ['another configuration', [job('command: a\nconfig: x.yml')], [/:13: config: belongs to a job/]],
    [
      'a name that is none',
      [job('command: a\nname: my app')],
      [/:13: name: the name of a suite has letters/],
    ],
    [
      'two suites of one name',
      [job('command: a'), job('command: b', { id: 'c' })],
      [/:21: command of suite benchmark is another one in \.github\/workflows\/performance\.yml:12/],
    ],
    [
      'a matrix',
      [job('command: a', { more: '    strategy: {matrix: {x: [1]}}\n' })],
      [/:6: strategy of a job/],
    ],
    ['variables of a job', [job('command: a', { more: '    env: {A: b}\n' })], [/:6: env of a job/]],
    ['a step behind it', [`${job('command: a')}      - run: make\n`], [/:13: .* no place for a step behind/]],
    [
      'submodules',
      [job('command: a').replace('fetch-depth: 2', 'submodules: true')],
      [/:9: the new workflows check out without submodules/],
    ],
    [
      'two ways to set up',
      [
        job('command: a', { before: '      - run: x\n' }),
        job('command: a', { id: 'c', before: '      - run: y\n' }),
      ],
      [/:14: what is done before stable-bench differs from .*:4/],
    ],
    [
      'a job that waits',
      [job('command: a'), '  deploy:\n    needs: [bench]\n    runs-on: x\n    steps: []\n'],
      [/:13: job deploy needs bench/],
    ],
  ])('%s', (_, jobs, expected) => {
    expect(problems(...jobs)).toEqual(expected.map(each => expect.stringMatching(each)))
  })

  it('and a composite action, a file in the way, and a repository without any', () => {
    const action = `runs:\n  using: composite\n  steps:\n${step('command: a')}`
    expect(() => changes({ 'bench/action.yml': action })).toThrow(
      /bench\/action\.yml:4: a step in a composite action/,
    )
    const files = {
      [OLD]: workflow(job('command: a')),
      '.github/workflows/publish.yml': 'on: release\njobs: {}\n',
    }
    expect(() => changes(files)).toThrow(
      /publish\.yml:1: has jobs of its own, and is the name of a new workflow/,
    )
    expect(() => changes({ 'a.go': '' })).toThrow(/no workflow of this repository uses stable-bench/)
    expect(() => changes({ [OLD]: workflow(job('comment: never')) })).toThrow(/there is nothing to move/)
  })
})
