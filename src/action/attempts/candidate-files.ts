// The sessions in a candidate's artifact: `result.json.gz` and `baseline.json.gz` of its own attempt. Artifacts of older
// versions also hold earlier attempts, in files with a number (`result-attempt-1.json`).
import { sessionsName } from '../../github/artifacts/name.ts'
import type { Session } from '../../model/index.ts'

/** `run` names the runs as records do. `baseline` is null where the attempt measured the candidate alone. */
export type AttemptSessions = {
  number: number
  run: string
  candidate: Session
  baseline: Session | null
}

/** 0 for the artifact's own file. */
const numberIn = (file: string) => Number(/-attempt-(\d+)/.exec(file)?.[1] ?? 0)

/** The names of the candidates' files; their own is the one without a number. */
export const resultFiles = (files: Map<string, Uint8Array>): string[] =>
  [...files.keys()].filter(file => file.startsWith('result'))

/**
 * The sessions of each attempt in the `files` of an artifact, the newest first. `name` is that of run `runId` without its
 * attempt; `read` gets the name of a file. Throws as `read` does.
 */
export function sessionsIn(
  { runId, name, attempt }: { runId: number; name: string; attempt: number },
  files: Map<string, Uint8Array>,
  read: (file: string, bytes: Uint8Array) => Session,
): AttemptSessions[] {
  const results = resultFiles(files)
  // Older versions named every attempt's artifact alike: its own attempt is the one after those that it keeps.
  const own = Math.max(attempt, 1 + Math.max(0, ...results.map(numberIn)))
  const attempts = results.map(file => {
    const number = numberIn(file) || own
    const other = file.replace(/^result/, 'baseline')
    const baseline = files.get(other)
    return {
      number,
      run: sessionsName(runId, name, number),
      candidate: read(file, files.get(file) as Uint8Array),
      baseline: baseline ? read(other, baseline) : null,
    }
  })
  return attempts.sort((a, b) => b.number - a.number)
}
