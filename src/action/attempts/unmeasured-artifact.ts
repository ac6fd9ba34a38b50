// The artifacts of a suite that an attempt could not measure, and of an attempt that measured nothing. Without them, a re-run
// after a failed build would think that the result of that attempt is lost. A suite and a report may have one name.
import { writeFileSync } from 'node:fs'
import type { JobContext } from '../../github/api/context.ts'
import type { AttemptArtifact } from '../../github/artifacts/earlier-attempts.ts'
import { artifactName, fingerprintIn, ofAttempt } from '../../github/artifacts/name.ts'
import { uploadArtifact } from '../../github/artifacts/upload.ts'
import { runnerIn } from '../../github/runs/earlier-step.ts'
import type { JobsOf } from '../../github/runs/run-jobs.ts'
import type { Values } from '../../inputs/values.ts'
import { shortDigest } from '../../model/digest.ts'
import { workFile } from '../work-file.ts'
import {
  type AttemptRecord,
  attemptRecord,
  recordFile,
  recordOfArtifact,
  renderRecord,
} from './attempt-record.ts'

/** The runner tells the legs of a matrix apart, since the testbed may be unknown. */
export const runnerDigest = (runner: string | null): string => shortDigest(runner ?? '', 12)

/** Leaves word that suite `name` (`unmeasured`) or the job of report `name` (`failed`) has no result. Throws refusals. */
export async function uploadNothing(
  kind: 'unmeasured' | 'failed',
  { name: of }: Pick<Values, 'name'>,
  context: JobContext,
): Promise<void> {
  const path = workFile(recordFile)
  writeFileSync(path, renderRecord(attemptRecord(context)))
  const name = artifactName(kind, of, runnerDigest(context.runnerName))
  await uploadArtifact(ofAttempt(name, context.runAttempt), [path])
}

/** Whether an artifact says one or the other of `suite`, in a job that reports under `report`. */
export const saysNothingMeasured = (
  { suite, report }: { suite: string | null; report: string },
  name: string,
): boolean =>
  fingerprintIn('failed', report, name) !== null ||
  (suite !== null && fingerprintIn('unmeasured', suite, name) !== null)

/** The record in such an artifact; none where it is another job's or another leg's. Throws for another document. */
export async function unmeasuredRecord(
  artifact: AttemptArtifact,
  context: JobContext,
  jobsOf: JobsOf,
): Promise<AttemptRecord[]> {
  const record = recordOfArtifact(artifact)
  if (record === null) return []
  const runner = await runnerIn(jobsOf, context, artifact.attempt).catch(() => null)
  const isOwn = record.machine === (runner ?? context.runnerName) && record.job === attemptRecord(context).job
  return isOwn ? [record] : []
}
