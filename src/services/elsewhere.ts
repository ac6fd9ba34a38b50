// Services that let other processes serve: those of a daemon of containers, of an init system or of another machine. They are refused
// where the command names such a program, where the service has started one, and where it used too little CPU time to have served.
import { startedPrograms } from '../measure/runs/started-programs.ts'
import type { RunEvidence } from '../model/index.ts'
import { formatCount } from '../phrases.ts'

/** They ask a daemon, or another machine, to start what they name. */
const STARTERS =
  'docker podman nerdctl finch ctr docker-compose podman-compose kubectl lxc incus systemctl systemd-run machinectl ssh'.split(
    ' ',
  )

/** The way out, after who it is that serves. */
const NOT_COUNTED =
  "which are neither on the benchmark's CPUs nor counted: start the program itself, without a container or a daemon"

/** What is wrong with a service that started these programs; null for nothing. */
export function startedElsewhere(programs: string[]): string | null {
  const starter = programs.find(name => STARTERS.includes(name))
  return starter === undefined ? null : `lets ${starter} start other processes, ${NOT_COUNTED}`
}

/** The same of a command that names them. */
export const commandElsewhere = (command: string): string | null =>
  startedElsewhere(startedPrograms(command).map(({ name }) => name))

/** A request costs any server more than this, and more than this share of what it costs a load generator. */
const LEAST = { nanoseconds: 10_000, share: 0.01 }

/** Why a service cannot be the one that served the `requests` of a run; null where it can. */
export function servedElsewhere(
  { userTime, systemTime, load }: RunEvidence,
  requests: number,
): string | null {
  const used = userTime + systemTime
  if (load === undefined || requests === 0) return null
  if (used >= LEAST.nanoseconds * requests || used >= LEAST.share * load.cpuTime) return null
  const time = `${Number((used / 1e6).toPrecision(2))} ms of CPU time for ${formatCount(requests)} requests`
  return `used ${time}: they were served by other processes, ${NOT_COUNTED}`
}
