// Reads a session that an earlier run left, and checks its commit against the run's. A job can check out and measure anything.

import type { JobContext } from '../github/api/context.ts'
import type { FoundResult } from '../github/artifacts/baseline.ts'
import { type StoredResult, Unfit } from '../github/artifacts/stored-result.ts'
import { readStoredSession } from '../history/store/session-file.ts'
import type { Session } from '../model/index.ts'
import { commitDoubt, isOtherCommit } from './measure/measured-commit.ts'

/**
 * The session of `result`, which `source` names in messages, with the commit of its run, and a doubt where nothing shows
 * that it measured that commit. Throws Unfit where it measured another one, and the reader's error for a broken document.
 */
export function sessionOfRun(
  { commit, fileName, bytes }: Pick<StoredResult, 'commit' | 'fileName' | 'bytes'>,
  context: JobContext,
  source: string,
): Session {
  const session = { ...readStoredSession(fileName, bytes, source), about: commit }
  const { revision, warnings } = session
  if (isOtherCommit(revision, commit, context)) {
    const [measured, about] = [revision?.commit ?? '', commit].map(sha => sha.slice(0, 10))
    throw new Unfit(`it measured the commit ${measured}, and its run was about ${about}`)
  }
  const doubt = commitDoubt(revision, commit, context)
  return doubt === null ? session : { ...session, warnings: [...warnings, doubt] }
}

/** Checks a result that is packed again as it is: nothing unreadable gets into a pack. */
export const packable =
  (context: JobContext) =>
  ({ distance: _, ...result }: FoundResult): StoredResult => {
    sessionOfRun(result, context, 'a stored session')
    return result
  }
