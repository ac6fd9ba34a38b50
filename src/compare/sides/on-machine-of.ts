// Which sessions are attempts of one job: those on the same machine.
import type { Session } from '../../model/index.ts'

/** Of sessions of which nothing is known, none is held to be an attempt of the other. */
export const onMachineOf =
  ({ testbed }: Session) =>
  (other: Session): boolean =>
    testbed !== null && testbed.fingerprint === other.testbed?.fingerprint
