// What the runner says about the job, as plain data. Nothing here comes from the benchmark.
import { readFileSync } from 'node:fs'

export type PullRequest = {
  number: number
  baseRef: string
  baseSha: string
  headSha: string
  fromFork: boolean
}

/** What is to become part of a branch: a pull request, or a group of them in a merge queue. */
export type Proposal = Pick<PullRequest, 'baseRef' | 'baseSha' | 'headSha'>

/** The run whose end started this one; `headOwner` and the rest of the head may be a fork's. */
export type EndedRun = {
  id: number
  attempt: number
  event: string
  workflowPath: string
  conclusion: string
  headSha: string
  headBranch: string
  headOwner: string
  headRepositoryId: number | null
  url: string
}

export type JobContext = {
  event: string
  owner: string
  repo: string
  repositoryId: number | null
  sha: string
  branch: string
  defaultBranch: string | null
  /** The tag that was pushed or released, null on a branch. */
  tag: string | null
  runId: number
  runAttempt: number
  /** Where people see the run. */
  runUrl: string
  /** Path of the workflow file in the repository, or '' where the runner does not say. */
  workflowPath: string
  /** The id of the job in it. */
  job: string
  /** `owner/name` of this action, or '' where the runner does not say, or runs it from the checkout. */
  actionRepository: string
  runnerName: string | null
  pullRequest: PullRequest | null
  /** Of a merge_group event: the queue's own commit, what it is to be put upon, and the last pull request in it. */
  mergeGroup: (Proposal & { number: number | null }) | null
  /** Of a workflow_run event. */
  endedRun: EndedRun | null
}

type Payload = {
  repository?: { id?: number; default_branch?: string }
  pull_request?: {
    number: number
    base: { ref: string; sha: string; repo?: { id?: number } | null }
    head: { sha: string; repo?: { id?: number } | null }
  }
  merge_group?: { head_sha: string; head_ref?: string; base_sha: string; base_ref: string }
  workflow_run?: {
    id: number
    run_attempt?: number
    event: string
    path?: string
    conclusion?: string | null
    head_sha: string
    head_branch?: string | null
    head_repository?: { id?: number; owner?: { login?: string } } | null
  }
}

function readPayload(path: string | undefined): Payload {
  if (!path) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Payload
  } catch (error) {
    throw new Error(`the event payload ${path} cannot be read: ${(error as Error).message}`)
  }
}

function pullRequestOf({ pull_request: pull }: Payload): PullRequest | null {
  if (!pull) return null
  return {
    number: pull.number,
    baseRef: pull.base.ref,
    baseSha: pull.base.sha,
    headSha: pull.head.sha,
    // A deleted fork has no repository any more: not ours, then.
    fromFork: pull.head.repo?.id === undefined || pull.head.repo.id !== pull.base.repo?.id,
  }
}

function mergeGroupOf({ merge_group: group }: Payload): JobContext['mergeGroup'] {
  if (!group) return null
  const baseRef = group.base_ref.replace(/^refs\/heads\//, '')
  // …/gh-readonly-queue/main/pr-12-0123abcd
  const number = Number(/\/pr-(\d{1,15})-[0-9a-f]+$/.exec(group.head_ref ?? '')?.[1]) || null
  return { baseRef, baseSha: group.base_sha, headSha: group.head_sha, number }
}

function endedRunOf({ workflow_run: run }: Payload, runsUrl: string): EndedRun | null {
  if (!run) return null
  return {
    id: run.id,
    attempt: run.run_attempt ?? 1,
    event: run.event,
    workflowPath: withoutRef(run.path ?? ''),
    conclusion: run.conclusion ?? 'unknown',
    headSha: run.head_sha,
    headBranch: run.head_branch ?? '',
    headOwner: run.head_repository?.owner?.login ?? '',
    headRepositoryId: run.head_repository?.id ?? null,
    url: `${runsUrl}/${run.id}`,
  }
}

/**
 * `.github/workflows/bench.yml@refs/tags/@scope/pkg@1.2.3` → `.github/workflows/bench.yml`. Workflow files lie directly in
 * their folder, so `@refs/` is never part of a name; a branch or tag may have more of `@`. GitHub lists a run without a
 * ref, Gitea with a full one; a commit or a short ref is cut off too.
 */
export function withoutRef(path: string): string {
  const [file = ''] = path.split('@refs/', 1)
  if (/\.ya?ml$/.test(file)) return file
  return /^(.+\.ya?ml)@/.exec(file)?.[1] ?? file
}

/** `owner/repo/.github/workflows/bench.yml@refs/heads/main` → `.github/workflows/bench.yml`. */
function workflowPathOf(ref: string): string {
  return withoutRef(/^[^/]+\/[^/]+\/(.+)$/.exec(ref)?.[1] ?? '')
}

/** Reads the runner's variables and the event payload. Throws when the repository is not named. */
export function readContext(env: NodeJS.ProcessEnv): JobContext {
  const [owner = '', repo = ''] = (env.GITHUB_REPOSITORY ?? '').split('/')
  if (owner === '' || repo === '')
    throw new Error('GITHUB_REPOSITORY is not set: this runs as a GitHub Action only')
  const payload = readPayload(env.GITHUB_EVENT_PATH)
  const runsUrl = `${env.GITHUB_SERVER_URL || 'https://github.com'}/${owner}/${repo}/actions/runs`
  return {
    event: env.GITHUB_EVENT_NAME ?? '',
    owner,
    repo,
    repositoryId: payload.repository?.id ?? (Number(env.GITHUB_REPOSITORY_ID) || null),
    sha: env.GITHUB_SHA ?? '',
    branch: env.GITHUB_REF_NAME ?? '',
    defaultBranch: payload.repository?.default_branch ?? null,
    tag: /^refs\/tags\/(.+)$/.exec(env.GITHUB_REF ?? '')?.[1] ?? null,
    runId: Number(env.GITHUB_RUN_ID),
    runAttempt: Number(env.GITHUB_RUN_ATTEMPT) || 1,
    runUrl: `${runsUrl}/${env.GITHUB_RUN_ID}`,
    workflowPath: workflowPathOf(env.GITHUB_WORKFLOW_REF ?? ''),
    job: env.GITHUB_JOB ?? '',
    actionRepository: env.GITHUB_ACTION_REPOSITORY ?? '',
    runnerName: env.RUNNER_NAME || null,
    pullRequest: pullRequestOf(payload),
    mergeGroup: mergeGroupOf(payload),
    endedRun: endedRunOf(payload, runsUrl),
  }
}

/** What a comparison is to decide about; null where the event proposes nothing. */
export const proposalOf = ({ pullRequest, mergeGroup }: JobContext): Proposal | null =>
  pullRequest ?? mergeGroup
