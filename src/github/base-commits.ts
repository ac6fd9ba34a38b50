// The commits a pull request may be compared with: its base and that commit's first-parent ancestors.
import { getExecOutput } from '@actions/exec'
import type { getOctokit } from '@actions/github'
import type { JobContext } from './context.ts'

export type Octokit = ReturnType<typeof getOctokit>

/** The parents of HEAD. Read from the commit object, which even a clone of depth 1 has. */
async function parentsOfHead(cwd: string): Promise<string[]> {
  const options = { cwd, silent: true, ignoreReturnCode: true }
  const { exitCode, stdout } = await getExecOutput('git', ['cat-file', 'commit', 'HEAD'], options).catch(
    () => ({
      exitCode: 1,
      stdout: '',
    }),
  )
  if (exitCode !== 0) return []
  const [header = ''] = stdout.split('\n\n')
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(match => match[1] as string)
}

/**
 * `HEAD^1` where HEAD is the pull request's merge commit: what was merged into is then not blamed on the pull
 * request. Otherwise the merge-base, and where the server does not say, the base branch's commit of the event.
 */
export async function baseCommit(octokit: Octokit, context: JobContext, cwd: string): Promise<string> {
  const pull = context.pullRequest
  if (!pull) throw new Error('there is no pull request to find the base commit of')
  const [first, second] = await parentsOfHead(cwd)
  if (first && second === pull.headSha) return first
  const { owner, repo } = context
  const basehead = `${pull.baseSha}...${pull.headSha}`
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 })
  return data.merge_base_commit?.sha ?? pull.baseSha
}

/** Distance of each of the nearest first-parent ancestors from `base` (0 is `base` itself), at most 100 commits. */
export async function firstParentDistances(
  octokit: Octokit,
  { owner, repo }: JobContext,
  base: string,
): Promise<Map<string, number>> {
  const { data } = await octokit.rest.repos.listCommits({ owner, repo, sha: base, per_page: 100 })
  const parents = new Map(data.map(commit => [commit.sha, commit.parents[0]?.sha]))
  const distances = new Map<string, number>()
  for (let sha: string | undefined = base; sha !== undefined && !distances.has(sha); sha = parents.get(sha)) {
    distances.set(sha, distances.size)
  }
  return distances
}
