// Reads the artifacts of all legs of a run in memory. A leg may be a fork's: everything in it is untrusted.
import { grouped } from '../../grouped.ts'
import { most, onTop } from '../api/budget.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { artifactFiles, type OwnService, unverifiedNotes } from './download.ts'
import { artifactPrefix, slugIn } from './name.ts'
import { type NumberedArtifact, runArtifacts } from './of-run.ts'

/** One leg's results, newest first, or the problem. `createdAt`: of the newest, in ms since 1970; null if not known. */
export type Leg<Read> = { name: string; createdAt: number | null } & (
  | { reads: Read[]; problem: null }
  | { reads: null; problem: string }
)

/** `name` is the whole name of an artifact, `leg` the name without the attempt. */
type ReadFiles<Read> = (artifact: { name: string; leg: string }, files: Map<string, Uint8Array>) => Read

const limits = { maxArchiveBytes: 32 * 1024 * 1024, maxEntries: 100, maxBytes: 64 * 1024 * 1024 }
const names = /^(?:(?:result|baseline)\.json(?:\.gz)?|(?:untouched|nights)\.json)$/

async function readOf<Read>(
  context: ConnectedJob,
  { name: leg, artifact }: NumberedArtifact,
  read: ReadFiles<Read>,
  own?: OwnService,
): Promise<Read> {
  const files = await artifactFiles(context, { artifact, names, limits, own })
  return read({ name: artifact.name, leg }, files)
}

type Attempts = [newest: NumberedArtifact, ...earlier: NumberedArtifact[]]

/** The candidates by leg, the newest attempt of each first. */
function candidates(artifacts: NumberedArtifact[]): Attempts[] {
  const own = artifacts.filter(({ name }) => name.startsWith(artifactPrefix('candidate')))
  const legs = [...grouped(own, ({ name }) => name).values()] as Attempts[]
  return legs.sort(([a], [b]) => (a.name < b.name ? -1 : 1))
}

/** `own` is there for the run that this job is part of. */
type LegReading<Read> = {
  read: ReadFiles<Read>
  earlierLeft: number
  lost: string[]
  own: OwnService | undefined
}

/** Reads one leg. An earlier attempt that cannot be read is no problem: its failures are kept elsewhere, too. */
async function legOf<Read>(
  context: ConnectedJob,
  [newest, ...earlier]: Attempts,
  reading: LegReading<Read>,
): Promise<Leg<Read>> {
  const { name, createdAt } = newest
  const about = { name, createdAt }
  const why = (error: unknown) => explainRefusal(error, 'actions: read')
  try {
    const own = newest.attempt === context.runAttempt ? reading.own : undefined
    const reads = [await readOf(context, newest, reading.read, own)]
    for (const each of earlier) {
      if (reading.earlierLeft-- <= 0) {
        reading.lost.push(
          `${each.artifact.name}: ${most.earlierLegAttempts} earlier attempts of legs are read at most`,
        )
        continue
      }
      const readEarlier = () => readOf(context, each, reading.read)
      const read = await onTop(context.octokit, 1, readEarlier).catch(error => {
        reading.lost.push(`${each.artifact.name}: ${why(error)}`)
        return null
      })
      if (read !== null) reads.push(read)
    }
    return { ...about, reads, problem: null }
  } catch (error) {
    return { ...about, reads: null, problem: why(error) }
  }
}

/** The suites, as artifacts spell them, that a job failed to measure and no later attempt has measured. */
function unmeasuredIn(artifacts: NumberedArtifact[]): string[] {
  const newest = new Map<string, number>()
  for (const { name, attempt } of artifacts) {
    const suite = slugIn('candidate', name)
    if (suite !== null) newest.set(suite, Math.max(attempt, newest.get(suite) ?? 0))
  }
  const suites = artifacts.flatMap(({ name, attempt }) => {
    const suite = slugIn('unmeasured', name)
    return suite !== null && attempt >= (newest.get(suite) ?? 0) ? [suite] : []
  })
  return [...new Set(suites)].sort()
}

/**
 * The word of a job that it could not measure the suite `of`, or, where it `failed`, that it measured nothing for the report
 * `of`, as names of artifacts spell them. `runner` is a digest of its runner's name; `createdAt` as in Leg.
 */
export type Claim = { failed: boolean; of: string; runner: string; createdAt: number | null }

const claimsIn = (artifacts: NumberedArtifact[]): Claim[] =>
  artifacts.flatMap(({ name, createdAt }) =>
    (['unmeasured', 'failed'] as const).flatMap(kind => {
      const of = slugIn(kind, name)
      return of === null ? [] : [{ failed: kind === 'failed', of, runner: name.slice(-12), createdAt }]
    }),
  )

export type Legs<Read> = {
  legs: Leg<Read>[]
  /** Everything that jobs said they had not measured, in any attempt. */
  claims: Claim[]
  /** The suites that a job said it could not measure, as names of artifacts spell them. */
  unmeasured: string[]
  /** How many more legs there are that were not read. */
  left: number
  /** How many artifacts of the run were not even listed: legs may be among them. */
  unseen: number
  notes: string[]
  /** Which earlier attempts of them could not be read, and why. */
  lost: string[]
}

/**
 * Reads the results of all legs of run `runId`, every attempt, `most.legs` at most, one archive in memory at a time.
 * `isThisRun`: the runner's service has those of this attempt. Throws where they cannot be listed.
 */
export async function readLegs<Read>(
  context: ConnectedJob,
  { runId, read, isThisRun = false }: { runId: number; read: ReadFiles<Read>; isThisRun?: boolean },
): Promise<Legs<Read>> {
  const { artifacts, unseen, pages } = await runArtifacts(context, runId)
  const found = candidates(artifacts)
  const own = isThisRun ? { isAsked: true } : undefined
  const reading = { read, earlierLeft: most.earlierLegAttempts, lost: [], own }
  const legs: Leg<Read>[] = []
  const taken = found.slice(0, most.legs + 1 - pages)
  for (const attempts of taken) legs.push(await legOf(context, attempts, reading))
  const used = taken.filter((_, i) => legs[i]?.problem === null).map(([{ artifact }]) => artifact)
  return {
    legs,
    claims: claimsIn(artifacts),
    unmeasured: unmeasuredIn(artifacts),
    left: found.length - taken.length,
    unseen,
    notes: unverifiedNotes(used),
    lost: reading.lost,
  }
}
