// The drawing of real machines, from their kernels' files, against what lstopo counts in the same files.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { examine } from '../../src/doctor/examine.ts'
import { topologyLines } from '../../src/report/doctor/topology.ts'
import { fakeTree } from '../measure/fake-tree.ts'
import { expectGolden } from '../report/golden.ts'

type Counts = { packages: number; nodes: number; caches: number; cores: number; threads: number }

const dumpOf = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`dumps/${name}.json`, import.meta.url), 'utf8'))

describe('the drawing of a real machine', () => {
  it.each<[string, Counts]>([
    ['hybrid-intel', { packages: 1, nodes: 1, caches: 1, cores: 14, threads: 20 }],
    ['hybrid-arm', { packages: 1, nodes: 1, caches: 2, cores: 20, threads: 20 }],
    ['four-sockets-amd', { packages: 4, nodes: 8, caches: 8, cores: 32, threads: 64 }],
  ])('%s has what lstopo counts', (name, expected) => {
    const files = dumpOf(name)
    const online = files['sys/devices/system/cpu/online']
    const status = { 'proc/self/status': `Cpus_allowed_list:\t${online}` }
    const { hardware } = examine({ root: fakeTree({ ...files, ...status }), env: {} })
    const nodes = hardware.packages.flatMap(each => each.nodes)
    const caches = nodes.flatMap(each => each.caches)
    const cores = caches.flatMap(each => each.cores)
    const threads = cores.flatMap(({ cpus }) => cpus)
    expect({
      packages: hardware.packages.length,
      nodes: nodes.length,
      caches: caches.length,
      cores: cores.length,
      threads: new Set(threads).size,
    }).toEqual(expected)
    expectGolden(`topology-${name}.txt`, `${topologyLines(hardware).join('\n')}\n`)
  })
})
