// Raises the limit on locked memory, for programs that call mlockall(2) themselves. Locks nothing itself. For other
// programs, the runner hooks' knobs swap and memory keep pages in memory.
import type { Warning } from '../../model/index.ts'
import type { HeldMachine, MemoryKnob } from './attach.ts'
import { addWrapper, type Chain } from './wrappers.ts'

const unlimited = /^Max locked memory\s+unlimited\s+unlimited/m

/** Adds a wrapper that removes the limit. Throws an InputError when that is refused. */
export function addLockMemory(chain: Chain): void {
  addWrapper(chain, {
    input: 'lock-memory',
    value: 'true',
    argv: ['prlimit', '--memlock=unlimited:unlimited'],
    explicit: true,
    probe: ['cat', '/proc/self/limits'],
    refusal: limits => (unlimited.test(limits) ? null : 'the limit stays as it was'),
    advice:
      'set LimitMEMLOCK=infinity in the service of the runner, or memory = SIZE in the configuration of the runner ' +
      'hooks, or leave lock-memory at its default',
  })
}

const CONFIGURATION = '/etc/stable-bench/stable-bench.conf'

// For each knob: what may happen to pages without it, and its line in the configuration.
const KNOBS: Record<MemoryKnob, { effect: string; line: string }> = {
  swap: { effect: 'swapped out', line: 'swap = off' },
  memory: { effect: 'reclaimed when memory is short', line: 'memory = SIZE' },
}

type Target = { knob: string; status: string; reason: string }

/** Why a knob is not applied; null when all its targets are. A knob that is kept as it was has no targets. */
function whyNotApplied(targets: Target[], knob: MemoryKnob): string | null {
  const own = targets.filter(target => target.knob === knob)
  if (own.length === 0) return `${knob} = keep`
  const amiss = own.find(({ status }) => status !== 'applied' && status !== 'already')
  return amiss === undefined ? null : `${amiss.status}: ${amiss.reason}`
}

/** The state of both knobs in a receipt of the hooks: null for applied, else why not. */
export const keptMemory = (targets: Target[]): Record<MemoryKnob, string | null> => ({
  swap: whyNotApplied(targets, 'swap'),
  memory: whyNotApplied(targets, 'memory'),
})

/**
 * Warns that pages which a program does not lock may be lost: without the hooks' knobs, or outside of the cgroup that the hooks set
 * up.
 */
export function unprotectedMemory(kit: HeldMachine | null, attached: boolean): Warning[] {
  const warning = (message: string) => ({ code: 'memory-not-kept', message: `lock-memory: ${message}` })
  const lines = Object.values(KNOBS).map(({ line }) => line)
  if (kit === null) {
    const how = `Install the runner hooks and set ${lines.join(' and ')} in ${CONFIGURATION}`
    return [warning(`the kernel may reclaim or swap out pages that the program does not lock. ${how}`)]
  }
  if (!attached) {
    const message = `the runs are not attached to the benchmark's cgroup, so ${lines.join(' and ')} do not protect their pages`
    return [warning(message)]
  }
  return (Object.keys(KNOBS) as MemoryKnob[]).flatMap(knob => {
    const why = kit.memory?.[knob]
    if (why === null) return []
    const { effect, line } = KNOBS[knob]
    const message =
      `pages of the benchmark may be ${effect}: the knob ${knob} of the runner hooks is not applied ` +
      `(${why ?? 'not known'}); set ${line} in ${CONFIGURATION}`
    return [warning(message)]
  })
}
