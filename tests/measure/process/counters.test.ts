import { describe, expect, it } from '@jest/globals'
import { counterAttributes, readCounters } from '../../../src/measure/process/counters.ts'

const read = (line: string) => readCounters(line.split(' '))

describe('the events to count', () => {
  it('are perf_event_attr structures of the first published size', () => {
    const attributes = counterAttributes.map(hex => Buffer.from(hex, 'hex'))
    expect(attributes.map(bytes => bytes.length)).toEqual(Array(7).fill(64))
    expect(attributes.map(bytes => bytes.readUInt32LE(4))).toEqual(Array(7).fill(64))
  })

  it('start disabled, are inherited, begin with exec, and five of them leave the kernel out', () => {
    const flags = counterAttributes.map(hex => Buffer.from(hex, 'hex').readUInt32LE(40))
    const [userOnly, everything] = [0x1063, 0x1003]
    expect(flags).toEqual([userOnly, userOnly, userOnly, userOnly, userOnly, everything, everything])
  })
})

describe('reading counters', () => {
  it('takes complete counts, and computes the frequency from cycles and CPU time', () => {
    const { counters } = read('5000/9/9 3000/9/9 7/9/9 2/9/9 1000/9/9 3200/9/9 1/9/9')
    expect(counters).toEqual({
      instructions: 5000,
      cycles: 3000,
      branchMisses: 7,
      cacheMisses: 2,
      migrations: 1,
      frequency: 3.2e9,
    })
  })

  it('ignores extrapolated counts', () => {
    const { counters } = read('5000/9/8 3000/9/9 7/9/0 2/9/9 1000/9/9 -13 -13')
    expect(counters).toMatchObject({ instructions: null, cycles: 3000, branchMisses: null, frequency: null })
  })

  it('keeps the software counters when there are no others', () => {
    const { counters } = read('-2 -2 -2 -2 1000/9/9 -2 0/9/9')
    expect(counters).toMatchObject({ instructions: null, migrations: 0, frequency: null })
  })

  it('is null when nothing may be counted, with the errors', () => {
    const refused = read('-13 -13 -13 -13 -13 -13 -13')
    expect(refused).toEqual({ counters: null, errors: Array(7).fill(13) })
  })
})
