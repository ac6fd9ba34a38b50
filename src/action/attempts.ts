// The sessions that earlier attempts of this run measured, by attempt.
import { type ArtifactKind, artifactName } from '../github/artifact-name.ts'
import type { JobContext } from '../github/context.ts'
import { earlierAttemptFiles } from '../github/earlier-attempts.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Session } from '../model.ts'
import { workDirectory } from './work-file.ts'

/** `baseline` is null where that attempt measured the candidate only. */
export type Attempt = { number: number; candidate: Session; baseline: Session | null }

/** Attempt files carry their number; those without one are the attempt before this. */
function numberOf(name: string, runAttempt: number): number {
  return Number(/-attempt-(\d+)/.exec(name)?.[1] ?? runAttempt - 1)
}

/** What earlier attempts of this run measured on testbed `fingerprint`. Throws when it cannot be read. */
export async function earlierAttempts(
  values: Values,
  { runAttempt }: JobContext,
  fingerprint: string,
): Promise<Attempt[]> {
  const kind: ArtifactKind = 'candidate'
  const name = artifactName(kind, values.name, fingerprint)
  const files = await earlierAttemptFiles(name, { runAttempt, directory: workDirectory() })
  const sessions = files.map(file => {
    const number = numberOf(file.name, runAttempt)
    const side = file.name.startsWith('result') ? ('candidate' as const) : ('baseline' as const)
    return {
      number,
      side,
      session: readStoredSession(file.name, file.bytes, `attempt ${number} of this run`),
    }
  })
  const of = (number: number, side: 'candidate' | 'baseline') =>
    sessions.find(each => each.number === number && each.side === side)?.session ?? null
  return [...new Set(sessions.map(each => each.number))].flatMap(number => {
    const candidate = of(number, 'candidate')
    return candidate ? [{ number, candidate, baseline: of(number, 'baseline') }] : []
  })
}

/** The files that keep these attempts in the artifact of this one. */
export function attemptFiles(attempts: Attempt[]): Record<string, Session> {
  return Object.fromEntries(
    attempts.flatMap(({ number, candidate, baseline }) => [
      [`result-attempt-${number}.json.gz`, candidate],
      ...(baseline ? [[`baseline-attempt-${number}.json.gz`, baseline] as const] : []),
    ]),
  )
}
