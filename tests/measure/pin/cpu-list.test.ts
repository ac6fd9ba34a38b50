import { describe, expect, it } from '@jest/globals'
import { formatCpuList, parseCpuList } from '../../../src/measure/pin/cpu-list.ts'

describe('a CPU list', () => {
  it('reads numbers and ranges as the kernel writes them', () => {
    expect(parseCpuList('0-3,8,10-11\n', 'cpus')).toEqual([0, 1, 2, 3, 8, 10, 11])
    expect(parseCpuList('', 'cpus')).toEqual([])
  })

  it.each(['two', '3-1', '1,,x', '-1', '1-', '99999'])('refuses %p and shows how to write one', text => {
    expect(() => parseCpuList(text, 'cpus')).toThrow(
      /cpus: '.*' is no CPU or range; write a list such as 2,3/,
    )
  })

  it('names its kind in an error', () => {
    expect(() => parseCpuList('x', 'numa-node', 'node')).toThrow(/numa-node: 'x' is no node or range/)
  })

  it('is written as the kernel writes it', () => {
    expect(formatCpuList([11, 0, 1, 2, 3, 8, 10, 8])).toBe('0-3,8,10-11')
    expect(formatCpuList([])).toBe('')
  })
})
