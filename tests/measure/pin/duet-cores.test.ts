import { describe, expect, it } from '@jest/globals'
import { duetCpus } from '../../../src/measure/pin/duet-cores.ts'
import { readTopology } from '../../../src/measure/pin/topology.ts'
import { eightThreads, fakeCpus } from '../fake-cpus.ts'

const chosen = (cpus: string, root: string, kit: string | null = null) =>
  duetCpus({ cpus, kit: kit === null ? null : { benchmarkCpus: kit } }, readTopology(root))

describe('the cores of a duet', () => {
  it('are the last two whole ones, away from the core of CPU 0', () => {
    // CPU n and n + 4 share a core.
    expect(chosen('auto', eightThreads())).toBe('2-3')
  })

  it('include that of CPU 0 where there are only two', () => {
    expect(chosen('auto', fakeCpus({ threads: 2 }))).toBe('0-1')
  })

  it('are of one node and one last-level cache if possible', () => {
    const root = fakeCpus({
      threads: 8,
      core: cpu => cpu,
      node: cpu => (cpu < 7 ? 0 : 1),
      cache: cpu => cpu >> 1,
    })
    expect(chosen('auto', root)).toBe('4-5')
  })

  it('are fast ones, even where slow ones share a cache and they do not', () => {
    const files = { 'sys/devices/cpu_core/cpus': '1-2\n' }
    const cache = (cpu: number) => (cpu > 2 ? 9 : cpu)
    expect(chosen('auto', fakeCpus({ threads: 6, core: cpu => cpu, cache, files }))).toBe('1-2')
  })

  it('are those that the runner hooks keep', () => {
    expect(chosen('auto', eightThreads(), '1-2,5-6')).toBe('1-2')
    expect(() => chosen('auto', eightThreads(), '1,5')).toThrow(
      'the runner hooks keep one core, and a duet runs',
    )
  })

  it('are those of the list, if they are two', () => {
    expect(chosen('1,3', eightThreads())).toBe('1,3')
    expect(() => chosen('2', eightThreads())).toThrow('cpus=2: one CPU, and a duet runs both versions')
    expect(() => chosen('1-3', eightThreads())).toThrow('cpus=1-3: 3 CPUs, and a duet')
    expect(() => chosen('1,5', eightThreads())).toThrow(
      'cpus=1,5: 2 CPUs of one core, or of cores of two kinds',
    )
  })

  it('are refused where there is one, or none may be used', () => {
    expect(() => chosen('auto', fakeCpus({ threads: 1 }))).toThrow(
      'duet: this job may use one core, and a duet',
    )
    for (const cpus of ['none', 'auto:4'])
      expect(() => chosen(cpus, eightThreads())).toThrow(`cpus=${cpus}: a duet runs`)
  })
})
