// The limit on locked memory, for programs that call mlockall(2) themselves. Locks nothing: what keeps the pages of
// others in memory are the runner hooks' knobs swap and memory; with the latter their attach has raised this limit.
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
