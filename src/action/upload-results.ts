// Keeps what a job measured: the files of its sessions, and the artifacts that later runs and attempts find.
import * as core from '@actions/core'
import { writeSession } from '../files/session-file.ts'
import type { JobContext } from '../github/api/context.ts'
import { artifactName, ofAttempt, pageFile, reportArtifactName } from '../github/artifacts/name.ts'
import { KeepsNothing, uploadArtifact, uploadNamed } from '../github/artifacts/upload.ts'
import type { Values } from '../inputs/values.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Session } from '../model/index.ts'
import { suiteFile } from './work-file.ts'

/** The sessions of a job, by the name of their file. */
export type Sessions = Record<string, Session>

type Suite = Pick<Values, 'name'>

/** The file of the session of the checked-out commit. */
export const ownSession = 'result.json.gz'

const written: string[] = []

/** Writes a file each, of a described `suite` in its own directory; their paths. Sets the output `result-path`. */
export function writeSessions(suite: string | null, sessions: Sessions): string[] {
  const paths = Object.entries(sessions).map(([file, session]) => {
    const path = suiteFile(suite, file)
    writeSession(path, session)
    return path
  })
  written.push(suiteFile(suite, ownSession))
  core.setOutput('result-path', written.join('\n'))
  return paths
}

/** Throws a MeasureError where nothing read the output: a pull request would miss all rows of such a baseline. */
export function requireReadOutput({ unreadOutput }: Session): void {
  if (unreadOutput === undefined) return
  throw new MeasureError(
    'the output is not in a known benchmark format, so nothing was stored as a baseline or a night; ' +
      'set tool: process to compare the time of the process, or pattern to say where the results are',
    'candidate',
  )
}

/** The name says what may be compared: suite and testbed of the own session. */
const resultName = (kind: 'candidate' | 'baseline' | 'page', { name }: Suite, own: Session | undefined) =>
  artifactName(kind, name, own?.testbed?.fingerprint ?? '')

/** Uploads what a pull request or a release measured, with its report. Throws when the service refuses. */
export async function uploadResult(
  values: Suite,
  context: JobContext,
  sessions: Sessions,
  files: string[],
): Promise<void> {
  await uploadArtifact(
    ofAttempt(resultName('candidate', values, sessions[ownSession]), context.runAttempt),
    files,
  )
}

/** What an upload returns; null, after a warning, where the server keeps no artifact. */
const orNull = <Result>(upload: Promise<Result>): Promise<Result | null> =>
  upload.catch((error: Error) => {
    if (!(error instanceof KeepsNothing)) throw error
    core.warning(error.message)
    return null
  })

/** The same on a server that may keep no artifacts: then a warning says so. Throws when the service refuses. */
export async function uploadResultWherePossible(...result: Parameters<typeof uploadResult>): Promise<void> {
  await orNull(uploadResult(...result))
}

/** Uploads a session of a branch. The artifact's id, undefined if not told; null, after a warning, if none is kept. */
export async function uploadBaseline(
  values: Suite,
  context: JobContext,
  { session, files }: { session: Session; files: string[] },
): Promise<number | undefined | null> {
  return orNull(uploadNamed(resultName('baseline', values, session), files, context.runAttempt))
}

/** Uploads the report of a publish job. */
export async function uploadReport({ name }: Suite, context: JobContext, files: string[]): Promise<void> {
  if (files.length === 0) return
  await uploadArtifact(ofAttempt(reportArtifactName(name), context.runAttempt), files)
}

/** Where a page goes: its file, which names its artifact, and the address of the run that this job belongs to. */
export type PagePlace = { file: string; runUrl: string }

/** For the page of a job that compares what it measured itself. */
export const ownPage = (
  values: Suite,
  { runUrl, runAttempt }: JobContext,
  sessions: Sessions,
): PagePlace => ({
  file: pageFile(resultName('page', values, sessions[ownSession]), runAttempt),
  runUrl,
})

/** For the page of a job that publishes what others measured. */
export const runPage = ({ name }: Suite, { runUrl, runAttempt }: JobContext): PagePlace => ({
  file: pageFile(reportArtifactName(name), runAttempt),
  runUrl,
})
