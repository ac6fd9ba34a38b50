// Reads sessions that earlier runs left. A session counts only for the commit that its run was about: a job can check out
// and measure anything.

import { rowSettings } from '../compare/sides/row-settings.ts'
import type { Octokit } from '../github/api/base-commits.ts'
import type { JobContext } from '../github/api/context.ts'
import { artifactName, trendArtifactName } from '../github/artifacts/name.ts'
import { artifactsNamed, ofBranch } from '../github/artifacts/provenance.ts'
import { type Skipped, type StoredResult, Unfit } from '../github/artifacts/stored-result.ts'
import { storedTrend } from '../github/artifacts/trend.ts'
import { hasSummaries, type KeptSession, keptName, readKeptSession } from '../history/store/kept-session.ts'
import { readStoredSession } from '../history/store/session-file.ts'
import type { Policy, Session } from '../model/index.ts'
import { commitDoubt, isOtherCommit } from './measure/measured-commit.ts'

/**
 * The session of `result`, which `source` names in messages, with the commit of its run, and a doubt where nothing shows
 * that it measured that commit. Throws Unfit where it measured another one, and the reader's error for a broken document.
 */
export function sessionOfRun(
  { commit, fileName, bytes }: Pick<StoredResult, 'commit' | 'fileName' | 'bytes'>,
  context: JobContext,
  source: string,
): Session {
  const session = { ...readStoredSession(fileName, bytes, source), about: commit }
  const { revision, warnings } = session
  if (isOtherCommit(revision, commit, context)) {
    const [measured, about] = [revision?.commit ?? '', commit].map(sha => sha.slice(0, 10))
    throw new Unfit(`it measured the commit ${measured}, and its run was about ${about}`)
  }
  const doubt = commitDoubt(revision, commit, context)
  return doubt === null ? session : { ...session, warnings: [...warnings, doubt] }
}

/** The names by which the policy may know a benchmark: its own, and those that it was given since. */
const namesOf = (benchmark: string, { renamed }: Policy): string[] => [
  benchmark,
  ...renamed.flatMap(({ from, to }) => (from === benchmark ? [to] : [])),
]

const fits = (session: KeptSession, policy: Policy) =>
  hasSummaries(session, (benchmark, metric) => {
    const found = new Set(
      namesOf(benchmark, policy).map(name => rowSettings(policy, name, metric).summary as string),
    )
    return found.size === 1 ? ([...found][0] as string) : ''
  })

type Wanted = { suite: string; fingerprint: string; branch: string; policy: Policy }

/**
 * The stored sessions of a testbed in the newest history of `branch`. Leaves out those whose runs were summarised otherwise
 * than `policy` asks (median instead of p90, for example). Passes on the server's error when histories cannot be listed.
 */
export async function keptSessions(
  octokit: Octokit,
  context: JobContext,
  { suite, fingerprint, branch, policy }: Wanted,
): Promise<Skipped & { results: KeptSession[] }> {
  const { files, notes, unread } = await storedTrend(octokit, context, {
    name: trendArtifactName(suite),
    pattern: keptName(fingerprint),
    branch,
    wanted: 1,
    read: readKeptSession,
  })
  const results = files.filter(each => fits(each, policy))
  if (files.length > 0) return { results, notes, unread }
  const pools = await artifactsNamed(octokit, context, artifactName('pool', suite, fingerprint)).catch(
    () => [],
  )
  const isOld = ofBranch(pools, context, branch).some(({ artifact }) => !artifact.expired)
  const old = 'the sessions that an earlier version packed are not read: the next night keeps them anew'
  return { results, notes: isOld ? [...notes, old] : notes, unread }
}
