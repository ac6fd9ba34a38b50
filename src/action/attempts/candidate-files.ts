// The sessions in a candidate's artifact, which one attempt has left: `result.json.gz` and `baseline.json.gz`.
import { sessionsName } from '../../github/artifacts/name.ts'
import type { Session } from '../../model/index.ts'

/** `run` names the runs as records do. `baseline` is null where the attempt measured the candidate alone. */
export type AttemptSessions = {
  number: number
  run: string
  candidate: Session
  baseline: Session | null
}

/**
 * The sessions in the `files` of an artifact; null where it has no result. `name` is that of run `runId` without its
 * attempt; `read` gets the name of a file. Throws as `read` does.
 */
export function sessionsIn(
  { runId, name, attempt }: { runId: number; name: string; attempt: number },
  files: Map<string, Uint8Array>,
  read: (file: string, bytes: Uint8Array) => Session,
): AttemptSessions | null {
  const sideOf = (side: 'result' | 'baseline') => {
    const file = [...files.keys()].find(each => each.startsWith(`${side}.json`))
    return file === undefined ? null : read(file, files.get(file) as Uint8Array)
  }
  const candidate = sideOf('result')
  if (candidate === null) return null
  return { number: attempt, run: sessionsName(runId, name, attempt), candidate, baseline: sideOf('baseline') }
}
