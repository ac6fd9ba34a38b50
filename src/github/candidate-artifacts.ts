// What the jobs of one run left for a publish job: the artifacts of all legs, unpacked in memory. A leg may be a fork's:
// everything in it is untrusted.
import { artifactPrefix } from './artifact-name.ts'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'
import { downloadArchive, unverifiedNotes } from './download-archive.ts'
import { explainRefusal } from './explain-refusal.ts'
import { unpackArchive } from './unpack-archive.ts'

/** What was made of one leg's artifact, or why nothing can be. */
export type Leg<Read> = { name: string } & ({ read: Read; problem: null } | { read: null; problem: string })

export type ReadFiles<Read> = (name: string, files: Map<string, Uint8Array>) => Read

/** One request each; what is left has to do for everything else. */
export const maxLegs = 40

/** Of a hundred artifacts: a run may leave coverage and logs beside its legs. Each page after the first costs a leg. */
const maxPages = 10

const maxArchiveBytes = 32 * 1024 * 1024
const limits = { maxEntries: 100, maxBytes: 64 * 1024 * 1024 }
const resultFile = /^(?:result|baseline)(?:-attempt-[0-9]{1,3})?\.json(?:\.gz)?$/

type Artifacts = Awaited<
  ReturnType<Octokit['rest']['actions']['listWorkflowRunArtifacts']>
>['data']['artifacts']

async function legOf<Read>(
  octokit: Octokit,
  context: JobContext,
  artifact: Artifacts[number],
  read: ReadFiles<Read>,
): Promise<Leg<Read>> {
  const { name } = artifact
  try {
    if (artifact.expired) throw new Error('it has expired')
    const archive = await downloadArchive(octokit, context, { artifact, maxBytes: maxArchiveBytes })
    const files = unpackArchive(archive, file => resultFile.test(file), limits)
    return { name, read: read(name, files), problem: null }
  } catch (error) {
    return { name, read: null, problem: explainRefusal(error, 'actions: read') }
  }
}

/** The newest artifact of each name: an attempt may have failed to delete what an earlier one left. */
function candidates(artifacts: Artifacts): Artifacts {
  const named = artifacts.filter(({ name }) => name.startsWith(artifactPrefix('candidate')))
  const newest = new Map(named.sort((a, b) => a.id - b.id).map(artifact => [artifact.name, artifact]))
  return [...newest.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** All artifacts of the run, as far as `maxPages` reach; `unseen` is how many more the server says there are. */
async function listed(octokit: Octokit, { owner, repo }: JobContext, runId: number) {
  const request = { owner, repo, run_id: runId, per_page: 100 }
  const artifacts: Artifacts = []
  for (let page = 1; ; page++) {
    const { data } = await octokit.rest.actions.listWorkflowRunArtifacts({ ...request, page })
    artifacts.push(...data.artifacts)
    const unseen = Math.max(0, data.total_count - artifacts.length)
    // Counted by the server: one that gives fewer than a hundred a page may have more of them.
    if (unseen === 0 || data.artifacts.length === 0 || page === maxPages) return { artifacts, unseen, page }
  }
}

export type Legs<Read> = {
  legs: Leg<Read>[]
  /** How many more legs there are that were not read. */
  left: number
  /** How many artifacts of the run were not even listed: legs may be among them. */
  unseen: number
  /** What there is to say of the legs that were read. */
  notes: string[]
  /** How many requests this took at most, as long as none had to be repeated. */
  calls: number
}

/**
 * What `read` makes of the result documents of each candidate that run `runId` left, by name, at most `maxLegs` of them.
 * Only one archive is held at a time. Throws when they cannot be listed.
 */
export async function readLegs<Read>(
  octokit: Octokit,
  context: JobContext,
  { runId, read }: { runId: number; read: ReadFiles<Read> },
): Promise<Legs<Read>> {
  const { artifacts, unseen, page } = await listed(octokit, context, runId)
  const found = candidates(artifacts)
  const legs: Leg<Read>[] = []
  const taken = found.slice(0, maxLegs + 1 - page)
  for (const artifact of taken) legs.push(await legOf(octokit, context, artifact, read))
  const used = taken.filter((_, i) => legs[i]?.problem === null)
  const calls = page + taken.length
  return { legs, left: found.length - taken.length, unseen, notes: unverifiedNotes(used), calls }
}
