import { describe, expect, it } from '@jest/globals'
import { readWorkflow } from '../../../src/policy/workflow-file/bench-steps.ts'

const steps = (text: string, repository = 'org/stable-bench') => readWorkflow(text, repository).steps

const workflow = (uses: string, more = '') => `
on: pull_request
jobs:
  bench:
    runs-on: bench
    steps:
      - uses: actions/checkout@v6
      - uses: ${uses}
        with: { command: make bench, runs: 5 }${more}
`

describe('the steps of stable-bench in a workflow', () => {
  it('have the inputs as written, by their names in lower case', () => {
    const text = `
jobs:
  bench:
    steps:
      - uses: org/stable-bench@v1
        with:
          Command: |
            make
            make bench
          COMMENT: never
          suite: true
          max-time: 0.005
          name: \${{ matrix.suite }}
          config:
  publish:
    steps:
      - { run: make }
      - uses: org/stable-bench@v1
`
    expect(steps(text)).toEqual([
      {
        job: 'bench',
        line: 5,
        inputs: {
          command: 'make\nmake bench',
          comment: 'never',
          suite: 'true',
          'max-time': '0.005',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
          name: '${{ matrix.suite }}',
          config: '',
        },
      },
      { job: 'publish', line: 18, inputs: {} },
    ])
  })

  it.each([
    'org/stable-bench@v1',
    'ORG/Stable-Bench@4f1c2d9',
    'somebody/stable-bench@main',
    'acme/gate@v2',
    './',
    './actions/stable-bench',
  ])('use %s', uses => {
    expect(steps(workflow(uses), 'acme/gate')).toMatchObject([{ inputs: { runs: '5' } }])
  })

  it.each(['org/stable-bench-extras@v1', 'acme/other@v2', './actions/setup', 'docker://stable-bench'])(
    'do not use %s',
    uses => {
      expect(steps(workflow(uses), 'acme/gate')).toEqual([])
      expect(steps(workflow(uses), '')).toEqual([])
    },
  )

  it('are set apart from the rest, which tells whether anything else differs', () => {
    const rest = (text: string) => readWorkflow(text, '').rest
    const own = workflow('org/stable-bench@v1')
    expect(rest(own.replace('5%', '50%'))).toBe(rest(`# why\n${own}`))
    expect(rest(workflow('org/stable-bench@v2'))).not.toBe(rest(own))
    expect(rest(workflow('org/stable-bench@v1', '\n        continue-on-error: true'))).not.toBe(rest(own))
  })

  it.each([
    '',
    'null',
    '[]',
    'jobs: 3',
    'jobs: { bench: { steps: { uses: x } } }',
    'jobs: { bench: { steps: [3, null] } }',
  ])('are none in %j', text => expect(steps(text)).toEqual([]))

  it('cannot be read from what is not YAML, or unfolds without end', () => {
    expect(() => steps('jobs: [')).toThrow()
    expect(() => steps('jobs: { bench: 1, bench: 2 }')).toThrow(/unique/)
    const bomb = [...'bcdefgh'].map(
      (c, i) => `${c}: &${c} [*${'abcdefg'[i]},*${'abcdefg'[i]},*${'abcdefg'[i]}]`,
    )
    expect(() => steps(`a: &a [1,1]\n${bomb.join('\n')}`)).toThrow(/alias/i)
    expect(() => steps('a: &a\n  b: *a\n')).toThrow()
    expect(() => steps('#'.repeat(1024 * 1024 + 1))).toThrow(/larger than 1 MiB/)
  })
})
