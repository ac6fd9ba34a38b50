// Finds the units and daemons that run, without any privilege: systemd gives each running service a cgroup, and every
// process has a name in /proc. No service is called, so none is started. Says which of them disturb measurements, and how.
import type { FileTree } from '../kernel-files.ts'

export type Services = {
  /** Whether systemd runs this machine. */
  systemd: boolean
  /** Units and processes of the machine are hidden in a container. */
  hidden: boolean
  /** Running services, and timers that are switched on. */
  units: Set<string>
}

/** Where systemd keeps its services: with cgroup v2, and with v1. */
const GROUPS = ['sys/fs/cgroup/system.slice', 'sys/fs/cgroup/systemd/system.slice']
const TIMERS = ['etc/systemd/system', 'usr/lib/systemd/system', 'lib/systemd/system']

/** The kernel cuts the name of a process. */
const LONGEST_NAME = 15

/** The names of all processes. */
const processNames = ({ read, names }: FileTree): Set<string> =>
  new Set(
    names('proc')
      .filter(name => /^\d+$/.test(name))
      .map(pid => read(`proc/${pid}/comm`)),
  )

/** Reads the units that run. A daemon that disturbs also counts where its process runs without its unit. */
export function readServices(tree: FileTree, container: string): Services {
  const systemd =
    tree.names('run/systemd/system').length > 0 || GROUPS.some(group => tree.names(group).length > 0)
  const services = GROUPS.flatMap(group => tree.names(group)).filter(name => name.endsWith('.service'))
  const timers = TIMERS.flatMap(place => tree.names(`${place}/timers.target.wants`))
  const running = processNames(tree)
  const started = [...EFFECTS.keys()].filter(unit =>
    running.has(unit.replace(/\.service$/, '').slice(0, LONGEST_NAME)),
  )
  return {
    systemd,
    hidden: container !== 'none' && services.length === 0,
    units: new Set([...services, ...(systemd ? timers : []), ...started]),
  }
}

/** The daemons that set the clock: a copy of the list in runner-hooks/knobs/11-daemons.sh, which stops them. */
// biome-ignore format: a list, which reads best compact
export const CLOCK_DAEMONS = [
  'tuned.service', 'tuned-ppd.service', 'power-profiles-daemon.service', 'tlp.service', 'tlp-pd.service',
  'thermald.service', 'auto-cpufreq.service', 'gamemoded.service',
]

/** The daemons that D-Bus starts again as soon as any program asks for them. */
// biome-ignore format: a list, which reads best compact
export const BUS_ACTIVATED = [
  'tuned.service', 'tuned-ppd.service', 'power-profiles-daemon.service', 'thermald.service',
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

/** The daemons that run now. */
export function runningDaemons({ units }: Services): { name: string; effect: string }[] {
  return [...EFFECTS].filter(([name]) => units.has(name)).map(([name, effect]) => ({ name, effect }))
}
