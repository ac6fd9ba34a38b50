// The CPUs of what puts a service under load: others than the service's, since a load generator beside it would be measured, too.
import { attachWrapper, type HeldMachine } from '../measure/pin/attach.ts'
import type { Topology } from '../measure/pin/topology.ts'
import { addWrapper, type Chain } from '../measure/pin/wrappers.ts'
import { formatCpuList, InputError, parseCpuList, type Warning } from '../model/index.ts'

export type LoadPlace = { prefix: string[]; cpus: number[]; warnings: Warning[] }

type Machine = { topology: Topology; kit: HeldMachine | null }

const onlyOne =
  'load-cpus: this job may use one CPU, and the load would run beside the service on it; measure on a machine with two, or set ' +
  'load-cpus to none to measure both together'

/** CPUs of other cores than those of the service: of its node, and without the core of CPU 0, where such are left. */
function otherCores(service: number[], { cpus, allowed, isolated }: Topology): number[] {
  const taken = cpus.filter(({ id }) => service.includes(id))
  const others = cpus.filter(
    ({ id, core }) =>
      allowed.includes(id) && !isolated.includes(id) && !taken.some(each => each.core === core),
  )
  const near = others.filter(({ node }) => taken.some(each => each.node === node))
  const here = near.length > 0 ? near : others
  const quiet = here.filter(({ core }) => core !== 0)
  return (quiet.length > 0 ? quiet : here).map(({ id }) => id)
}

/** Siblings of the service's cores, where nothing else is left. */
const siblings = (service: number[], { cpus, allowed }: Topology): number[] =>
  cpus.filter(({ id }) => allowed.includes(id) && !service.includes(id)).map(({ id }) => id)

function chosen(text: string, service: number[], { topology, kit }: Machine): Omit<LoadPlace, 'prefix'> {
  if (text !== 'auto') {
    const cpus = parseCpuList(text, 'load-cpus')
    const both = cpus.filter(cpu => service.includes(cpu))
    if (cpus.length === 0) throw new InputError('load-cpus: is empty; write a list such as 2,3, auto or none')
    if (both.length === 0) return { cpus, warnings: [] }
    throw new InputError(
      `load-cpus=${text}: CPUs ${formatCpuList(both)} are the service's (cpus=${formatCpuList(service)}); give others`,
    )
  }
  const kept = parseCpuList(kit?.loadCpus ?? '', 'the receipt of the runner hooks')
  if (kept.length > 0) return { cpus: kept, warnings: [] }
  const others = otherCores(service, topology)
  if (others.length > 0) return { cpus: others, warnings: [] }
  const beside = siblings(service, topology)
  if (beside.length === 0) throw new InputError(onlyOne)
  const message = `the load ran on CPUs ${formatCpuList(beside)}, which share a core with the service: this job may use one core only`
  return { cpus: beside, warnings: [{ code: 'load-on-sibling', message }] }
}

/**
 * Where the load of a service on the CPUs `service` runs; nowhere in particular with `none`, or where the service is not pinned.
 * Throws an InputError where there is no CPU for it, or where the one that was asked for cannot be had.
 */
export function placeLoad(
  text: string,
  service: number[],
  machine: Machine,
  env: NodeJS.ProcessEnv,
): LoadPlace {
  if (text === 'auto' && machine.topology.allowed.length === 1) throw new InputError(onlyOne)
  if (text === 'none' || (text === 'auto' && service.length === 0))
    return { prefix: [], cpus: [], warnings: [] }
  const { cpus, warnings } = chosen(text, service, machine)
  const chain: Chain = { prefix: [], env, warnings: [...warnings] }
  const { kit } = machine
  const list = formatCpuList(cpus)
  const load = { input: 'load-cpus', value: list }
  if (kit?.loadCpus) addWrapper(chain, { ...load, argv: attachWrapper(kit, 'attach-load'), explicit: false })
  const got = addWrapper(chain, { ...load, argv: ['taskset', '-c', list], explicit: text !== 'auto' })
  return { prefix: chain.prefix, cpus: got ? cpus : [], warnings: chain.warnings }
}
