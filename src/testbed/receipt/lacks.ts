// The rule by which a machine counts as tuned (docs/runner-hooks.md, What tuned means), as in
// runner-hooks/lib/engine/grade.sh; tests/examples/grades.txt holds both to the same results.
import type { ReceiptTarget } from './schema.ts'

/** How the targets of a knob ended, the worst first: a knob is set when one of its targets is, and none went wrong. */
const ENDS = ['drifted', 'failed', 'set', 'unsupported'] as const
type End = (typeof ENDS)[number]

const END_OF: Record<ReceiptTarget['status'], End> = {
  drifted: 'drifted',
  denied: 'failed',
  failed: 'failed',
  applied: 'set',
  already: 'set',
  unsupported: 'unsupported',
}

/** What of a target decides about the grade. */
export type Ended = Pick<ReceiptTarget, 'knob' | 'required' | 'target' | 'wanted' | 'status' | 'reason'>

/** A knob that keeps the machine from being tuned; '' for the machine itself. */
export type Lack = { knob: string; sentence: string }

/** The knobs without which the clock, or the CPUs, of a benchmark are not its own. */
const DECISIVE = ['governor', 'turbo', 'partition']

/** Why a virtual machine is never tuned. */
export const VIRTUAL = 'a virtual machine: its host decides about the clock and who shares its CPUs'

/** What a governor or turbo was set to, where that does not steady the clock. */
function amiss(targets: Ended[]): string | undefined {
  const wrong = targets
    .filter(({ wanted }) => wanted !== '')
    .find(
      ({ knob, target, wanted }) =>
        (knob === 'governor' && target.endsWith('/scaling_governor') && wanted !== 'performance') ||
        (knob === 'turbo' && target.endsWith('/no_turbo') && wanted !== '1') ||
        (knob === 'turbo' && target.endsWith('boost') && wanted !== '0'),
    )
  return wrong && `set to ${wrong.wanted}`
}

/** Why the machine with these targets is not tuned; empty when it is. `isVirtual`: it is a virtual machine. */
export function lacksOf(all: Ended[], isVirtual: boolean): Lack[] {
  const targetsOf = (knob: string) => all.filter(each => each.knob === knob)
  const ofEnd = (knob: string, end: End) => targetsOf(knob).filter(({ status }) => END_OF[status] === end)
  const endOf = (knob: string) => ENDS.find(end => ofEnd(knob, end).length > 0)
  const why = (knob: string) => {
    const end = endOf(knob)
    const [first] = end === undefined ? [] : ofEnd(knob, end)
    return first === undefined
      ? 'it is not set here'
      : [first.target, first.reason].filter(Boolean).join(': ')
  }
  // Where turbo cannot be switched, a clock that is capped at the base clock has none.
  const isCapped = (knob: string) =>
    knob === 'turbo' && (endOf(knob) ?? 'unsupported') === 'unsupported' && endOf('max-frequency') === 'set'
  const knobs = [...new Set(all.map(each => each.knob))]
  const unmet = knobs
    .filter(knob => targetsOf(knob).some(({ required }) => required))
    .filter(knob => endOf(knob) === 'failed' || (endOf(knob) === 'unsupported' && !isCapped(knob)))
    .map(knob => {
      const how = endOf(knob) === 'failed' ? 'failed' : 'this machine does not have it'
      return { knob, sentence: `${knob} is required, and ${how} (${why(knob)})` }
    })
  const drifted = knobs
    .filter(knob => endOf(knob) === 'drifted')
    .map(knob => ({ knob, sentence: `${knob} drifted: ${why(knob)}` }))
  const said = new Set([...unmet, ...drifted].map(each => each.knob))
  const open = DECISIVE.filter(knob => !isCapped(knob) && !said.has(knob)).flatMap(knob => {
    const wrong = amiss(targetsOf(knob))
    if (endOf(knob) === 'set' && wrong === undefined) return []
    return [{ knob, sentence: `${knob} is not in force: ${wrong ?? why(knob)}` }]
  })
  return [...unmet, ...(isVirtual ? [{ knob: '', sentence: VIRTUAL }] : []), ...drifted, ...open]
}
