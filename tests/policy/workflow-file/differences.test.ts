import { describe, expect, it } from '@jest/globals'
import { type BenchStep, readWorkflow, type Workflow } from '../../../src/policy/workflow-file/bench-steps.ts'
import { workflowDifferences } from '../../../src/policy/workflow-file/differences.ts'

const step = (inputs: Record<string, string>, job = 'bench'): BenchStep => ({ job, line: 1, inputs })
const differences = (base: BenchStep[], proposed: BenchStep[], sameRest = true) =>
  workflowDifferences({ steps: base, rest: 'a' }, { steps: proposed, rest: sameRest ? 'a' : 'b' })

describe('what a pull request changes in its workflow', () => {
  it('names the inputs that differ, those that decide first, with their defaults', () => {
    const base = [step({ command: 'make bench', suite: 'parse', baseline: 'interleave' })]
    const proposed = [step({ command: 'true', suite: 'print', config: 'x.yml', runs: '5', band: '20%' })]
    expect(differences(base, proposed, false)).toEqual([
      'baseline: interleave → auto (default)',
      'config: not given → x.yml',
      'suite: parse → print',
      'command: make bench → true',
      'runs: auto (default) → 5',
      // No input of a step: it is a mistake, and has no default here.
      'band: not given → 20%',
      'other lines differ too',
    ])
  })

  it('says so where no input differs', () => {
    expect(differences([step({})], [step({})], false)).toEqual(['no input of stable-bench, but other lines'])
    expect(differences([step({})], [step({})])).toEqual(['comments or layout only'])
  })

  it('names the job where there are several steps, and pairs a renamed one with what is left', () => {
    const base = [step({ legs: '4' }, 'publish'), step({ runs: '20' }, 'measure')]
    const proposed = [step({ runs: '9' }, 'quick'), step({ legs: '1' }, 'publish')]
    expect(differences(base, proposed)).toEqual(['in job quick, runs: 20 → 9', 'in job publish, legs: 4 → 1'])
  })

  it('tells the steps that come and go', () => {
    expect(differences([], [step({}), step({})], false)).toEqual([
      '2 steps of stable-bench added',
      'other lines differ too',
    ])
    expect(differences([step({}), step({ runs: '20' }, 'other')], [step({})], false)).toEqual([
      '1 step of stable-bench removed',
      'other lines differ too',
    ])
  })

  it('takes an input by any name', () => {
    const text = (given: string) => `jobs: { bench: { steps: [{ uses: ./, with: { ${given} } }] } }`
    const [before, after] = ['runs: 20', 'runs: 20, constructor: x, __proto__: y'].map(given =>
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
    const told = differences([step({})], [step({ ...many, baseline: 'fake.json', config: 'x.yml' })])
    expect(told.slice(0, 2)).toEqual(['baseline: auto (default) → fake.json', 'config: not given → x.yml'])
    expect(told.at(-1)).toMatch(/^9\d more inputs$/)
    expect(told.join('; ').length).toBeLessThan(600)
    expect(told.join('; ').isWellFormed()).toBe(true)
  })
})
