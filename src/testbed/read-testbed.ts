// The machine as it is: facts that an unprivileged process can read, and the fingerprint of those that must match
// before measurements of two sessions may be compared.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, hostname, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Testbed } from '../model.ts'

/** A difference in one of these makes two sessions incomparable. */
export const mustMatch = [
  'machine',
  'cpu-model',
  'microcode',
  'kernel',
  'clock-source',
  'governor',
  'turbo',
  'smt',
  'pinned-cpus',
  'grade',
] as const

const cpuTree = 'sys/devices/system/cpu'

function reader(root: string) {
  return (path: string): string => {
    const full = join(root, path)
    return existsSync(full) ? readFileSync(full, 'utf8').trim() : ''
  }
}

function cpuinfo(text: string, field: string): string {
  return new RegExp(`^${field}\\s*:\\s*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
}

/** `on`, `off` or empty: intel_pstate speaks of no_turbo, acpi-cpufreq and amd-pstate of boost. */
function turbo(read: (path: string) => string): string {
  const noTurbo = read(`${cpuTree}/intel_pstate/no_turbo`)
  if (noTurbo !== '') return noTurbo === '1' ? 'off' : 'on'
  const boost = read(`${cpuTree}/cpufreq/boost`)
  return boost === '' ? '' : boost === '1' ? 'on' : 'off'
}

function readFacts(root: string): Record<string, string> {
  const read = reader(root)
  const info = read('proc/cpuinfo')
  return {
    'cpu-model': cpuinfo(info, 'model name') || cpuinfo(info, 'CPU part'),
    microcode: cpuinfo(info, 'microcode'),
    virtual: /^flags\s*:.*\bhypervisor\b/m.test(info) ? 'yes' : 'no',
    cpus: String(availableParallelism()),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    kernel: release(),
    'clock-source': read('sys/devices/system/clocksource/clocksource0/current_clocksource'),
    'frequency-driver': read(`${cpuTree}/cpu0/cpufreq/scaling_driver`),
    governor: read(`${cpuTree}/cpu0/cpufreq/scaling_governor`),
    turbo: turbo(read),
    smt: read(`${cpuTree}/smt/control`),
    isolated: read(`${cpuTree}/isolated`),
    'transparent-hugepages': /\[(\w+)\]/.exec(read('sys/kernel/mm/transparent_hugepage/enabled'))?.[1] ?? '',
  }
}

/** A short digest of the facts in `mustMatch`; a fact that cannot be read counts as empty. */
export function fingerprintOf(facts: Record<string, string>): string {
  const relevant = mustMatch.map(name => [name, facts[name] ?? ''])
  return createHash('sha256').update(JSON.stringify(relevant)).digest('hex').slice(0, 12)
}

/**
 * Reads the testbed from `/proc` and `/sys` under `root`. `machine` names the runner, so that two machines of the
 * same make stay apart; without it the host name does.
 */
export function readTestbed(
  { machine, pinnedCpus }: { machine: string | null; pinnedCpus: string | null },
  root = '/',
): Testbed {
  const grade = 'untuned'
  const facts = Object.fromEntries(
    Object.entries({
      machine: machine ?? hostname(),
      ...readFacts(root),
      'pinned-cpus': pinnedCpus ?? 'none',
      grade,
    }).filter(([, value]) => value !== ''),
  )
  return {
    grade,
    gradeReason: 'no receipt of the runner hooks for this job',
    fingerprint: fingerprintOf(facts),
    facts,
  }
}
