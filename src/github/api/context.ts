// Reads the facts about the job that the runner gives, as plain data. Nothing here comes from the benchmark.
import { readFileSync } from 'node:fs'
import { type EndedRun, endedRunOf, type RunFacts, withoutRef } from '../runs/ended-run.ts'

export type PullRequest = {
  number: number
  baseRef: string
  baseSha: string
  headSha: string
  /** The commit where its branch left the base branch, where the event names it. GitHub's events do not. */
  mergeBase?: string | undefined
  /** GitHub's own merge of its head into its base branch, where the server named one to this job. */
  mergeSha?: string | null | undefined
  fromFork: boolean
}

/** A change that may become part of a branch: a pull request, or a group of them in a merge queue. */
export type Proposal = Pick<PullRequest, 'baseRef' | 'baseSha' | 'headSha' | 'mergeBase' | 'mergeSha'>

/** A comment on an issue or a pull request. */
export type IssueComment = {
  id: number
  issue: number
  onPull: boolean
  author: string
  body: string
  createdAt: string
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
  runUrl: string
  /** Path of the workflow file in the repository, or '' where the runner does not say. */
  workflowPath: string
  /** `owner/name` of the repository that has the file, or '' where the runner does not say. */
  workflowRepository: string
  /** The commit that the runner took the file from. */
  workflowSha: string
  job: string
  /** The name that GitHub shows of the job, where it may be a leg of a matrix; once it is known. */
  jobName?: string
  /** `owner/name` of this action, or '' where the runner does not say, or runs it from the checkout. */
  actionRepository: string
  runnerName: string | null
  pullRequest: PullRequest | null
  /** Set by a merge_group event: the queue's own commit, the commit below it, and the last pull request in it. */
  mergeGroup: (Proposal & { number: number | null }) | null
  /** Set by a workflow_run event: the run whose end started this one. */
  endedRun: EndedRun | null
  comment: IssueComment | null
  /** The label that a pull request was given or lost. */
  label: string | null
  /** Whether the event is that the pull request got another base branch. */
  retargeted: boolean
  /** Whether the event is that a pull request was opened, or has another head. */
  arrived: boolean
  actor: string
  /** Whether the pull request is not the event's own: somebody asked for it. */
  requested: boolean
  /** The earlier paths of the workflow file, from the configuration that counts. */
  formerWorkflows?: string[]
  /** The base commit by which a pull request is judged; once it is known. */
  judgedBase?: string
  /** The name that the job reports under, where it measures: that of its suite, or of all suites together. */
  reportName?: string
  /** The commands as the workflow file has them; only for a job that measures. */
  written?: Record<'command' | 'setup' | 'prepare', string | null> & { place: string }
}

type Payload = {
  action?: string
  changes?: { base?: object }
  repository?: { id?: number; default_branch?: string }
  pull_request?: {
    number: number
    merge_base?: string
    base: { ref: string; sha: string; repo?: { id?: number } | null }
    head: { sha: string; repo?: { id?: number } | null }
  }
  merge_group?: { head_sha: string; head_ref?: string; base_sha: string; base_ref: string }
  workflow_run?: RunFacts
  issue?: { number: number; pull_request?: object }
  comment?: { id: number; body?: string; user?: { login?: string } | null; created_at: string }
  label?: { name: string }
  sender?: { login?: string }
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
    mergeBase: pull.merge_base || undefined,
    // A deleted fork has no repository any more, so it is not ours.
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

function commentOf({ comment, issue }: Payload): IssueComment | null {
  if (!comment || !issue) return null
  const { id, body = '', user, created_at: createdAt } = comment
  const onPull = issue.pull_request !== undefined
  return { id, issue: issue.number, onPull, author: user?.login ?? '', body, createdAt }
}

/** `owner/repo/.github/workflows/bench.yml@refs/heads/main` → `owner/repo` and `.github/workflows/bench.yml`. */
function workflowOf(ref: string) {
  const [, workflowRepository = '', path = ''] = /^([^/]+\/[^/]+)\/(.+)$/.exec(ref) ?? []
  return { workflowRepository, workflowPath: withoutRef(path) }
}

/** The payload of a schedule may name no repository. It always runs on the default branch. Null for other events. */
const scheduledBranch = ({ GITHUB_EVENT_NAME, GITHUB_REF_NAME }: NodeJS.ProcessEnv) =>
  GITHUB_EVENT_NAME === 'schedule' ? (GITHUB_REF_NAME ?? null) : null

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
    defaultBranch: payload.repository?.default_branch ?? scheduledBranch(env),
    tag: /^refs\/tags\/(.+)$/.exec(env.GITHUB_REF ?? '')?.[1] ?? null,
    runId: Number(env.GITHUB_RUN_ID),
    runAttempt: Number(env.GITHUB_RUN_ATTEMPT) || 1,
    runUrl: `${runsUrl}/${env.GITHUB_RUN_ID}`,
    ...workflowOf(env.GITHUB_WORKFLOW_REF ?? ''),
    workflowSha: env.GITHUB_WORKFLOW_SHA || (env.GITHUB_SHA ?? ''),
    job: env.GITHUB_JOB ?? '',
    actionRepository: env.GITHUB_ACTION_REPOSITORY ?? '',
    runnerName: env.RUNNER_NAME || null,
    pullRequest: pullRequestOf(payload),
    mergeGroup: mergeGroupOf(payload),
    endedRun: payload.workflow_run ? endedRunOf(payload.workflow_run, runsUrl) : null,
    comment: commentOf(payload),
    label: payload.label?.name ?? null,
    retargeted: payload.action === 'edited' && payload.changes?.base !== undefined,
    arrived: ARRIVED.includes(payload.action ?? '') && !!payload.pull_request,
    actor: payload.sender?.login ?? env.GITHUB_ACTOR ?? '',
    requested: false,
  }
}

/** The activities of a pull request that bring a commit; the last one is Gitea's word for the one before. */
const ARRIVED = ['opened', 'reopened', 'synchronize', 'synchronized']

/** The change that a comparison decides about; null where the event proposes none. */
export const proposalOf = ({ pullRequest, mergeGroup }: JobContext): Proposal | null =>
  pullRequest ?? mergeGroup

/** The branch that the change is merged into, where that is not the default branch; null where it is, or is not known. */
export function branchInto(context: JobContext): string | null {
  const { defaultBranch } = context
  const { baseRef = defaultBranch } = proposalOf(context) ?? {}
  return defaultBranch === null || baseRef === defaultBranch ? null : baseRef
}
