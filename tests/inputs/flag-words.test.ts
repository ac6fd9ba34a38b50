import { describe, expect, it } from '@jest/globals'
import { adviceInFlags, withFlag } from '../../src/inputs/flag-words.ts'

describe('a message on the command line', () => {
  it.each([
    ["cpus: 'all' is not a CPU or range", "--cpus: 'all' is not a CPU or range"],
    ['cpus=auto:9: this job may use 3', '--cpus auto:9: this job may use 3'],
    ['cache=cold: it needs root; priority: high', '--cache cold: it needs root; priority: high'],
    ['compare: takes no command', 'compare: takes no command'],
    ['bisect: no range', 'bisect: no range'],
    ['explain: no command', 'explain: no command'],
    ['toString: no input', 'toString: no input'],
    ['.stable-bench.yml:1:2: defaults, cpus: no', '.stable-bench.yml:1:2: defaults, cpus: no'],
    ['a run failed\ncpus: 3', 'a run failed\ncpus: 3'],
  ])('says %s as %s', (message, said) => {
    expect(withFlag(message)).toBe(said)
  })
})

describe('advice on the command line', () => {
  it.each([
    [
      'or set cpus to none, or set require-tuned to false',
      'or add --cpus none, or add --require-tuned false',
    ],
    ['give it more: set cpus to auto:4', 'give it more: add --cpus auto:4'],
    ['set tool to process to time whole processes', 'add --tool process to time whole processes'],
    [
      'run it with -o FILE and set results to FILE, or not',
      'run it with -o FILE and add --results FILE, or not',
    ],
    ["set results to 'a/**/b.json'.", "add --results 'a/**/b.json'."],
    ['set duet to true: both', 'add --duet: both'],
    ['Set duet to true: both', 'Add --duet: both'],
    ['than alone; set duet to false', 'than alone; add --duet false'],
    ['set pattern to say where the results are', 'set pattern to say where the results are'],
    ['set comment to never; set toString to x', 'set comment to never; set toString to x'],
  ])('%s is %s', (message, said) => {
    expect(adviceInFlags(message, 'ab')).toBe(said)
  })

  it('leaves the keys of a suite, which is measured without such flags', () => {
    const text = 'set cpus to none; set results to FILE; set tool to process'
    const said = 'add --cpus none; set results to FILE; set tool to process'
    expect(adviceInFlags(text, 'ab', { ofSuites: true })).toBe(said)
  })

  it('names no flag that the command does not take', () => {
    expect(adviceInFlags('set results to FILE', 'compare')).toBe('set results to FILE')
  })
})
