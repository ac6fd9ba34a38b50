// Daemons that disturb measurements while they run, and the effect of each.
import type { Services } from './services.ts'

/** The daemons that set the clock: a copy of the list in runner-hooks/knobs/11-daemons.sh, which stops them. */
export const CLOCK_DAEMONS = [
  'tuned.service',
  'tuned-ppd.service',
  'power-profiles-daemon.service',
  'tlp.service',
  'tlp-pd.service',
  'thermald.service',
  'auto-cpufreq.service',
  'gamemoded.service',
]

/** The daemons that D-Bus starts again as soon as any program asks for them. */
export const BUS_ACTIVATED = [
  'tuned.service',
  'tuned-ppd.service',
  'power-profiles-daemon.service',
  'thermald.service',
]

const setsClock = 'sets governor, turbo or limits by its own policy'

const CONTAINERS = 'runs containers, which use CPUs of their own choice'

const EFFECTS = new Map([
  ...CLOCK_DAEMONS.map(name => [name, setsClock] as const),
  ['thermald.service', 'lowers the clock by its own limits of temperature'],
  ['irqbalance.service', 'moves interrupts between CPUs every ten seconds'],
  ['cron.service', 'starts jobs at its own times'],
  ['crond.service', 'starts jobs at its own times'],
  ['unattended-upgrades.service', 'installs packages at its own times'],
  ['packagekit.service', 'looks for packages in the background'],
  ['snapd.service', 'refreshes packages at its own times'],
  ['fwupd.service', 'looks for firmware in the background'],
  ['earlyoom.service', 'looks at the memory several times a second'],
  ['docker.service', CONTAINERS],
  ['k3s.service', CONTAINERS],
  ['kubelet.service', CONTAINERS],
  ['libvirtd.service', 'runs virtual machines, which use CPUs of their own choice'],
])

/** The units that are looked for among the processes. */
export const watchedDaemons: readonly string[] = [...EFFECTS.keys()]

/** The daemons that run now. */
export function runningDaemons({ units }: Services): { name: string; effect: string }[] {
  return [...EFFECTS].filter(([name]) => units.has(name)).map(([name, effect]) => ({ name, effect }))
}
