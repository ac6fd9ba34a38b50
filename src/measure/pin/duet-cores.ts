// Chooses the two cores of a duet. They are whole, since a sibling would share its core with the other version. They
// are of one kind, since an advantage of one in clock or cache would make every pair uneven.
import { formatCpuList, InputError, parseCpuList } from '../../model/index.ts'
import { firstThreads, nearCores, parseCpuRequest } from './choose-cpus.ts'
import type { Cpu, Topology } from './topology.ts'

/** CPU lists are text here, as in the input `cpus`. */
type DuetRequest = { cpus: string; kit: { benchmarkCpus: string } | null }

/** Two of `cores` that are equally fast, the fast ones if there are both; null without two. */
function twoAlike(cores: Cpu[]): Cpu[] | null {
  const ofSpeed = (isFast: boolean) => cores.filter(({ fast }) => fast === isFast)
  return nearCores(ofSpeed(true), 2) ?? nearCores(ofSpeed(false), 2)
}

const ask =
  'a duet runs both versions at the same time and needs two whole cores of one kind; ask for two such CPUs, or measure in ' +
  'turns without duet'

/** Throws an InputError unless `cpus` are two CPUs of two different cores that are equally fast. */
function assertTwoCores(cpus: number[], topology: Topology): void {
  const [one, other] = cpus.map(id => topology.cpus.find(cpu => cpu.id === id))
  if (cpus.length === 2 && (!one || !other || (one.core !== other.core && one.fast === other.fast))) return
  const got = cpus.length === 2 ? ' of one core, or of cores of two kinds' : ''
  const what = cpus.length === 1 ? 'one CPU' : `${cpus.length} CPUs`
  throw new InputError(`cpus=${formatCpuList(cpus)}: ${what}${got}, and ${ask}`)
}

/**
 * The CPU list for a duet: a list as it is, or by `auto` two that the runner hooks keep, else that this job may use, without the
 * core of CPU 0 if possible. Throws an InputError where there are no two cores.
 */
export function duetCpus({ cpus: text, kit }: DuetRequest, topology: Topology): string {
  const wanted = parseCpuRequest(text)
  if (wanted.kind === 'list') {
    assertTwoCores(wanted.cpus, topology)
    return formatCpuList(wanted.cpus)
  }
  if (wanted.kind === 'none' || wanted.count !== null) throw new InputError(`cpus=${text}: ${ask}`)
  const kept = parseCpuList(kit?.benchmarkCpus ?? '', 'the receipt of the runner hooks')
  const coresOf = (ids: number[]) => firstThreads(topology.cpus.filter(({ id }) => ids.includes(id)))
  const cores = coresOf(kept.length > 0 ? kept : topology.allowed)
  const isolated = kept.length > 0 ? [] : coresOf(topology.isolated)
  const chosen = twoAlike(isolated) ?? twoAlike(cores.filter(({ core }) => core !== 0)) ?? twoAlike(cores)
  if (chosen) return formatCpuList(chosen.map(({ id }) => id).sort((a, b) => a - b))
  const whose = kept.length > 0 ? 'the runner hooks keep' : 'this job may use'
  throw new InputError(
    `duet: ${whose} ${cores.length === 1 ? 'one core' : `${cores.length} cores`}, and ${ask}`,
  )
}
