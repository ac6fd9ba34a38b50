// What a workflow file promises to measure for every pull request.
import { describe, expect, it } from '@jest/globals'
import { readWorkflow } from '../../../src/policy/workflow-file/bench-steps.ts'
import { matrixCombinations } from '../../../src/policy/workflow-file/matrix-combinations.ts'
import {
  keepsPromise,
  promisedLegs,
  promisedSuites,
} from '../../../src/policy/workflow-file/promised-suites.ts'

// What an expression looks like in a file.
const expression = (text: string) => `$\{{ ${text} }}`
const stepsOf = (jobs: object) => readWorkflow(JSON.stringify({ jobs }), '').steps
const step = (inputs: object, more = {}) => ({ uses: 'org/stable-bench@v1', with: inputs, ...more })
const job = (steps: object[], more = {}) => ({ 'runs-on': 'bench', steps, ...more })

describe('the combinations of a matrix', () => {
  // The example of GitHub's documentation.
  const documented = {
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

  it('are those that GitHub’s documentation lists for its example', () => {
    expect(matrixCombinations({ matrix: documented })).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ])
  })

  it('are fewer by those that are excluded, and unknown where an expression makes them', () => {
    const exclude = [{ fruit: 'apple' }, { fruit: 'pear', animal: 'dog' }]
    const lists = { fruit: ['apple', 'pear'], animal: ['cat', 'dog'] }
    expect(matrixCombinations({ matrix: { ...lists, exclude } })).toEqual([{ fruit: 'pear', animal: 'cat' }])
    expect(matrixCombinations({ matrix: expression('fromJSON(needs.list.outputs.all)') })).toBeNull()
    expect(matrixCombinations({ matrix: { fruit: expression('fromJSON(vars.FRUIT)') } })).toBeNull()
    expect(matrixCombinations(undefined)).toEqual([{}])
    expect(matrixCombinations({ matrix: { include: [{ a: 1 }, { a: 2 }] } })).toEqual([{ a: 1 }, { a: 2 }])
  })
})

describe('the suites that a file promises', () => {
  it('are those of its steps that measure, once for each job of their matrix', () => {
    const matrix = { suite: ['parse', 'print'], machine: ['m1', 'm2', 'm3'] }
    const steps = stepsOf({
      all: job([step({ name: expression('matrix.suite') })], { strategy: { matrix } }),
      one: job([step({ name: 'http', mode: 'measure' }), step({})]),
      publish: job([step({ name: 'all', mode: 'publish', legs: 7 })]),
    })
    expect(promisedSuites(steps, steps)).toEqual([
      { suite: 'parse', legs: 3 },
      { suite: 'print', legs: 3 },
      { suite: 'http', legs: 1 },
      { suite: 'benchmark', legs: 1 },
    ])
    expect(promisedLegs(steps)).toBe(7)
  })

  it('are as written where only the runner knows their names, and any name that may become of it keeps the promise', () => {
    const steps = stepsOf({ one: job([step({ name: `parse-${expression('github.job')}` })]) })
    expect(promisedSuites(steps, [])).toEqual([{ suite: `parse-${expression('github.job')}`, legs: 1 }])
    expect(keepsPromise(`parse-${expression('github.job')}`, 'parse-one')).toBe(true)
    expect(keepsPromise(`parse-${expression('github.job')}`, 'print')).toBe(false)
  })

  it('are without those of a step with a condition, as long as the pull request keeps the condition', () => {
    const nightly = (condition: string) =>
      stepsOf({
        night: job([step({ name: 'long' })], { if: condition }),
        one: job([step({ name: 'short' })]),
      })
    const base = nightly("github.event_name == 'schedule'")
    expect(promisedSuites(base, base)).toEqual([{ suite: 'short', legs: 1 }])
    expect(promisedSuites(base, nightly('false'))).toHaveLength(2)
  })

  it('are kept by a pull request that adds a condition of its own to none of them', () => {
    const base = stepsOf({ one: job([step({ name: 'parse' })]) })
    const never = stepsOf({ one: job([step({ name: 'parse' }, { if: false })]) })
    expect(promisedSuites(base, never)).toEqual([{ suite: 'parse', legs: 1 }])
  })
})
