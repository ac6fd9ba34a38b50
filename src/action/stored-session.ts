// Reads sessions that earlier runs left, only for the commit that their run was about: a job can measure anything.
import { rowSettings } from '../compare/sides/row-settings.ts'
import { readStoredSession } from '../files/session-file.ts'
import type { ConnectedJob } from '../github/api/connect.ts'
import type { JobContext } from '../github/api/context.ts'
import { trendArtifactName } from '../github/artifacts/name.ts'
import { type Skipped, type StoredResult, Unfit } from '../github/artifacts/stored-result.ts'
import { storedTrend } from '../github/artifacts/trend-artifact.ts'
import { hasSummaries, type KeptSession, keptName, readKeptSession } from '../history/store/kept-session.ts'
import { pieceName } from '../history/store/pieces.ts'
import type { Policy, Session } from '../model/index.ts'
import { shortSha } from '../phrases.ts'
import { commitDoubt, isOtherCommit } from './measure/measured-commit.ts'
import type { NightFile } from './nightly/recent-history.ts'

/**
 * The session of `result`, which `source` names, with the commit of its run, and a doubt where nothing shows that it
 * measured that. Throws Unfit where it measured another, and the reader's error.
 */
export function sessionOfRun(
  { commit, fileName, bytes }: Pick<StoredResult, 'commit' | 'fileName' | 'bytes'>,
  context: JobContext,
  source: string,
): Session {
  const session = { ...readStoredSession(fileName, bytes, source), about: commit }
  const { revision, warnings } = session
  if (isOtherCommit(revision, commit, context)) {
    const [measured, about] = [revision?.commit ?? '', commit].map(shortSha)
    throw new Unfit(`it measured the commit ${measured}, and its run was about ${about}`)
  }
  const doubt = commitDoubt(revision, commit, context)
  return doubt === null ? session : { ...session, warnings: [...warnings, doubt] }
}

/** The policy may know a benchmark by its own name, and by those that it was given since. */
const fits = (session: KeptSession, policy: Policy) =>
  hasSummaries(session, (benchmark, metric) => {
    const names = [benchmark, ...policy.renamed.flatMap(({ from, to }) => (from === benchmark ? [to] : []))]
    const [summary = '', ...others] = new Set(names.map(name => rowSettings(policy, name, metric).summary))
    return others.length === 0 ? summary : ''
  })

type KeptSearch = { suite: string; fingerprint: string; branches: string[]; policy: Policy }

/** The branches that a baseline of `branch` is made of: the default branch too, where a release branch began. */
export const branchesFor = (branch: string, { defaultBranch }: JobContext): string[] => [
  ...new Set([branch, defaultBranch ?? branch]),
]

/** `nights` are the files of the histories that hold nights. */
type KeptFound = Skipped & { results: KeptSession[]; nights: NightFile[] }

/** The stored sessions of a testbed in each branch's newest history, summarised as `policy` asks. Throws the refusal. */
export async function keptSessions(
  context: ConnectedJob,
  { suite, fingerprint, branches, policy }: KeptSearch,
): Promise<KeptFound> {
  const search = {
    name: trendArtifactName(suite),
    pattern: new RegExp(`${keptName(fingerprint).source}|${pieceName.source}`),
    wanted: 1,
    listedOnce: true,
    read: (name: string, bytes: Uint8Array): KeptSession | NightFile =>
      pieceName.test(name) ? { name, bytes } : readKeptSession(name, bytes),
  }
  const all: KeptFound = { results: [], nights: [], notes: [], unread: [] }
  for (const branch of branches) {
    const { files, notes, unread } = await storedTrend(context, { ...search, branch })
    all.results.push(...files.flatMap(file => ('commit' in file ? [file] : [])))
    all.nights.push(...files.flatMap(file => ('commit' in file ? [] : [file])))
    all.notes.push(...notes)
    all.unread.push(...unread)
  }
  return { ...all, results: all.results.filter(each => fits(each, policy)) }
}
