import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { addNuma, parseNumaRequest } from '../../../src/measure/pin/numa.ts'
import { allowedCpus, readTopology } from '../../../src/measure/pin/topology.ts'
import { type Chain, tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { fakeCpus } from '../fake-cpus.ts'

const chain = (): Chain => ({ prefix: [], env: process.env, warnings: [] })
const twoNodes = readTopology(fakeCpus({ threads: 8, node: cpu => cpu >> 2 }))
const oneNode = readTopology(fakeCpus({ threads: 8, node: () => 0 }))

// Where numactl is missing, or a container may not set a memory policy.
const withNumactl = tryCommand(['numactl', '--cpunodebind=0', '--membind=0', 'true']).ok ? it : it.skip

const policy = (prefix: string[]) => {
  const [file = '', ...args] = [...prefix, 'cat', '/proc/self/numa_maps']
  return spawnSync(file, args, { encoding: 'utf8' }).stdout
}

describe('asking for NUMA nodes', () => {
  it('is auto, none, interleave or a list', () => {
    expect(parseNumaRequest('interleave')).toEqual({ kind: 'interleave' })
    expect(parseNumaRequest('0-1')).toEqual({ kind: 'nodes', nodes: [0, 1] })
    expect(() => parseNumaRequest('all')).toThrow(/numa-node: 'all' is not a node or range/)
    expect(() => parseNumaRequest('')).toThrow(/numa-node: is empty/)
  })
})

describe('NUMA nodes', () => {
  it('are not bound when there is only one, nor when the user asks for none', () => {
    const untouched = chain()
    expect(addNuma(untouched, { kind: 'auto' }, [3], oneNode)).toBeNull()
    expect(addNuma(untouched, { kind: 'auto' }, [], twoNodes)).toBeNull()
    expect(addNuma(untouched, { kind: 'none' }, [3], twoNodes)).toBeNull()
    expect(untouched).toEqual(chain())
  })

  withNumactl('are those of the chosen CPUs', () => {
    const bound = chain()
    expect(addNuma(bound, { kind: 'auto' }, [1, 2], twoNodes)).toBe('0')
    expect(bound).toMatchObject({ prefix: ['numactl', '--cpunodebind=0', '--membind=0'], warnings: [] })
    expect(policy(bound.prefix)).toMatch(/ bind:0 /)
  })

  withNumactl('are interleaved on request', () => {
    const interleaved = chain()
    expect(addNuma(interleaved, { kind: 'interleave' }, allowedCpus(), readTopology())).toMatch(
      /^interleave:/,
    )
    expect(policy(interleaved.prefix)).toMatch(/ interleave:/)
  })

  withNumactl('that do not exist are an error with numactl’s complaint when asked for', () => {
    expect(() => addNuma(chain(), { kind: 'nodes', nodes: [63] }, [], twoNodes)).toThrow(
      /numa-node=63: numactl --cpunodebind=63 --membind=63 does not work here: .*out of range/,
    )
  })

  it('come with a warning when memory is remote, spread, or not spread at all', () => {
    const env = { PATH: '/nonexistent' }
    const doubt = (request: string, cpus: number[]) => {
      const doubtful: Chain = { prefix: [], env, warnings: [] }
      try {
        addNuma(doubtful, parseNumaRequest(request), cpus, twoNodes)
      } catch {}
      return doubtful.warnings.map(warning => warning.code)
    }
    expect(doubt('1', [2])).toEqual(['remote-memory'])
    expect(doubt('0', [2])).toEqual([])
    expect(doubt('interleave', [2])).toEqual(['interleave-one-node'])
    expect(doubt('interleave', [2, 4])).toEqual([])
    expect(doubt('auto', [2, 4])).toEqual(['spans-nodes', 'no-numactl'])
  })
})
