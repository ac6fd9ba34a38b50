// Many stored sessions in one artifact: a pull request needs one download for all of them, and what is packed again
// and again outlives the retention of artifacts. Each session keeps the commit, run and time it came from.
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import type { Octokit } from '../api/base-commits.ts'
import type { JobContext } from '../api/context.ts'
import { unverifiedNotes } from './download.ts'
import { artifactsNamed, type BranchArtifact, ofBranch } from './provenance.ts'
import { readUntilEnough, type Skipped, type StoredResult, trustedFiles } from './stored-result.ts'

const indexName = 'pool.json'
const schemaName = 'stable-bench/pool@1'
const maxSessions = 100
/** A pool is whole or useless; more than the newest few have no other sessions in them. */
const maxTried = 3

const indexSchema = z.object({
  schema: z.literal(schemaName),
  sessions: z
    .array(
      z.object({
        file: z.string().regex(/^session-[0-9]{1,19}\.json\.gz$/),
        commit: z.string().regex(/^[0-9a-f]{40,64}$/),
        runId: z.int().positive(),
        createdAt: z.iso.datetime({ offset: true }),
      }),
    )
    .max(maxSessions),
})

/** The files of a pool of these results, each packed as it was found. */
export function poolFiles(results: StoredResult[]): Map<string, Uint8Array | string> {
  const named = results.map(result => ({ ...result, file: `session-${result.runId}.json.gz` }))
  const sessions = named.map(({ file, commit, runId, createdAt }) => ({ file, commit, runId, createdAt }))
  const index = `${JSON.stringify({ schema: schemaName, sessions }, null, 1)}\n`
  return new Map<string, Uint8Array | string>([
    [indexName, index],
    ...named.map(({ file, fileName, bytes }) => {
      return [file, fileName.endsWith('.gz') ? bytes : gzipSync(bytes)] as const
    }),
  ])
}

/** The results in the files of a pool. Throws when the index is not one, or names what is not there. */
export function poolResults(files: Map<string, Uint8Array>): StoredResult[] {
  const index = files.get(indexName)
  if (!index) throw new Error(`it holds no ${indexName}`)
  const parsed = indexSchema.safeParse(JSON.parse(Buffer.from(index).toString('utf8')))
  if (!parsed.success) throw new Error(`its ${indexName} is not ${schemaName}`)
  return parsed.data.sessions.map(({ file, ...session }) => {
    const bytes = files.get(file)
    if (!bytes) throw new Error(`it lacks ${file}`)
    return { ...session, fileName: file, bytes }
  })
}

export type Pool = Skipped & { createdAt: string | null; results: StoredResult[] }

/** The pools of `branch`, the newest first. One request. */
export async function poolsOf(
  octokit: Octokit,
  context: JobContext,
  { name, branch }: { name: string; branch: string },
): Promise<BranchArtifact[]> {
  return ofBranch(await artifactsNamed(octokit, context, name), context, branch)
}

/** The newest of `pools` that can be used; empty when there is none, with a note for each that was skipped. */
export async function openPool(
  octokit: Octokit,
  context: JobContext,
  pools: BranchArtifact[],
): Promise<Pool> {
  const { results, used, notes, unread } = await readUntilEnough(pools.slice(0, maxTried), {
    nameOf: pool => `pool ${pool.artifact.id} of run ${pool.runId}`,
    read: async pool =>
      poolResults(await trustedFiles(octokit, context, pool, /^(?:pool\.json|session-[0-9]+\.json\.gz)$/)),
    isEnough: found => found.length > 0,
  })
  const verified = unverifiedNotes(used.map(({ artifact }) => artifact))
  const createdAt = used[0]?.createdAt ?? null
  return { createdAt, results: results[0] ?? [], notes: [...notes, ...verified], unread }
}
