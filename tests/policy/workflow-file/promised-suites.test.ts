// What a workflow file promises to measure for every pull request.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { measuringSteps } from '../../../src/policy/workflow-file/measuring-steps.ts'
import { promisedLegs, promisedSuites } from '../../../src/policy/workflow-file/promised-suites.ts'
import type { MeasuringStep } from '../../../src/policy/workflow-file/walk.ts'
import { mayBecome } from '../../../src/policy/workflow-file/written-inputs.ts'

// What an expression looks like in a file.
const expression = (text: string) => `$\{{ ${text} }}`
const stepsOf = async (jobs: object) =>
  (await measuringSteps(async () => JSON.stringify({ jobs }), 'bench.yml', '')).steps
const ran = (proposed: MeasuringStep[], skipped: string[] | null = [], described: string[] = []) => ({
  proposed,
  skipped,
  isMeasured: (_: string) => false,
  described: () => described,
})
const step = (inputs: object, more = {}) => ({
  uses: 'org/stable-bench@v1',
  with: { command: './bench', ...inputs },
  ...more,
})
const job = (steps: object[], more = {}) => ({ 'runs-on': 'bench', steps, ...more })

// The example of GitHub's documentation, and what it comes to.
const matrix = {
  fruit: ['apple', 'pear'],
  animal: ['cat', 'dog'],
  include: [
    { color: 'green' },
    { color: 'pink', animal: 'cat' },
    { fruit: 'apple', shape: 'circle' },
    { fruit: 'banana' },
    { fruit: 'banana', animal: 'cat' },
  ],
}
const keys = ['fruit', 'animal', 'color', 'shape']
const documented = [
  'apple cat pink circle',
  'apple dog green circle',
  'pear cat pink',
  'pear dog green',
  'banana',
  'banana cat',
]
const named = keys.map(key => expression(`matrix.${key}`)).join(' ')
/** The names as one line: of what a leg has no value for, the runner makes nothing. */
const namesOf = (strategy: object) => {
  const jobs = { all: job([step({ name: named })], { strategy }) }
  return stepsOf(jobs).then(steps =>
    steps.map(({ inputs }) =>
      (inputs.name ?? '')
        .replace(/\$\{\{[^}]*\}\}/g, '')
        .trim()
        .replace(/ +/g, ' '),
    ),
  )
}

describe('the legs of a matrix', () => {
  it('are those that GitHub’s documentation lists for its example', async () => {
    expect(await namesOf({ matrix })).toEqual(documented)
  })

  it('are without those that are excluded', async () => {
    const exclude = [{ fruit: 'apple' }, { fruit: 'pear', animal: 'dog' }]
    const lists = { fruit: ['apple', 'pear'], animal: ['cat', 'dog'] }
    expect(await namesOf({ matrix: { ...lists, exclude } })).toEqual(['pear cat'])
  })
})

describe('the legs of a stranger’s matrix', () => {
  it('may have keys that every object has', async () => {
    const include = [{ constructor: 'x', fruit: 'apple' }]
    expect(await namesOf({ matrix: { fruit: ['apple', 'pear'], include } })).toEqual(['apple', 'pear'])
  })

  it('are 256 at most, in bounded memory', () => {
    const module = new URL('../../../src/policy/workflow-file/matrix.ts', import.meta.url)
    const program = `
      import { matrixLegs } from '${module}'
      const list = Array(20_000).fill(0)
      console.log(matrixLegs({ matrix: { a: list, b: list, c: list } }, { values: new Map(), closed: new Set() }).length)`
    const options = ['--max-old-space-size=100', '--input-type=module', '--eval', program]
    const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' })
    expect(stdout).toBe('256\n')
  })
})

describe('the suites that a file promises', () => {
  it('are those of its steps that measure, once for each job of their matrix', async () => {
    const matrix = { suite: ['parse', 'print'], machine: ['m1', 'm2', 'm3'] }
    const steps = await stepsOf({
      all: job([step({ name: expression('matrix.suite') })], { strategy: { matrix } }),
      one: job([step({ name: 'http', mode: 'measure' }), step({})]),
      publish: job([step({ name: 'all', mode: 'publish', legs: 7 })]),
    })
    expect(promisedSuites(steps, ran(steps))).toEqual([
      { suite: 'parse', legs: 3 },
      { suite: 'print', legs: 3 },
      { suite: 'http', legs: 1 },
      { suite: 'benchmark', legs: 1 },
    ])
    expect(promisedLegs(steps)).toBe(7)
  })

  it('are as written where only the runner knows their names, and any name that may become of it keeps the promise', async () => {
    const steps = await stepsOf({ one: job([step({ name: `parse-${expression('github.job')}` })]) })
    expect(promisedSuites(steps, ran([]))).toEqual([{ suite: `parse-${expression('github.job')}`, legs: 1 }])
    expect(mayBecome(`parse-${expression('github.job')}`, 'parse-one')).toBe(true)
    expect(mayBecome(`parse-${expression('github.job')}`, 'print')).toBe(false)
  })

  const nightly = (condition: string, jobs = {}) =>
    stepsOf({
      night: job([step({ name: 'long' })], { if: condition }),
      one: job([step({ name: 'short' })]),
      ...jobs,
    })
  const onlyAtNight = "github.event_name == 'schedule'"

  it('are without those of a job with a condition, where GitHub skipped a job and the pull request keeps the condition', async () => {
    const base = await nightly(onlyAtNight)
    expect(promisedSuites(base, ran(base, null))).toEqual([{ suite: 'short', legs: 1 }])
    expect(promisedSuites(base, ran(base))).toHaveLength(2)
    expect(promisedSuites(base, ran(await nightly('false'), null))).toHaveLength(2)
    expect(
      promisedSuites(base, ran(await stepsOf({ one: job([step({ name: 'short' })]) }), null)),
    ).toHaveLength(2)
  })

  it('are those of a job with a condition, where another one was skipped, or where it left the result of one of its suites', async () => {
    const base = await nightly(onlyAtNight, { on: job([step({ name: 'asked' })], { name: 'on demand' }) })
    const promised = (...skipped: string[]) =>
      promisedSuites(base, ran(base, skipped)).map(({ suite }) => suite)
    expect(promised('night')).toEqual(['short', 'asked'])
    expect(promised('on demand')).toEqual(['long', 'short', 'asked'])
    const legs = await stepsOf({
      night: job([step({ name: expression('matrix.suite') })], {
        if: onlyAtNight,
        strategy: { matrix: { suite: ['a', 'b'] } },
      }),
    })
    const half = { ...ran(legs, ['night']), isMeasured: (suite: string) => suite === 'a' }
    expect(promisedSuites(legs, half)).toHaveLength(2)
    expect(promisedSuites(legs, ran(legs, ['night']))).toEqual([])
  })

  it('are without those of a step with a condition of its own, of which GitHub says nothing', async () => {
    const base = await stepsOf({
      one: job([step({ name: 'short' }), step({ name: 'long' }, { if: onlyAtNight })]),
    })
    expect(promisedSuites(base, ran(base))).toEqual([{ suite: 'short', legs: 1 }])
  })

  describe('of a job with a condition, where GitHub skipped a job, are kept by a pull request that changes', () => {
    const called = (inputs: object) => ({
      jobs: { one: { uses: './.github/workflows/called.yml', with: inputs } },
    })
    const files: Record<string, unknown> = {
      '.github/workflows/called.yml': {
        on: { workflow_call: { inputs: { full: { type: 'boolean' } } } },
        jobs: { one: job([step({ name: 'long' })], { if: 'inputs.full' }) },
      },
    }
    const inFiles = async (workflow: object, more: Record<string, unknown> = {}) => {
      const all: Record<string, unknown> = { 'bench.yml': workflow, ...files, ...more }
      const read = async (path: string) => (path in all ? JSON.stringify(all[path]) : null)
      return (await measuringSteps(read, 'bench.yml', '')).steps
    }
    const gate = (says: string, more = {}) => ({
      'runs-on': 'x',
      outputs: { long: expression('steps.s.outputs.long') },
      steps: [{ id: 's', run: `echo long=${says} >>$GITHUB_OUTPUT` }],
      ...more,
    })
    const jobs = (own: object, more: Record<string, object>) => ({
      jobs: { long: job([step({ name: 'long' })], own), ...more },
    })
    const said = { needs: 'gate', if: "needs.gate.outputs.long == 'true'" }
    const composite = (says: string) => ({
      '.github/actions/gate/action.yml': { runs: { using: 'composite', steps: [{ run: `echo ${says}` }] } },
    })
    const using = { gate: { 'runs-on': 'x', steps: [{ uses: './.github/actions/gate' }] } }

    it.each([
      ['what a job before it says', jobs(said, { gate: gate('true') }), jobs(said, { gate: gate('false') })],
      [
        'the condition of a job before it',
        jobs({ needs: ['gate'] }, { gate: gate('true', { if: 'github.actor' }) }),
        jobs({ needs: ['gate'] }, { gate: gate('true', { if: 'false' }) }),
      ],
      [
        'the jobs before it',
        jobs({ if: 'github.actor' }, { gate: gate('true') }),
        jobs({ if: 'github.actor', needs: 'gate' }, { gate: gate('true', { if: 'false' }) }),
      ],
      ['what a caller gives', called({ full: true }), called({ full: false })],
    ])('%s', async (_, before, after) => {
      const [base, proposed] = [await inFiles(before), await inFiles(after)]
      expect(promisedSuites(base, ran(base, null))).toEqual([])
      expect(promisedSuites(base, ran(proposed, null))).toEqual([{ suite: 'long', legs: 1 }])
    })

    it('an action that a job before it uses', async () => {
      const [base, proposed] = [
        await inFiles(jobs(said, using), composite('true')),
        await inFiles(jobs(said, using), composite('false')),
      ]
      expect(promisedSuites(base, ran(base, null))).toEqual([])
      expect(promisedSuites(base, ran(proposed, null))).toEqual([{ suite: 'long', legs: 1 }])
    })

    it('but not another line of a job that it only comes after', async () => {
      const behind = (name: string) =>
        inFiles(jobs({ needs: 'gate', if: 'github.actor' }, { gate: gate('true', { name }) }))
      expect(promisedSuites(await behind('Build'), ran(await behind('Builds'), null))).toEqual([])
    })
  })

  it('are kept where a pull request changes what a step before a conditional one says', async () => {
    const saying = (text: string) =>
      stepsOf({
        one: job([
          { id: 's', run: `echo long=${text} >>$GITHUB_OUTPUT` },
          step({ name: 'long' }, { if: 'steps.s.outputs.long' }),
        ]),
      })
    expect(promisedSuites(await saying('1'), ran(await saying('1')))).toEqual([])
    expect(promisedSuites(await saying('1'), ran(await saying('')))).toEqual([{ suite: 'long', legs: 1 }])
  })

  it('are kept where a pull request takes a leg of a conditional job away', async () => {
    const legs = (machine: string[]) =>
      stepsOf({ one: job([step({ name: 'parse' })], { if: 'x', strategy: { matrix: { machine } } }) })
    expect(promisedSuites(await legs(['a', 'b']), ran(await legs(['a']), null))).toEqual([
      { suite: 'parse', legs: 2 },
    ])
  })

  it('are kept by a pull request that adds a condition of its own to none of them', async () => {
    const base = await stepsOf({ one: job([step({ name: 'parse' })]) })
    const never = await stepsOf({ one: job([step({ name: 'parse' }, { if: false })]) })
    expect(promisedSuites(base, ran(never, null))).toEqual([{ suite: 'parse', legs: 1 }])
  })
})
