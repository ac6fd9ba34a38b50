// The limit on locked memory, for programs that call mlockall(2) themselves. Locks nothing: what keeps the pages of
// others in memory are the runner hooks' knobs swap and memory; with the latter their attach has raised this limit.
import type { Warning } from '../../model/index.ts'
import type { Kit, MemoryKnob } from './attach.ts'
import { addWrapper, type Chain } from './wrappers.ts'

const unlimited = /^Max locked memory\s+unlimited\s+unlimited/m

/** Raises the limit to unlimited for what comes behind `chain`. Throws an InputError when that is refused. */
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

// What a page is kept from, and the line that does it.
const KNOBS: Record<MemoryKnob, { effect: string; line: string }> = {
  swap: { effect: 'swapped out', line: 'swap = off' },
  memory: { effect: 'reclaimed when memory is short', line: 'memory = SIZE' },
}

type Target = { knob: string; status: string; reason: string }

/** Why a knob is not applied, null where all its targets are: one that is kept as it was has none. */
function whyNotApplied(targets: Target[], knob: MemoryKnob): string | null {
  const own = targets.filter(target => target.knob === knob)
  if (own.length === 0) return `${knob} = keep`
  const amiss = own.find(({ status }) => status !== 'applied' && status !== 'already')
  return amiss === undefined ? null : `${amiss.status}: ${amiss.reason}`
}

/** What the knobs in a receipt of the hooks do for the benchmark's memory. */
export const keptMemory = (targets: Target[]): Record<MemoryKnob, string | null> => ({
  swap: whyNotApplied(targets, 'swap'),
  memory: whyNotApplied(targets, 'memory'),
})

/**
 * What lock-memory promises and this job does not get: without the hooks' knobs, or outside of the cgroup that they set,
 * a program that does not lock its pages itself may lose them. One warning per knob, or one for all.
 */
export function unprotectedMemory(kit: Kit | null, attached: boolean): Warning[] {
  const warning = (message: string) => ({ code: 'memory-not-kept', message: `lock-memory: ${message}` })
  const lines = Object.values(KNOBS).map(({ line }) => line)
  if (kit === null) {
    const how = `with ${lines.join(' and ')} in ${CONFIGURATION} they keep them`
    return [warning(`without the runner hooks pages that the program does not lock itself may go; ${how}`)]
  }
  if (!attached) {
    const message = `the runs are not attached to the benchmark's cgroup, so that ${lines.join(' and ')} do not hold for them`
    return [warning(message)]
  }
  return (Object.keys(KNOBS) as MemoryKnob[]).flatMap(knob => {
    const why = kit.memory?.[knob]
    if (why === null) return []
    const { effect, line } = KNOBS[knob]
    return [
      warning(
        `pages of the benchmark may be ${effect}: the knob ${knob} of the runner hooks is not applied ` +
          `(${why ?? 'not known'}); set ${line} in ${CONFIGURATION}`,
      ),
    ]
  })
}
