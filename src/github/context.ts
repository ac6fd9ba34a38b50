// What the runner says about the job, as plain data. Nothing here comes from the benchmark.
import { readFileSync } from 'node:fs'

export type PullRequest = {
  number: number
  baseRef: string
  baseSha: string
  headSha: string
  fromFork: boolean
}

export type JobContext = {
  event: string
  owner: string
  repo: string
  repositoryId: number | null
  sha: string
  branch: string
  defaultBranch: string | null
  runId: number
  runAttempt: number
  /** Path of the workflow file in the repository, or '' where the runner does not say. */
  workflowPath: string
  runnerName: string | null
  pullRequest: PullRequest | null
}

type Payload = {
  repository?: { id?: number; default_branch?: string }
  pull_request?: {
    number: number
    base: { ref: string; sha: string; repo?: { id?: number } | null }
    head: { sha: string; repo?: { id?: number } | null }
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

/** `owner/repo/.github/workflows/bench.yml@refs/heads/main` → `.github/workflows/bench.yml`. */
function workflowPathOf(ref: string): string {
  return /^[^/]+\/[^/]+\/(.+)@[^@]+$/.exec(ref)?.[1] ?? ''
}

/** Reads the runner's variables and the event payload. Throws when the repository is not named. */
export function readContext(env: NodeJS.ProcessEnv): JobContext {
  const [owner = '', repo = ''] = (env.GITHUB_REPOSITORY ?? '').split('/')
  if (owner === '' || repo === '')
    throw new Error('GITHUB_REPOSITORY is not set: this runs as a GitHub Action only')
  const payload = readPayload(env.GITHUB_EVENT_PATH)
  return {
    event: env.GITHUB_EVENT_NAME ?? '',
    owner,
    repo,
    repositoryId: payload.repository?.id ?? (Number(env.GITHUB_REPOSITORY_ID) || null),
    sha: env.GITHUB_SHA ?? '',
    branch: env.GITHUB_REF_NAME ?? '',
    defaultBranch: payload.repository?.default_branch ?? null,
    runId: Number(env.GITHUB_RUN_ID),
    runAttempt: Number(env.GITHUB_RUN_ATTEMPT) || 1,
    workflowPath: workflowPathOf(env.GITHUB_WORKFLOW_REF ?? ''),
    runnerName: env.RUNNER_NAME || null,
    pullRequest: pullRequestOf(payload),
  }
}
