import { describe, expect, it } from '@jest/globals'
import { withFlag } from '../../src/inputs/flag-words.ts'

describe('a message on the command line', () => {
  it.each([
    ["cpus: 'all' is not a CPU or range", "--cpus: 'all' is not a CPU or range"],
    ['cpus=auto:9: this job may use 3', '--cpus auto:9: this job may use 3'],
    ['cache=cold: it needs root; priority: high', '--cache cold: it needs root; priority: high'],
    ['compare: takes no command', 'compare: takes no command'],
    ['toString: no input', 'toString: no input'],
    ['.stable-bench.yml:1:2: defaults, cpus: no', '.stable-bench.yml:1:2: defaults, cpus: no'],
    ['a run failed\ncpus: 3', 'a run failed\ncpus: 3'],
  ])('says %s as %s', (message, said) => {
    expect(withFlag(message)).toBe(said)
  })
})
