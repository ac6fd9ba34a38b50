// Adds taskset for the chosen CPUs, after finding out that the kernel really gives all of them.

import { formatCpuList } from '../../model/index.ts'
import { addWrapper, type Chain, tryCommand, type Wrapper } from '../process/wrappers.ts'
import type { Topology } from './topology.ts'

/** Why CPU `id` cannot be used; null when it can. The kernel itself says no more than `Invalid argument`. */
function unusable(chain: Chain, id: number, { cpus, present }: Topology): string | null {
  if (present.length > 0 && !present.includes(id)) return `CPU ${id} does not exist`
  if (present.includes(id) && !cpus.some(cpu => cpu.id === id)) return `CPU ${id} is offline`
  const allowed = tryCommand([...chain.prefix, 'taskset', '-c', String(id), 'true'], chain.env).ok
  return allowed ? null : `CPU ${id} is not allowed to this job (by the cpuset of its cgroup or container)`
}

/** What is wrong when a process bound to `wanted` has this `/proc/self/status`; null when nothing is. */
function notOnAll(wanted: number[], status: string, { cpus, present }: Topology): string | null {
  const got = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? 'none'
  if (got !== formatCpuList(wanted)) return `it leads to CPUs ${got}`
  // An offline CPU may stand in the list of a process, which then runs on the others.
  const offline = wanted.filter(id => present.includes(id) && !cpus.some(cpu => cpu.id === id))
  return offline.length > 0 ? 'some of them are offline' : null
}

function tasksetFor(chain: Chain, cpus: number[], explicit: boolean, topology: Topology): Wrapper {
  return {
    input: 'cpus',
    value: formatCpuList(cpus),
    argv: ['taskset', '-c', formatCpuList(cpus)],
    explicit,
    probe: ['cat', '/proc/self/status'],
    // The kernel takes what it can of a list and says nothing about the rest.
    refusal: status => notOnAll(cpus, status, topology),
    explain: () =>
      cpus
        .map(id => unusable(chain, id, topology))
        .filter(Boolean)
        .join(', '),
  }
}

/**
 * The first of `sets` that can be had behind `chain`, which stays as it is. When none can: an InputError if
 * `explicit`, else a warning and no CPUs.
 */
export function firstUsable(chain: Chain, sets: number[][], explicit: boolean, topology: Topology): number[] {
  for (const cpus of sets) {
    const last = cpus === sets.at(-1)
    const trial: Chain = { ...chain, prefix: [...chain.prefix], warnings: [] }
    if (addWrapper(trial, tasksetFor(trial, cpus, explicit && last, topology))) return cpus
    if (last) chain.warnings.push(...trial.warnings)
  }
  if (sets.length === 0) {
    const message = 'not pinned: no CPU apart from CPU 0 may be used'
    chain.warnings.push({ code: 'not-pinned', message })
  }
  return []
}

/** Adds taskset for `cpus`, which have been found usable; none: adds nothing. */
export function addTaskset(chain: Chain, cpus: number[], topology: Topology): void {
  if (cpus.length > 0) addWrapper(chain, tasksetFor(chain, cpus, true, topology))
}
