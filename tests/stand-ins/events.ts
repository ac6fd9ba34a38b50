// Event payloads as GitHub writes them to GITHUB_EVENT_PATH, cut down to what workflows and actions read.
import type { GitHubState, Pull, Run } from './github/state.ts'

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

/** What is given to a run that is started by hand, and who starts it. */
export type ByHand = { inputs?: Record<string, string>; by?: string; branch?: string }

/** A schedule on the default branch. Its payload on GitHub may have nothing else. */
export function scheduleEvent(state: GitHubState): Trigger {
  const { ref, sha, run } = onBranch(state, state.default_branch, 'schedule')
  return {
    event: 'schedule',
    payload: { schedule: '17 3 * * *' },
    sha,
    ref,
    run,
  }
}

/** A start by hand, on the default branch unless another is chosen. */
export function dispatchEvent(
  state: GitHubState,
  { inputs = {}, by = 'octocat', branch = state.default_branch }: ByHand = {},
): Trigger {
  const { ref, sha, run } = onBranch(state, branch, 'workflow_dispatch')
  const payload = { ref, inputs, sender: { login: by }, repository: repository(state) }
  return { event: 'workflow_dispatch', payload, sha, ref, run: { ...run, actor: by } }
}

/** A comment on a pull request, which the state has from then on. GITHUB_SHA is the default branch's. */
export function commentEvent(
  state: GitHubState,
  number: number,
  { body, by }: { body: string; by: string },
): Trigger {
  const { ref, sha, run } = onBranch(state, state.default_branch, 'issue_comment')
  const id = 1 + Math.max(7000, ...state.comments.map(comment => comment.id))
  const now = new Date().toISOString()
  const user = { login: by, id: 1, type: 'User' as const }
  const comment = { id, body, user, created_at: now, updated_at: now }
  state.comments.push({ ...comment, issue: number })
  const pull = state.pulls.find(candidate => candidate.number === number)
  const issue = { number, title: pull?.title ?? '', ...(pull ? { pull_request: {} } : {}) }
  // What people are to the repository is no proof of what they may do.
  const said = { ...comment, author_association: 'MEMBER' }
  const payload = { action: 'created', issue, comment: said, sender: user, repository: repository(state) }
  return { event: 'issue_comment', payload, sha, ref, run: { ...run, actor: by } }
}

/** What GitHub notes of a push to the head of a pull request, which had the commit `before` or was not there. */
export function notePush(
  state: GitHubState,
  { head }: Pull,
  before: string | undefined,
  timestamp: string,
): void {
  const fork = state.forks.find(({ id }) => id === head.repository_id)
  if (fork) fork.pushed_at = timestamp
  if (head.repository_id !== undefined) return
  const activity_type = before === undefined ? 'branch_creation' : 'force_push'
  const nothing = '0'.repeat(40)
  state.pushes.push({
    ref: `refs/heads/${head.ref}`,
    before: before ?? nothing,
    after: head.sha,
    timestamp,
    activity_type,
  })
}

export type Labelling = { label: string; by: string; event?: 'labeled' | 'unlabeled' }

/** Gives the pull request a label, or takes it away. */
export function setLabel(state: GitHubState, number: number, labelling: Labelling): void {
  const { label, by: actor, event = 'labeled' } = labelling
  const created_at = new Date().toISOString()
  state.labelEvents.push({ issue: number, event, label, actor, created_at })
  for (const pull of state.pulls.filter(each => each.number === number)) {
    const others = (pull.labels ?? []).filter(name => name !== label)
    pull.labels = event === 'labeled' ? [...others, label] : others
  }
}

/** The label that a pull request was given or lost, for a job with the rights of the base branch. */
export function labelEvent(state: GitHubState, number: number, labelling: Labelling): Trigger {
  setLabel(state, number, labelling)
  const { label, by, event: action = 'labeled' } = labelling
  const { payload, run, ...trigger } = pullRequestTargetEvent(state, number)
  const own = { action, label: { name: label }, sender: { login: by } }
  return { ...trigger, payload: { ...payload, ...own }, run: { ...run, actor: by } }
}

/** The activity of a pull request; `changes` is what was edited, with the values of before. */
export type Activity = {
  action?: 'opened' | 'synchronize' | 'reopened' | 'edited'
  changes?: { title?: { from: string }; base?: { ref: { from: string }; sha: { from: string } } }
}

/** GITHUB_SHA is the merge commit, GITHUB_REF that of the merge. */
export function pullRequestEvent(state: GitHubState, number: number, activity: Activity = {}): Trigger {
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
  const payload = { action: 'synchronize', ...activity, number, pull_request, repository: repository(state) }
  const run = { event: 'pull_request', head_branch: head.ref, head_sha: head.sha, ...ofPull(pull) }
  return { event: 'pull_request', payload, sha: merge_commit_sha, ref: `refs/pull/${number}/merge`, run }
}

/** The same pull request, for a job with the rights of the base branch: GITHUB_SHA is the base's. */
export function pullRequestTargetEvent(state: GitHubState, number: number, activity?: Activity): Trigger {
  const { payload } = pullRequestEvent(state, number, activity)
  const base = state.pulls.find(pull => pull.number === number)?.base.ref ?? ''
  return { ...onBranch(state, base, 'pull_request_target'), event: 'pull_request_target', payload }
}

/** A pull request in a merge queue: the queue's commit `sha` has it on top of `onto`, on a branch that is named after both. */
export function mergeGroupEvent(
  { base, number }: Pull,
  state: GitHubState,
  sha: string,
  onto: string,
): Trigger {
  const branch = `gh-readonly-queue/${base.ref}/pr-${number}-${onto}`
  const ref = `refs/heads/${branch}`
  const merge_group = { head_sha: sha, head_ref: ref, base_sha: onto, base_ref: `refs/heads/${base.ref}` }
  const payload = { action: 'checks_requested', merge_group, repository: repository(state) }
  const run = { event: 'merge_group', head_branch: branch, head_sha: sha }
  return { event: 'merge_group', payload, sha, ref, run }
}

/** After the run `id` has ended; the workflow itself is the default branch's. */
export function workflowRunEvent(state: GitHubState, id: number): Trigger {
  const ended = state.runs.find(candidate => candidate.id === id)
  if (!ended) throw new Error(`the state has no run ${id}`)
  const { ref, sha, run } = onBranch(state, state.default_branch, 'workflow_run')
  const { head_repository_id, pull_requests = [], actor = 'octocat', ...shown } = ended
  const pulls = state.pulls.filter(pull => pull_requests.includes(pull.number))
  const workflow_run = {
    status: 'completed',
    conclusion: 'success',
    run_attempt: 1,
    ...shown,
    actor: { login: actor },
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
