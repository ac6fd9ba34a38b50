// Writes down how a session was measured, as facts of its testbed. A setting that changes a number must match, as the
// machine must. docs/measuring.md names the settings that are not here, and says why.
import type { ClockFacts, Plan } from './documents/plan.ts'

/** The settings that must match, with their plain values: those that a report need not name. */
const plainSettings = {
  cache: 'warm',
  // How much is read before each process, so that the processor's caches are cold.
  'evicted-caches': '0 MiB',
  aslr: 'off',
  priority: 'auto',
  // On a machine that the runner hooks have tuned it is `yes`.
  attached: 'no',
  'numa-node': 'none',
  'lock-memory': 'no',
  'warmup-runs': '1',
  'cool-down': '0 s',
  delta: '0',
  // One build, or several whose code lies elsewhere.
  layouts: 'one',
  duet: 'no',
  // A server that each run starts anew, and how its load was given.
  service: 'none',
  prepare: 'none',
  clock: 'perl',
} as const

export type Setting = keyof typeof plainSettings

export const settingNames = Object.keys(plainSettings) as Setting[]

export const isSetting = (name: string): name is Setting => Object.hasOwn(plainSettings, name)

/** Whether a setting has its plain value in these facts, or is not recorded. */
export function isPlain(name: Setting, facts: Record<string, string>): boolean {
  const tuned = facts.grade !== undefined && facts.grade !== 'untuned'
  const plain = name === 'attached' && tuned ? 'yes' : plainSettings[name]
  return (facts[name] ?? plain) === plain
}

/** A plan but for its command and what comes of measuring: the same for both sides of a job. */
export type PlannedSettings = Omit<Plan, 'command' | 'runs' | 'clock'>

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

function serviceText(service: Plan['service']): string {
  if (service === undefined) return 'none'
  const load = service.loadCpus === null ? 'load anywhere' : 'load on other CPUs'
  return `warm-up ${service.warmUpSeconds} s, ${load}`
}

/** The settings in a plan as facts. */
export const settingsOf = (
  plan: PlannedSettings & { clock: Pick<ClockFacts, 'name'> },
): Record<Setting | 'shell', string> => ({
  shell: plan.shell,
  cache: plan.cache,
  'evicted-caches': `${(plan.evictedBytes ?? 0) / 2 ** 20} MiB`,
  aslr: plan.aslr,
  priority: plan.priority,
  attached: yesOrNo(plan.attached),
  'numa-node': plan.numaNode ?? 'none',
  'lock-memory': yesOrNo(plan.lockMemory === true),
  'warmup-runs': String(plan.warmupRuns),
  'cool-down': `${plan.coolDownSeconds ?? 0} s`,
  delta: String(plan.delta ?? 0),
  layouts: (plan.layouts?.length ?? 0) > 1 ? 'several' : 'one',
  duet: yesOrNo(plan.duet === true),
  service: serviceText(plan.service),
  prepare: plan.prepare ?? 'none',
  clock: plan.clock.name,
})
