// Finds the artifacts of earlier attempts of this very run. A re-run joins their results instead of replacing them:
// otherwise one could repeat a red job until it is green.
import { counted } from '../../phrases.ts'
import { most } from '../api/budget.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { artifactFiles } from './download.ts'
import { type NumberedArtifact, runArtifacts } from './of-run.ts'

/** The files of one artifact that an attempt of run `runId` left; `name` is without the attempt. */
export type AttemptArtifact = {
  runId: number
  name: string
  attempt: number
  createdAt: number | null
  files: Map<string, Uint8Array>
}

/** `lost` has a line for each artifact that could not be read. */
type EarlierArtifacts = { found: AttemptArtifact[]; lost: string[] }

const limits = { maxArchiveBytes: 64 * 1024 * 1024, maxEntries: 200, maxBytes: 256 * 1024 * 1024 }
const names = /^(?:(?:result|baseline)\.json\.gz|comparison\.json|attempt\.json)$/

type Wanted = { own: string; isWanted: (name: string) => boolean }

/**
 * The artifacts that earlier attempts of this run left: those named `own` first, each from the newest attempt on.
 * Twenty at most, none on the first attempt. Throws the server's refusal to list them.
 */
export async function earlierArtifacts(context: ConnectedJob, wanted: Wanted): Promise<EarlierArtifacts> {
  const { runId, runAttempt } = context
  if (runAttempt < 2) return { found: [], lost: [] }
  return attemptArtifacts(context, { runId, before: runAttempt, ...wanted })
}

/** The same for the attempts of run `runId` that came before the attempt `before`. */
export async function attemptArtifacts(
  context: ConnectedJob,
  { runId, before, own, isWanted }: Wanted & { runId: number; before: number },
): Promise<EarlierArtifacts> {
  const all: EarlierArtifacts = { found: [], lost: [] }
  const { artifacts, unseen } = await runArtifacts(context, runId)
  const isEarlier = ({ name, attempt }: NumberedArtifact) =>
    attempt < before && (name === own || isWanted(name))
  const earlier = artifacts
    .filter(isEarlier)
    .sort((a, b) => Number(b.name === own) - Number(a.name === own) || b.attempt - a.attempt)
  for (const { artifact, ...named } of earlier.slice(0, most.earlierArtifacts)) {
    try {
      const files = await artifactFiles(context, { artifact, names, limits })
      all.found.push({ runId, ...named, files })
    } catch (error) {
      all.lost.push(`${artifact.name}: ${explainRefusal(error, 'actions: read')}`)
    }
  }
  const left = Math.max(0, earlier.length - most.earlierArtifacts) + unseen
  if (left > 0) all.lost.push(`${counted(left, 'more artifact')} not looked at`)
  return all
}
