// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
import { describe, expect, it } from '@jest/globals'
import { measuringSteps } from '../../../src/policy/workflow-file/measuring-steps.ts'

const top = '.github/workflows/bench.yml'

async function found(files: Record<string, string>) {
  const read = async (path: string) => files[path] ?? null
  const { steps, foreign, unread, files: texts } = await measuringSteps(read, top, 'org/stable-bench')
  return { steps, foreign: [...foreign], unread: [...unread], files: [...texts.keys()] }
}

const ours = 'uses: org/stable-bench@v1'
const inJob = (...steps: string[]) =>
  `jobs: { bench: { steps: [${steps.map(each => `{ ${each} }`).join(', ')}] } }`
const composite = (...steps: string[]) =>
  `runs: { using: composite, steps: [${steps.map(each => `{ ${each} }`).join(', ')}] }`
const step = (inputs: Record<string, string>, job = 'bench', environment = '') => ({
  job,
  inputs,
  environment,
})
/** One of the workflow's own jobs, which have no other names. */
const ownStep = (...[inputs, job = 'bench', environment]: Parameters<typeof step>) => ({
  ...step(inputs, job, environment),
  shown: job,
})

describe('the steps of stable-bench that a workflow runs', () => {
  it('are those of its jobs, with their environments, and of the legs of their matrices', async () => {
    const text = `
env: { TIME: 4m, LIMIT: 1m }
jobs:
  bench:
    environment: { name: "lab-\${{ matrix.suite }}" }
    strategy: { matrix: { suite: [a, b], include: [{ suite: b, max-time: 9m }] } }
    env: { LIMIT: 2m }
    steps:
      - uses: actions/checkout@v7
      - uses: org/stable-bench@v1
        env: { LATE: 3m }
        with:
          name: "\${{ matrix.suite }}"
          max-time: "\${{ matrix.max-time || env.TIME }}"
          run-timeout: "\${{ env.LIMIT }}"
          machine: "\${{ env.LATE }}"
          comment: "\${{ env.UNKNOWN }}"
`
    const common = { 'run-timeout': '2m', machine: '3m', comment: '${{ env.UNKNOWN }}' }
    expect(await found({ [top]: text })).toEqual({
      steps: [
        ownStep({ name: 'a', 'max-time': "${{ matrix.max-time || '4m' }}", ...common }, 'bench', 'lab-a'),
        ownStep({ name: 'b', 'max-time': '9m', ...common }, 'bench', 'lab-b'),
      ],
      foreign: ['actions/checkout'],
      unread: [],
      files: [top],
    })
  })

  it('are those of the workflows that its jobs call, with what they are given, level by level', async () => {
    const files = {
      [top]: `
jobs:
  call:
    strategy: { matrix: { max-time: [5m, 6m] } }
    uses: ./.github/workflows/one.yml
    with: { max-time: "\${{ matrix.max-time }}" }
    secrets: { KEY: "\${{ secrets.OTHER }}", TEXT: 7m }
`,
      '.github/workflows/one.yml': `
on: { workflow_call: { inputs: { max-time: { type: string }, tuned: { type: boolean } } } }
env: { X: own }
jobs:
  again: { uses: $/.github/workflows/two.yml, secrets: inherit, with: { limit: "\${{ inputs.max-time }}" } }
`,
      '.github/workflows/two.yml': `
on: { workflow_call: { inputs: { limit: { type: string }, usual: { default: 1m } } } }
jobs:
  measure:
    steps:
      - uses: org/stable-bench@v1
        with:
          max-time: "\${{ inputs.limit }}"
          run-timeout: "\${{ inputs.usual }}"
          comment: "\${{ secrets.KEY }}"
          machine: "\${{ secrets.TEXT }}"
          config: "\${{ secrets.NONE }}"
          baseline: "\${{ env.X }}"
`,
    }
    const common = { 'run-timeout': '1m', comment: '${{ secrets.OTHER }}', machine: '7m', config: '' }
    const steps = ['5m', '6m'].map(time =>
      step({ 'max-time': time, ...common, baseline: '${{ env.X }}' }, 'measure'),
    )
    expect(await found(files)).toMatchObject({ steps, unread: [] })
  })

  it('are those of composite actions, also within others, wherever the repository is checked out to', async () => {
    const files = {
      [top]: inJob(
        'uses: actions/checkout@v7, with: { path: src }',
        'uses: ./src/ci/outer, with: { max-time: 5m }, env: { LIMIT: 8m }',
      ),
      'ci/outer/action.yaml': `inputs: { max-time: {}, run-timeout: { default: 1m } }
${composite('uses: ./src/ci/inner/, with: { limit: "${{ inputs.max-time }}" }', 'run: make')}`,
      'ci/inner/action.yml': composite(
        `${ours}, with: { max-time: "\${{ inputs.limit }}", run-timeout: "\${{ inputs.run-timeout }}", comment: "\${{ env.LIMIT }}" }`,
      ),
    }
    // What the outer action is given is not the inner one's.
    expect(await found(files)).toMatchObject({
      steps: [step({ 'max-time': '5m', 'run-timeout': '', comment: '8m' })],
      unread: [],
    })
  })

  it('are those of an action of the workspace that is called so, unless it is a composite one', async () => {
    const files = { [top]: inJob('uses: ./', 'uses: ./wrapped/stable-bench, with: { max-time: 5m }') }
    const nothing = { steps: [step({}), step({ 'max-time': '5m' })], unread: [] }
    expect(await found(files)).toMatchObject(nothing)
    const script = 'runs: { using: node24, main: x.js }'
    const [one, two] = ['action.yml', 'wrapped/stable-bench/action.yml'] as const
    expect(await found({ ...files, [one]: script, [two]: script })).toMatchObject(nothing)
    const wrapping = composite(`${ours}, with: { max-time: 9m }`)
    expect((await found({ ...files, [two]: wrapping })).steps).toEqual([
      ownStep({}),
      ownStep({ 'max-time': '9m' }),
    ])
    expect(await found({ [top]: inJob('uses: ./other'), 'other/action.yml': script })).toMatchObject({
      steps: [],
      unread: [],
    })
  })

  it('may be in what is of other repositories, is not there, or cannot be read, which is named', async () => {
    const text = `
jobs:
  a: { uses: acme/ci/.github/workflows/bench.yml@v1 }
  b: { uses: ./.github/workflows/gone.yml }
  c: { steps: [{ uses: acme/wrap@v2 }, { uses: ./gone }, { uses: docker://alpine }, { uses: ./../x }] }
  d: { uses: ./.github/workflows/broken.yml }
  e: { steps: [{ ${ours} }] }
`
    const { unread, foreign, steps } = await found({ [top]: text, '.github/workflows/broken.yml': 'jobs: [' })
    expect(steps).toEqual([ownStep({}, 'e')])
    expect(foreign).toEqual(['acme/wrap'])
    expect(unread).toEqual([
      'acme/ci/.github/workflows/bench.yml@v1 is of another repository',
      '.github/workflows/gone.yml is not there',
      './gone is not there',
      './../x is not in the repository',
      expect.stringMatching(/^job d of \.github\/workflows\/bench\.yml: /),
    ])
  })

  it('are looked for in ten levels of files, twenty files and a bounded number of steps', async () => {
    const itself = { [top]: `jobs: { again: { uses: ./${top} } }` }
    expect((await found(itself)).unread).toEqual([expect.stringContaining('deeper than 10 levels')])
    const action = { [top]: inJob('uses: ./a'), 'a/action.yml': composite('uses: ./a') }
    expect((await found(action)).unread).toEqual([expect.stringContaining('deeper than 10 levels')])
    const many = inJob(...Array.from({ length: 30 }, (_, i) => `uses: ./a${i}`))
    const { unread } = await found({ [top]: many })
    expect(unread.at(-1)).toContain('more than 20 files')
    const wide = Array.from({ length: 20 }, () => 'uses: ./a')
    const bomb = { [top]: inJob('uses: ./a'), 'a/action.yml': composite(...wide, ours) }
    expect((await found(bomb)).unread).toHaveLength(1)
    const legs = `strategy: { matrix: { a: [${Array.from({ length: 300 }, (_, i) => i)}] } }`
    const matrix = `jobs: { bench: { ${legs}, steps: [{ ${ours} }] } }`
    expect((await found({ [top]: matrix })).steps).toHaveLength(256)
  })
})

describe('the files of a stranger', () => {
  const list = `[${'0,'.repeat(50_000)}0]`

  it('are parsed once, however many steps and legs use them', async () => {
    const steps = Array.from({ length: 4000 }, () => 'uses: ./a')
    const action = `${composite('run: x')}\nx: ${list}`
    expect((await found({ [top]: inJob(...steps), 'a/action.yml': action })).unread).toHaveLength(1)
    const legs = Array.from({ length: 256 }, (_, i) => i)
    const calling = `jobs: { a: { strategy: { matrix: { x: [${legs}] } }, uses: ./called.yml } }`
    const called = `on: workflow_call\njobs: {}\nx: ${list}`
    expect((await found({ [top]: calling, 'called.yml': called })).unread).toEqual([])
  }, 60_000)

  it('have no more than a thousand jobs', async () => {
    const jobs = Array.from({ length: 20_000 }, (_, i) => `j${i}: { needs: j${i - 1} }`)
    await expect(found({ [top]: `jobs: { ${jobs.join(', ')} }` })).rejects.toThrow(/more than 1000 jobs/)
  }, 60_000)
})
