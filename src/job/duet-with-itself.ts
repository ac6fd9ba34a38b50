// A duet of a command with itself, for `calibrate`. Nobody asked for it: where it cannot be made, the earlier
// measurements must not be lost.
import { MeasureError } from '../measure/runs/errors.ts'
import { InputError, type Session } from '../model/index.ts'
import { measureTo, type ProgressListeners } from './make-runs.ts'
import type { MeasureRequest } from './request/request.ts'
import { sessionOf } from './session.ts'
import { startJob } from './start.ts'

export type DuetWithItself = { baseline: Session; candidate: Session }

/**
 * Measures `pairs` pairs of the candidate's command against itself. Returns the error where it cannot: there are no two cores, or the
 * command fails beside itself because it needs a port or a file alone. Throws Interrupted.
 */
export async function duetWithItself(
  request: MeasureRequest,
  pairs: number,
  { signal, ...told }: { signal: AbortSignal } & ProgressListeners,
): Promise<DuetWithItself | InputError | MeasureError> {
  if (request.layouts.length > 1)
    return new InputError('each run has a build of its own, and builds differ more than moments do')
  if (request.service !== null)
    return new InputError(
      'services share their CPUs in a duet, so times of requests would be of another kind',
    )
  const command = request.commands.candidate ?? ''
  const commands = { baseline: command, candidate: command }
  const asked = { ...request, commands, looks: [pairs], duet: true }
  try {
    const job = await startJob(asked, signal)
    await measureTo(job, pairs, told)
    return { baseline: sessionOf(job, 'baseline'), candidate: sessionOf(job, 'candidate') }
  } catch (error) {
    if (error instanceof InputError || error instanceof MeasureError) return error
    throw error
  }
}
