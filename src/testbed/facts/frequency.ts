// The frequency control of the benchmark's CPUs: driver, governor, turbo and limits, for all Linux drivers.
import { cpuTree, distinctTexts, type FileTree } from '../../kernel-files.ts'
import { cpuNumbers } from '../../model/index.ts'

/** The directories of the frequency policies for any of `cpus`, or for all CPUs if null. */
function policiesOf({ read, names }: FileTree, cpus: number[] | null): string[] {
  const all = names(`${cpuTree}/cpufreq`).filter(name => /^policy\d+$/.test(name))
  const drives = (name: string) => {
    const affected = cpuNumbers(read(`${cpuTree}/cpufreq/${name}/affected_cpus`)) ?? []
    const driven = affected.length > 0 ? affected : [Number(name.slice('policy'.length))]
    return cpus === null || driven.some(cpu => cpus.includes(cpu))
  }
  return all.filter(drives).map(name => `${cpuTree}/cpufreq/${name}`)
}

/** The common value, or all different ones. */
function agreed(values: string[]): string {
  const different = distinctTexts(values).sort()
  return different.length > 1 ? `mixed: ${different.join(', ')}` : (different[0] ?? '')
}

/** The frequency in kHz that the processor can sustain; NaN when no file says so. */
function baseClock({ read }: FileTree, policy: string): number {
  const base = read(`${policy}/base_frequency`)
  if (base !== '') return Number(base)
  const cpu = `cpu${policy.replace(/.*policy/, '')}`
  const nominal = read(`${cpuTree}/${cpu}/acpi_cppc/nominal_freq`)
  return nominal === '' ? Number.NaN : Number(nominal) * 1000
}

/**
 * `on`, `off` or `mixed: off, on`. `capped` when the driver has no control, and the frequency is limited to what the
 * processor can sustain. Empty when nothing is known. intel_pstate has no_turbo, all other drivers have boost: one for
 * all, and since Linux 6.11 one per policy, which takes precedence.
 */
function turbo(tree: FileTree, policies: string[]): string {
  const word = (boost: string) => (boost === '' ? '' : boost === '1' ? 'on' : 'off')
  const noTurbo = tree.read(`${cpuTree}/intel_pstate/no_turbo`)
  if (noTurbo !== '') return noTurbo === '1' ? 'off' : 'on'
  const boosts = policies.map(policy => word(tree.read(`${policy}/boost`))).filter(Boolean)
  if (boosts.length > 0) return agreed(boosts)
  const boost = word(tree.read(`${cpuTree}/cpufreq/boost`))
  if (boost !== '' || policies.length === 0) return boost
  const capped = (policy: string) => {
    const limit = tree.read(`${policy}/scaling_max_freq`)
    return limit !== '' && Number(limit) <= baseClock(tree, policy)
  }
  return policies.every(capped) ? 'capped' : ''
}

/** The facts for the CPUs in the list `pinned`, or for all if null. */
export function frequencyFacts(tree: FileTree, pinned: string | null): Record<string, string> {
  const policies = policiesOf(tree, pinned === null ? null : cpuNumbers(pinned))
  const of = (file: string) => agreed(policies.map(policy => tree.read(`${policy}/${file}`)))
  const pstate = tree.read(`${cpuTree}/intel_pstate/status`) || tree.read(`${cpuTree}/amd_pstate/status`)
  const driver = of('scaling_driver')
  return {
    'frequency-driver': pstate === '' || driver === '' ? driver : `${driver} (${pstate})`,
    governor: of('scaling_governor'),
    turbo: turbo(tree, policies),
    'frequency-limits':
      policies.length === 0 ? '' : `${of('scaling_min_freq')} to ${of('scaling_max_freq')} kHz`,
    'energy-preference': of('energy_performance_preference'),
  }
}
