// Event payloads as GitHub writes them to GITHUB_EVENT_PATH, cut down to what workflows and actions read.
import type { GitHubState, Pull, Run } from './github-state.ts'

/** What a workflow is started by; `sha` and `ref` become GITHUB_SHA and GITHUB_REF. `run` is what the API shows. */
export type Trigger = {
  event: string
  payload: object
  sha: string
  ref: string
  run: Omit<Run, 'id' | 'path'>
}

/** A push to a branch, whose tip is in the state. */
export function pushEvent(state: GitHubState, branch: string): Trigger {
  const { ref, sha, run } = onBranch(state, branch, 'push')
  const payload = {
    ref,
    after: sha,
    deleted: false,
    forced: false,
    created: false,
    repository: repository(state),
  }
  return { event: 'push', payload, sha, ref, run }
}

/** A push of a tag to the commit `sha`; GitHub shows the tag's name as the branch of the run. */
export function tagEvent(state: GitHubState, tag: string, sha: string): Trigger {
  const ref = `refs/tags/${tag}`
  const payload = {
    ref,
    after: sha,
    deleted: false,
    forced: false,
    created: true,
    repository: repository(state),
  }
  return { event: 'push', payload, sha, ref, run: { event: 'push', head_branch: tag, head_sha: sha } }
}

/** `schedule` and `workflow_dispatch` on the default branch. */
export function defaultBranchEvent(state: GitHubState, event: 'schedule' | 'workflow_dispatch'): Trigger {
  const { ref, sha, run } = onBranch(state, state.default_branch, event)
  const own = event === 'schedule' ? { schedule: '17 3 * * *' } : { ref, inputs: {} }
  return { event, payload: { ...own, repository: repository(state) }, sha, ref, run }
}

/** GITHUB_SHA is the merge commit, GITHUB_REF that of the merge. */
export function pullRequestEvent(state: GitHubState, number: number): Trigger {
  const pull = state.pulls.find(candidate => candidate.number === number)
  if (!pull?.merge_commit_sha) throw new Error(`the state has no pull request ${number} with a merge commit`)
  const { merge_commit_sha, head, base } = pull
  const headRepository = repository(state, head.repository_id)
  const pull_request = {
    number,
    state: 'open',
    merge_commit_sha,
    head: { ref: head.ref, sha: head.sha, repo: headRepository, user: headRepository.owner },
    base: { ref: base.ref, sha: base.sha, repo: repository(state) },
  }
  const payload = { action: 'synchronize', number, pull_request, repository: repository(state) }
  const run = { event: 'pull_request', head_branch: head.ref, head_sha: head.sha, ...ofPull(pull) }
  return { event: 'pull_request', payload, sha: merge_commit_sha, ref: `refs/pull/${number}/merge`, run }
}

/** The same pull request, for a job with the rights of the base branch: GITHUB_SHA is the base's. */
export function pullRequestTargetEvent(state: GitHubState, number: number): Trigger {
  const { payload } = pullRequestEvent(state, number)
  const base = state.pulls.find(pull => pull.number === number)?.base.ref ?? ''
  return { ...onBranch(state, base, 'pull_request_target'), event: 'pull_request_target', payload }
}

/** A merge queue that holds the pull request alone: its own commit is the merge, on a branch of its own. */
export function mergeGroupEvent(state: GitHubState, number: number): Trigger {
  const pull = state.pulls.find(candidate => candidate.number === number)
  if (!pull?.merge_commit_sha) throw new Error(`the state has no pull request ${number} with a merge commit`)
  const { merge_commit_sha: sha, base } = pull
  const branch = `gh-readonly-queue/${base.ref}/pr-${number}-${base.sha}`
  const ref = `refs/heads/${branch}`
  const merge_group = { head_sha: sha, head_ref: ref, base_sha: base.sha, base_ref: `refs/heads/${base.ref}` }
  const payload = { action: 'checks_requested', merge_group, repository: repository(state) }
  const run = { event: 'merge_group', head_branch: branch, head_sha: sha }
  return { event: 'merge_group', payload, sha, ref, run }
}

/** After the run `id` has ended; the workflow itself is the default branch's. */
export function workflowRunEvent(state: GitHubState, id: number): Trigger {
  const ended = state.runs.find(candidate => candidate.id === id)
  if (!ended) throw new Error(`the state has no run ${id}`)
  const { ref, sha, run } = onBranch(state, state.default_branch, 'workflow_run')
  const { head_repository_id, pull_requests = [], ...shown } = ended
  const pulls = state.pulls.filter(pull => pull_requests.includes(pull.number))
  const workflow_run = {
    status: 'completed',
    conclusion: 'success',
    run_attempt: 1,
    ...shown,
    head_repository: repository(state, head_repository_id),
    repository: repository(state),
    pull_requests: pulls.map(({ number, head, base }) => ({ number, head, base })),
  }
  return {
    event: 'workflow_run',
    payload: { action: 'completed', workflow_run, repository: repository(state) },
    sha,
    ref,
    run,
  }
}

function onBranch(state: GitHubState, branch: string, event: string) {
  const sha = state.branches[branch]
  if (!sha) throw new Error(`the state has no branch ${branch}`)
  return { sha, ref: `refs/heads/${branch}`, run: { event, head_branch: branch, head_sha: sha } }
}

/** GitHub names the pull request of a run only when it is not from a fork. */
const ofPull = ({ number, head }: Pull) =>
  head.repository_id === undefined ? { pull_requests: [number] } : { head_repository_id: head.repository_id }

function repository(state: GitHubState, id = state.id) {
  const fork = state.forks.find(candidate => candidate.id === id)
  const { owner, repo } = fork ?? state
  const { default_branch } = state
  return {
    id,
    name: repo,
    full_name: `${owner}/${repo}`,
    owner: { login: owner },
    default_branch,
    fork: Boolean(fork),
  }
}
