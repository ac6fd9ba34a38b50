// The pools of several releases in one artifact: a schedule keeps them all from expiring with one upload, and the next
// release finds them all in one download. The newest is an ordinary pool.
import type { Octokit } from '../api/base-commits.ts'
import type { JobContext } from '../api/context.ts'
import { poolFiles, poolResults } from './pool.ts'
import type { BranchArtifact } from './provenance.ts'
import { type StoredResult, trustedFiles } from './stored-result.ts'

/** More of the last releases than these are not kept: each is one that the next release may descend from. */
export const maxKept = 4

/** Below what is downloaded of an artifact (64 MiB), so that one large release does not make all of them useless. */
const maxBytes = 48 * 1024 * 1024

const indexName = (place: number) => (place === 0 ? 'pool.json' : `pool-${place + 1}.json`)
const indexNames = Array.from({ length: maxKept }, (_, place) => indexName(place))
const wanted = /^(?:pool(?:-[2-4])?\.json|session-[0-9]+\.json\.gz)$/

/** The files of these pools, the newest first, as many as fit; sessions that several have are in it once. */
export function releaseFiles(releases: StoredResult[][]): Map<string, Uint8Array | string> {
  const files = new Map<string, Uint8Array | string>()
  let bytes = 0
  for (const [place, results] of releases.slice(0, maxKept).entries()) {
    const own = [...poolFiles(results)].map(
      ([name, content]) => [name === 'pool.json' ? indexName(place) : name, content] as const,
    )
    const added = own.filter(([name]) => !files.has(name))
    bytes += added.reduce((sum, [, content]) => sum + content.length, 0)
    if (place > 0 && bytes > maxBytes) break
    for (const [name, content] of added) files.set(name, content)
  }
  return files
}

/** The releases in an artifact, the newest first, each its own session first. Two requests. Throws with the reason. */
export async function releasesIn(
  octokit: Octokit,
  context: JobContext,
  artifact: BranchArtifact,
): Promise<StoredResult[][]> {
  const files = await trustedFiles(octokit, context, artifact, wanted)
  return indexNames.flatMap((name, place) => {
    const index = files.get(name)
    if (!index && place > 0) return []
    return [poolResults(new Map([...files, ...(index ? [['pool.json', index] as const] : [])]))]
  })
}
