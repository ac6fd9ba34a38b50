// Runs the command of `ab --base-ref` once before both sides are built: a mistake in it must not cost two builds.
import { measureOne } from '../../job/measure-with-looks.ts'
import type { MeasureRequest } from '../../job/request/request.ts'
import { startJob } from '../../job/start.ts'
import { MeasureError } from '../../measure/runs/errors.ts'

const silent = { onRun: () => {}, onLine: () => {} }

/** Whether a run before the others changes nothing: it must not remove files, and needs no build of its own. */
export const mayTry = ({
  prepare,
  results,
  layouts,
  calledLayouts,
  companions = [],
}: MeasureRequest): boolean =>
  companions.length === 0 && prepare === '' && results === null && layouts.length + calledLayouts.length === 0

/**
 * What fails in one run of the candidate's command in `cwd`, of a template with its first benchmark; null for nothing, and where others
 * were measured beside it: these are compared.
 */
export async function failureIn(
  cwd: string,
  request: MeasureRequest,
  signal: AbortSignal,
): Promise<MeasureError | null> {
  const { cwds: _, ownCheckout: __, duetLooks: ___, commands, benchmarks, ...asked } = request
  const { candidate = '' } = commands
  const one = {
    ...{ ...asked, cwd, commands: { candidate }, looks: [1], warmupRuns: 0, duet: false, maxTimeMs: 0 },
    benchmarks: { baseline: [], candidate: benchmarks.candidate.slice(0, 1) },
  }
  try {
    const { benchmarks: measured, failures } = await measureOne(await startJob(one, signal), silent)
    const [failure] = failures
    return failure === undefined || measured.length > 0
      ? null
      : new MeasureError(`${failure.name} failed: ${failure.reason}`, 'candidate')
  } catch (error) {
    if (error instanceof MeasureError) return new MeasureError(error.message, 'candidate')
    throw error
  }
}
