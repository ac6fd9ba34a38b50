// The artifact of an attempt that measured nothing. Without it, a re-run after a failed build would think that the
// result of that attempt is lost.

import { writeFileSync } from 'node:fs'
import type { JobContext } from '../../github/api/context.ts'
import { runnerIn } from '../../github/api/earlier-step.ts'
import type { JobsOf } from '../../github/api/run-jobs.ts'
import type { AttemptArtifact } from '../../github/artifacts/earlier-attempts.ts'
import { artifactName, fingerprintIn, ofAttempt } from '../../github/artifacts/name.ts'
import { uploadArtifact } from '../../github/artifacts/upload.ts'
import type { Values } from '../../inputs/values.ts'
import { shortDigest } from '../../model/digest.ts'
import { workFile } from '../work-file.ts'
import { type AttemptRecord, attemptRecord, readRecord, recordFile, renderRecord } from './attempt-record.ts'

/** The runner tells the legs of a matrix apart, since the testbed may be unknown. */
function unmeasuredName(suite: string, runner: string | null): string {
  return artifactName('unmeasured', suite, shortDigest(runner ?? '', 12))
}

/** Uploads the artifact. Throws when the service refuses. */
export async function uploadUnmeasured(values: Pick<Values, 'name'>, context: JobContext): Promise<void> {
  const path = workFile(recordFile)
  writeFileSync(path, renderRecord(attemptRecord(context)))
  await uploadArtifact(ofAttempt(unmeasuredName(values.name, context.runnerName), context.runAttempt), [path])
}

/** Whether `name` is that of such an artifact of the suite. */
export const isUnmeasured = ({ name: suite }: Pick<Values, 'name'>, name: string): boolean =>
  fingerprintIn('unmeasured', suite, name) !== null

/** The record in such an artifact; none where it is another leg's. Throws for another document. */
export async function unmeasuredRecord(
  { name, attempt, files }: AttemptArtifact,
  context: JobContext,
  jobsOf: JobsOf,
): Promise<AttemptRecord[]> {
  const bytes = files.get(recordFile)
  if (!bytes) return []
  const runner = await runnerIn(jobsOf, context, attempt).catch(() => null)
  const record = readRecord(Buffer.from(bytes).toString('utf8'), `${recordFile} of ${name}`)
  return record.machine === (runner ?? context.runnerName) ? [record] : []
}
