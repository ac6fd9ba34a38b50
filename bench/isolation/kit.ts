// The installed runner hooks, used by root and by hand: tune with a configuration of ours, and restore. The file in
// /etc stays as it is: ours is mounted over it for the one call, in a mount namespace that ends with it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kitProgram } from '../../src/kit-place.ts'

const program = kitProgram()
const run = '/run/stable-bench'

export const configuration = '/etc/stable-bench/stable-bench.conf'

// After this time the kit's guard restores a machine whose ablation was killed.
const LEASE = 'lease-max = 15m'

/** Why this process cannot tune this machine; null when it can. */
export function whyNoTuning(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root'
  if (!existsSync(program)) return 'the runner hooks are not installed (sudo runner-hooks/install.sh)'
  if (existsSync(join(run, 'journal'))) {
    return 'the machine is tuned already, perhaps for a job; see `stable-bench-host status`'
  }
  return null
}

/** Runs `command` so that it alone sees the file `shown` at the path `hidden`. */
export function withFileInPlace(shown: string, hidden: string, command: string[]) {
  const mount = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
  // Called as if by root itself: the kit tunes for jobs, or for root.
  const { SUDO_UID: _, ...env } = process.env
  const argv = ['--mount', '--propagation', 'private', 'sh', '-c', mount, 'sh', shown, hidden, ...command]
  return spawnSync('unshare', argv, { encoding: 'utf8', env })
}

/** A key may be given once only, and the installed configuration has this one. */
const withLease = (text: string) => `${text.replace(/^lease-max *=.*$/m, '')}\n${LEASE}\n`

/** Runs a command without the drop-ins of the machine's configuration, in the mount namespace of `withFileInPlace`. */
const withoutDropIns = (command: string[]) => [
  'sh',
  '-c',
  '[ ! -d "$1" ] || mount -t tmpfs tmpfs "$1" && shift && exec "$@"',
  'sh',
  join(configuration, '../conf.d'),
  ...command,
]

/** Tunes by the configuration `text`, `alone` or with the machine's drop-ins. Throws the kit's error messages. */
export function tune(text: string, folder: string, alone: boolean): void {
  const file = join(folder, 'stable-bench.conf')
  writeFileSync(file, withLease(text), { mode: 0o600 })
  const command = [program, 'tune']
  const { status, error, stderr } = withFileInPlace(
    file,
    configuration,
    alone ? withoutDropIns(command) : command,
  )
  if (status !== 0) throw error ?? new Error(`stable-bench-host tune: exit code ${status}\n${stderr}`)
}

/** Puts everything back. Throws when something is not back, which the kit then tries again itself. */
export function restore(): void {
  const { SUDO_UID: _, ...env } = process.env
  const { status, error, stderr } = spawnSync(program, ['restore'], { encoding: 'utf8', env })
  if (status === 0) return
  throw error ?? new Error(`stable-bench-host restore: exit code ${status}; run it again\n${stderr}`)
}

/** For each of `knobs` how many targets ended how, as in `governor 4 applied`; or why there are none. */
export function whatWasSet(knobs: string[]): string {
  const receipt = JSON.parse(readFileSync(join(run, 'receipt.json'), 'utf8'))
  const targets = receipt.knobs as { knob: string; status: string; reason: string }[]
  const said = knobs.flatMap(knob => {
    const own = targets.filter(target => target.knob === knob)
    return [...new Set(own.map(({ status }) => status))].map(status => {
      const some = own.filter(target => target.status === status)
      const reason = status === 'applied' || status === 'already' ? '' : ` (${some[0]?.reason})`
      return `${knob} ${some.length} ${status}${reason}`
    })
  })
  return said.join(', ')
}

/** For each of `knobs` why this machine does not have it; null where it has. Needs no installed kit. */
export function missingKnobs(knobs: string[]): Record<string, string | null> {
  const script = fileURLToPath(new URL('knob-support.sh', import.meta.url))
  const { status, error, stdout, stderr } = spawnSync(script, knobs, { encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`knob-support.sh: ${stderr}`)
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => line.split('|') as [string, string, string])
  return Object.fromEntries(lines.map(([knob, has, reason]) => [knob, has === 'yes' ? null : reason]))
}

/** The line of `knob` in the profile that the kit comes with; none of them is required here. */
export function defaultLine(knob: string): string {
  const file = new URL('../../runner-hooks/profiles/standard.conf', import.meta.url)
  const line = new RegExp(`^${knob} = (\\S+)`, 'm').exec(readFileSync(file, 'utf8'))
  if (!line) throw new Error(`the standard profile of the runner hooks has no knob ${knob}`)
  return `${knob} = ${line[1]}`
}
