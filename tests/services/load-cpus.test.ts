import { describe, expect, it } from '@jest/globals'
import type { Cpu, Topology } from '../../src/measure/pin/topology.ts'
import { InputError } from '../../src/model/index.ts'
import { placeLoad } from '../../src/services/load-cpus.ts'

const cpu = (id: number, core = id, node = 0): Cpu => ({ id, core, node, cache: '', fast: true })

/** A machine on which every CPU may be used. It claims CPUs that are not here, so only lists of CPU 0 can be tried. */
function machine(cpus: Cpu[], rest: Partial<Topology> = {}): Topology {
  const ids = cpus.map(({ id }) => id)
  return { cpus, present: ids, allowed: ids, isolated: [], unbalanced: [], nodes: [0], ...rest }
}

const place = (text: string, service: number[], topology: Topology) =>
  placeLoad(text, service, { topology, kit: null }, process.env)

/** The list that was tried, whether or not this machine has it. */
function triedCpus(service: number[], topology: Topology): string {
  const { cpus, warnings } = place('auto', service, topology)
  return cpus.join() || (/load-cpus=(\S+):/.exec(warnings.map(({ message }) => message).join())?.[1] ?? '')
}

describe('the CPUs of the load', () => {
  it('are one each on a machine with two', () => {
    expect(place('auto', [1], machine([cpu(0), cpu(1)])).cpus).toEqual([0])
    expect(place('auto', [1], machine([cpu(0), cpu(1)])).prefix).toEqual(['taskset', '-c', '0'])
  })

  it('are whole other cores, without that of CPU 0 where there are more', () => {
    const cores = machine([0, 1, 2, 3].map(id => cpu(id)))
    expect(triedCpus([3], cores)).toBe('1,2')
    const threads = machine([cpu(0, 0), cpu(1, 1), cpu(2, 2), cpu(3, 0), cpu(4, 1), cpu(5, 2)])
    expect(triedCpus([2], threads)).toBe('1,4')
  })

  it('are of the node of the service', () => {
    const nodes = machine([cpu(0, 0, 0), cpu(1, 1, 0), cpu(2, 2, 1), cpu(3, 3, 1)])
    expect(triedCpus([3], nodes)).toBe('2')
    expect(triedCpus([1], nodes)).toBe('0')
  })

  it('are a sibling where nothing else is left, with a warning', () => {
    const { cpus, warnings } = place('auto', [1], machine([cpu(0, 0), cpu(1, 0)]))
    expect(cpus).toEqual([0])
    expect(warnings.map(({ code }) => code)).toEqual(['load-on-sibling'])
  })

  it('are refused where there is one CPU, with the way out', () => {
    expect(() => place('auto', [0], machine([cpu(0)]))).toThrow(
      /load-cpus: this job may use one CPU.*set load-cpus to none/,
    )
    // A single CPU is given to nobody, so nothing is pinned there.
    expect(() => place('auto', [], machine([cpu(0)]))).toThrow(/load-cpus: this job may use one CPU/)
    expect(place('none', [0], machine([cpu(0)])).prefix).toEqual([])
  })

  it('are refused where they are the service’s', () => {
    expect(() => place('0,1', [1], machine([cpu(0), cpu(1)]))).toThrow(InputError)
    expect(() => place('0,1', [1], machine([cpu(0), cpu(1)]))).toThrow("CPUs 1 are the service's (cpus=1)")
  })

  it('are any where the service is not pinned', () => {
    expect(place('auto', [], machine([cpu(0), cpu(1)])).prefix).toEqual([])
  })
})
