// Finds the last result of another testbed, where this one has left none. A kernel or microcode update makes a new
// testbed, whose artifacts have new names. The report should then name the change instead of having no baseline.
import { counted } from '../../phrases.ts'
import { most } from '../api/budget.ts'
import type { ConnectedJob } from '../api/connect.ts'
import type { BaselineSearch } from './baseline.ts'
import { allArtifacts, type BranchArtifact } from './branch-artifacts.ts'
import { fingerprintIn } from './name.ts'
import { artifactsLeftBy, runsBefore } from './runs-before.ts'
import { readUntilEnough, singleResult } from './stored-result.ts'

export type OtherSearch<Read> = Pick<BaselineSearch<Read>, 'branches' | 'distances' | 'read'> & {
  suite: string
  /** The fingerprint of this testbed, whose own results are passed over. */
  fingerprint: string
  /** The first that is wanted is taken, else the first at all. */
  wanted: (read: Read) => boolean
}

/** The wanted result, else any; `unread` says why there may be a wanted one all the same. */
type OtherResult<Read> = { result: Read | null; unread: string | null }

type Reading<Read> = Pick<OtherSearch<Read>, 'distances' | 'read' | 'wanted'> & {
  /** The names of which one was read. */
  names: Set<string>
  tried: number
}

/** One result of each testbed, until one is wanted. */
async function readUntilWanted<Read>(
  context: ConnectedJob,
  artifacts: BranchArtifact[],
  reading: Reading<Read>,
): Promise<OtherResult<Read>> {
  const { distances, read, wanted, names } = reading
  const isFound = (results: Read[]) => results.some(wanted)
  const { results, unread } = await readUntilEnough(artifacts, {
    nameOf: ({ artifact, runId }) => `artifact ${artifact.id} of run ${runId}`,
    read: async each => {
      const { artifact, commit } = each
      if (names.has(artifact.name)) return null
      if (++reading.tried > most.otherResultsTried) throw new Error('not all other results were read')
      const single = await singleResult(context, each)
      const result = read({ ...single, distance: distances.get(commit) ?? 0 })
      names.add(artifact.name)
      return result
    },
    isEnough: found => isFound(found) || reading.tried > most.otherResultsTried,
  })
  return isFound(results)
    ? { result: results.at(-1) ?? null, unread: null }
    : { result: results[0] ?? null, unread: unread[0] ?? null }
}

type InRuns<Read> = Reading<Read> & {
  runs: number[]
  branches: string[]
  isUsable: (each: BranchArtifact) => boolean
}

/** The same in the artifacts of `runs`, one after the other. `unread` may say why a run could not be looked at as a whole. */
async function readFromRuns<Read>(
  context: ConnectedJob,
  { runs, branches, isUsable, ...reading }: InRuns<Read>,
): Promise<OtherResult<Read>> {
  const best: OtherResult<Read> = { result: null, unread: null }
  for (const run of runs) {
    const { left, unseen } = await artifactsLeftBy(context, { run, branches })
    const found = await readUntilWanted(context, left.filter(isUsable), reading)
    if (found.result !== null && reading.wanted(found.result)) return found
    best.result ??= found.result
    best.unread ??= found.unread ?? (unseen > 0 ? `run ${run} left too many artifacts to look at` : null)
    if (reading.tried > most.otherResultsTried) break
  }
  return best
}

const pageLength = 100

/**
 * One of the sessions that other testbeds left, whose artifacts' names are not known: from all artifacts of the
 * repository, or those of the runs before the base commit, whichever takes fewer requests. Throws the refusal.
 */
export async function resultOfOtherTestbed<Read>(
  context: ConnectedJob,
  { suite, fingerprint, branches, ...search }: OtherSearch<Read>,
): Promise<OtherResult<Read>> {
  const { distances } = search
  const isOther = ({ artifact: { name } }: BranchArtifact) =>
    ![null, fingerprint].includes(fingerprintIn('baseline', suite, name))
  const isUsable = (each: BranchArtifact) =>
    !each.artifact.expired && distances.has(each.commit) && isOther(each)
  const reading = { ...search, names: new Set<string>(), tried: 0 }
  const readAll = (found: BranchArtifact[]) => readUntilWanted(context, found.filter(isUsable), reading)
  const { found, total, isWhole } = await allArtifacts(context, { branches, pages: 1 })
  if (isWhole) return readAll(found)
  const before = await runsBefore(context, { branches, distances })
  const pages = Math.ceil(total / pageLength)
  const areRunsFewer = before.isWhole && before.runs.length < pages
  if (pages <= most.baselinePages && !areRunsFewer)
    return readAll((await allArtifacts(context, { branches, pages })).found)
  const runs = before.runs.slice(0, most.otherRuns)
  const other = await readFromRuns(context, { ...reading, runs, branches, isUsable })
  const isCertain = other.unread !== null || (other.result !== null && search.wanted(other.result))
  if (isCertain || (before.isWhole && runs.length === before.runs.length)) return other
  const unread = `only the newest ${counted(runs.length, 'run')} before the base commit were looked at`
  return { ...other, unread }
}
