import { describe, expect, it } from '@jest/globals'
import { cpuNumbers, formatCpuList, parseCpuList } from '../../src/model/index.ts'
import { examplesOf } from '../examples/read.ts'

describe('a CPU list', () => {
  it.each(examplesOf('cpu-lists'))('%p is read as %p', (list, expected) => {
    const numbers = cpuNumbers(list === 'none' ? '' : list)
    expect(numbers === null ? 'refused' : formatCpuList(numbers) || 'none').toBe(expected)
  })

  it('may end with the line break of a kernel file', () => {
    expect(parseCpuList('0-3,8,10-11\n', 'cpus')).toEqual([0, 1, 2, 3, 8, 10, 11])
  })

  it.each([
    ['two', 'two'],
    ['1,3-1', '3-1'],
    ['1,,x', ''],
  ])('that is none, as %p, is refused with the item %p and with how to write one', (list, item) => {
    expect(() => parseCpuList(list, 'cpus')).toThrow(
      `cpus: '${item}' is not a CPU or range; write a list such as 2,3`,
    )
  })

  it('names what else it is a list of', () => {
    expect(() => parseCpuList('x', 'numa-node', 'node')).toThrow(/numa-node: 'x' is not a node or range/)
  })
})
