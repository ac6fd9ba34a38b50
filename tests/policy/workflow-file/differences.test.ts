import { describe, expect, it } from '@jest/globals'
import { type BenchStep, readWorkflow, type Workflow } from '../../../src/policy/workflow-file/bench-steps.ts'
import { workflowDifferences } from '../../../src/policy/workflow-file/differences.ts'

const step = (inputs: Record<string, string>, job = 'bench'): BenchStep => ({ job, line: 1, inputs })
const differences = (base: BenchStep[], proposed: BenchStep[], sameRest = true) =>
  workflowDifferences({ steps: base, rest: 'a' }, { steps: proposed, rest: sameRest ? 'a' : 'b' })

describe('what a pull request changes in its workflow', () => {
  it('names the inputs that differ, those that decide first, with their defaults', () => {
    const base = [step({ command: 'make bench', band: '2%', alpha: '1%' })]
    const proposed = [step({ command: 'true', band: '20%', 'fail-on': 'never', results: 'x.json' })]
    expect(differences(base, proposed, false)).toEqual([
      'band: 2% → 20%',
      'alpha: 1% → 1% (default)',
      'fail-on: not-established (default) → never',
      'command: make bench → true',
      'results: not given → x.json',
      'other lines differ too',
    ])
  })

  it('says so where no input differs', () => {
    expect(differences([step({})], [step({})], false)).toEqual(['no input of stable-bench, but other lines'])
    expect(differences([step({})], [step({})])).toEqual(['comments or layout only'])
  })

  it('names the job where there are several steps, and pairs a renamed one with what is left', () => {
    const base = [step({ legs: '4' }, 'publish'), step({ band: '2%' }, 'measure')]
    const proposed = [step({ band: '9%' }, 'quick'), step({ legs: '1' }, 'publish')]
    expect(differences(base, proposed)).toEqual([
      'in job quick, band: 2% → 9%',
      'in job publish, legs: 4 → 1',
    ])
  })

  it('tells the steps that come and go', () => {
    expect(differences([], [step({}), step({})], false)).toEqual([
      '2 steps of stable-bench added',
      'other lines differ too',
    ])
    expect(differences([step({}), step({ band: '2%' }, 'other')], [step({})], false)).toEqual([
      '1 step of stable-bench removed',
      'other lines differ too',
    ])
  })

  it('takes an input by any name', () => {
    const text = (given: string) => `jobs: { bench: { steps: [{ uses: ./, with: { ${given} } }] } }`
    const [before, after] = ['band: 2%', 'band: 2%, constructor: x, __proto__: y'].map(given =>
      readWorkflow(text(given), ''),
    ) as [Workflow, Workflow]
    const told = workflowDifferences(before, after)
    expect(told).toEqual(['constructor: not given → x', '__proto__: not given → y'])
    expect(workflowDifferences(after, before)).toEqual([
      'constructor: x → not given',
      '__proto__: y → not given',
    ])
  })

  it('is cut to a length in which what decides cannot be hidden', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, '😀'.repeat(1000)]))
    const told = differences([step({})], [step({ ...many, band: '50%', 'fail-on': 'never' })])
    expect(told.slice(0, 2)).toEqual([
      'band: 2% (default) → 50%',
      'fail-on: not-established (default) → never',
    ])
    expect(told.at(-1)).toMatch(/^9\d more inputs$/)
    expect(told.join('; ').length).toBeLessThan(600)
    expect(told.join('; ').isWellFormed()).toBe(true)
  })
})
