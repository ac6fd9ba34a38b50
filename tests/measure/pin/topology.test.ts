import { describe, expect, it } from '@jest/globals'
import { allowedCpus, readTopology } from '../../../src/measure/pin/topology.ts'
import { eightThreads, fakeCpus } from '../fake-cpus.ts'
import { fakeTree } from '../fake-tree.ts'

describe('the topology', () => {
  it('names core, node and last-level cache of every CPU that is online', () => {
    const root = fakeCpus({
      threads: 8,
      core: cpu => cpu % 4,
      node: cpu => (cpu % 4) >> 1,
      cache: cpu => (cpu % 4) >> 1,
      online: '0-6',
    })
    const { cpus, present, nodes } = readTopology(root)
    expect(cpus.map(cpu => cpu.id)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(cpus[6]).toEqual({ id: 6, core: 2, node: 1, cache: '2,3,6,7', fast: true })
    expect(present).toHaveLength(8)
    expect(nodes).toEqual([0, 1])
  })

  it('has no nodes and caches if the system shows none', () => {
    const root = fakeTree({ 'proc/self/status': 'Cpus_allowed_list:\t0-1\n' })
    expect(readTopology(root)).toEqual({
      cpus: [
        { id: 0, core: 0, node: null, cache: '', fast: true },
        { id: 1, core: 1, node: null, cache: '', fast: true },
      ],
      present: [],
      allowed: [0, 1],
      isolated: [],
      unbalanced: [],
      nodes: [],
    })
  })

  it('takes a directory that cannot be read as none', () => {
    const root = fakeTree({
      'proc/self/status': 'Cpus_allowed_list:\t0\n',
      'sys/devices/system/node': 'no directory\n',
      'sys/devices/system/cpu/cpu0/cache': 'no directory\n',
    })
    const { cpus, nodes } = readTopology(root)
    expect(cpus).toEqual([{ id: 0, core: 0, node: null, cache: '', fast: true }])
    expect(nodes).toEqual([])
  })

  it('lists CPUs among which the kernel does not spread threads: isolated at boot or by a partition', () => {
    const cgroup = 'sys/fs/cgroup'
    const files = { 'sys/devices/system/cpu/isolated': '7\n', [`${cgroup}/cpuset.cpus.isolated`]: '5-6\n' }
    expect(readTopology(eightThreads({ files })).unbalanced.sort()).toEqual([5, 6, 7])
    const slice = (partition: string) => ({
      [`${cgroup}/stablebench.slice/cpuset.cpus.partition`]: `${partition}\n`,
      [`${cgroup}/stablebench.slice/cpuset.cpus`]: '2-3\n',
    })
    expect(readTopology(eightThreads({ files: slice('isolated') })).unbalanced).toEqual([2, 3])
    expect(readTopology(eightThreads({ files: slice('root') })).unbalanced).toEqual([])
  })

  it('of this machine has every CPU that this process may use', () => {
    const { cpus } = readTopology()
    expect(cpus.map(cpu => cpu.id)).toEqual(expect.arrayContaining(allowedCpus()))
    expect(allowedCpus().length).toBeGreaterThan(0)
  })
})
