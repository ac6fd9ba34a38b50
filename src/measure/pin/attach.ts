// Asks the runner hooks to move a benchmark onto the CPUs reserved for it, and to drop the page cache. Both are verbs of the kit's root
// program, and work only for the job that the machine is tuned for.
import { kitProgram } from '../../kit-place.ts'
import { InputError, type Warning } from '../../model/index.ts'
import { type Chain, tryCommand } from './wrappers.ts'

/** The hooks' settings that keep the benchmark's pages in memory. */
export type MemoryKnob = 'swap' | 'memory'

/** The hooks, when they hold the machine for this very job. CPU lists are those of the receipt, empty for none. */
export type HeldMachine = {
  benchmarkCpus: string
  /** For what puts a service under load. */
  loadCpus?: string
  /** Why a knob is not applied; null for one that is. */
  memory?: Record<MemoryKnob, string | null>
  program?: string
}

const NO_ATTACH = 'no-attach'

/** The command line of a verb of the kit, exactly as sudoers has it. */
export function kitCommand(
  { program = kitProgram() }: Pick<HeldMachine, 'program'>,
  verb: 'attach' | 'attach-load' | 'drop-caches' | 'tune',
): string[] {
  return ['sudo', '-n', program, verb]
}

// The kit moves the process that called sudo: this shell, which then becomes the benchmark. -p: no BASH_ENV. The error
// output of sudo stays visible, because it says why a run could not start.
const ATTACH = '"$1" "$2" "$3" "$4" >/dev/null && shift 4 && exec "$@"'

/** The wrapper that moves itself onto the benchmark CPUs, or those of the load, with their cgroup and priority, and becomes the benchmark. */
export function attachWrapper(kit: HeldMachine, verb: 'attach' | 'attach-load' = 'attach'): string[] {
  return ['bash', '-p', '-c', ATTACH, 'stable-bench-attach', ...kitCommand(kit, verb)]
}

/**
 * Adds the attach in front of everything else, because isolated CPUs cannot be had from outside. Returns whether it works; a
 * refusal is a warning, or an InputError if `explicit`.
 */
export function addAttach(chain: Chain, kit: HeldMachine, explicit: boolean): boolean {
  const argv = attachWrapper(kit)
  const tried = tryCommand([...chain.prefix, ...argv, 'true'], chain.env)
  if (tried.ok) {
    chain.prefix.push(...argv)
    return true
  }
  const message = `${kitCommand(kit, 'attach').join(' ')} does not work here: ${tried.why}`
  if (explicit)
    throw new InputError(
      `cpus: the runner hooks keep CPUs ${kit.benchmarkCpus} for benchmarks, but ${message}`,
    )
  chain.warnings.push({ code: NO_ATTACH, message: `measured outside of the isolated CPUs: ${message}` })
  return false
}

/**
 * Why `require-tuned` refuses a job whose runs would not use the CPUs that the machine was tuned for, and what to do.
 * Null when they do, when the hooks reserve none, and with `cpus: none`, which avoids them on purpose.
 */
export function refusedAttach(
  kit: HeldMachine | null,
  cpus: string,
  { attached, warnings }: { attached: boolean; warnings: Warning[] },
): string | null {
  if (kit === null || kit.benchmarkCpus === '' || cpus.trim() === 'none' || attached) return null
  const why = warnings.find(({ code }) => code === NO_ATTACH)?.message ?? 'the runs are not attached to them'
  return (
    `require-tuned: the runner hooks keep CPUs ${kit.benchmarkCpus} for benchmarks, but this one would be ${why}; ` +
    `ask \`${kitCommand(kit, 'attach').join(' ')}\` in a step of a job what is wrong, and runner-hooks/install.sh ` +
    '--check as root; or set cpus to none, or set require-tuned to false'
  )
}
