// What must hold for a result that is kept as that of the event's commit: of a branch, a tag or a release.
import { resolve } from 'node:path'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { serverHasCommit } from '../../github/pull-request/base-commits.ts'
import type { Values } from '../../inputs/values.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Session, Warning } from '../../model/index.ts'
import { requireEventCommit } from './measured-commit.ts'

/** The doubts about the checkout that is to be measured. Throws as `requireEventCommit`. */
export function eventCommit(
  values: Pick<Values, 'working-directory'>,
  context: ConnectedJob,
): Promise<Warning[]> {
  const isKnown = (commit: string) => serverHasCommit(context, commit)
  return requireEventCommit(resolve(values['working-directory']), context, isKnown)
}

/**
 * Throws a MeasureError where nothing read what the command printed. Its times must not become a baseline or a night:
 * the first pull request that reads the results would miss them all.
 */
export function requireReadOutput({ unreadOutput }: Session): void {
  if (unreadOutput === undefined) return
  throw new MeasureError(
    'the output is not in a known benchmark format, so nothing was stored as a baseline or a night; ' +
      'set tool: process to compare the time of the process, or pattern to say where the results are',
    'candidate',
  )
}
