// Finds the units and daemons that run, without any privilege: systemd gives each running service a cgroup, and every
// process has a name in /proc. No service is called, so none is started.
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

/** Reads the units that run. One of `daemons` also counts where its process runs without its unit. */
export function readServices(tree: FileTree, daemons: readonly string[], container: string): Services {
  const systemd =
    tree.names('run/systemd/system').length > 0 || GROUPS.some(group => tree.names(group).length > 0)
  const services = GROUPS.flatMap(group => tree.names(group)).filter(name => name.endsWith('.service'))
  const timers = TIMERS.flatMap(place => tree.names(`${place}/timers.target.wants`))
  const running = processNames(tree)
  const started = daemons.filter(unit => running.has(unit.replace(/\.service$/, '').slice(0, LONGEST_NAME)))
  return {
    systemd,
    hidden: container !== 'none' && services.length === 0,
    units: new Set([...services, ...(systemd ? timers : []), ...started]),
  }
}
