// A repository on GitHub's stand-ins, with what the tests of `src/github` need: a client, contexts, stored artifacts.
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { newBudget } from '../../src/github/api/budget.ts'
import { connect, type Octokit, type RetryLimits } from '../../src/github/api/connect.ts'
import type { JobContext, PullRequest } from '../../src/github/api/context.ts'
import { type ResultsService, startResultsService } from '../stand-ins/artifacts/results-service.ts'
import { type GitHubApi, startGitHubApi } from '../stand-ins/github/api.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { newState, type Run } from '../stand-ins/github/state.ts'

/** A commit's SHA from a small number. */
export const sha = (number: number) => number.toString(16).padStart(40, '0')

export const workflowPath = '.github/workflows/bench.yml'

/** Commits 1 to `count` on main, the last one its tip, each made by the one before. */
export function mainCommits(count: number) {
  return Array.from({ length: count }, (_, i) => count - i).map(number => ({
    sha: sha(number),
    parents: number === 1 ? [] : [sha(number - 1)],
    message: `commit ${number}`,
    date: new Date(Date.UTC(2026, 0, 1, number)).toISOString(),
  }))
}

/** Long enough for a machine that has other things to do. */
export const patient: RetryLimits = { timeoutMs: 10_000, pausesMs: [1, 1, 1], longestPauseMs: 50 }

/** For servers that do not answer. */
export const impatient: RetryLimits = { ...patient, timeoutMs: 400 }

export const everything: Permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' }

export type Setting = {
  github: GitHubApi
  results: ResultsService
  octokit: (permissions?: Permissions, retries?: RetryLimits) => Octokit
  /** A client that makes this many requests and no more. */
  limited: (left: number) => Octokit
  /** A run of main at commit `number`, by its id. */
  addRun: (id: number, commit: number, more?: Partial<Run>) => void
  close: () => Promise<void>
}

export async function startSetting(commits = 30): Promise<Setting> {
  const results = await startResultsService()
  const pulls = [
    { number: 7, head: { ref: 'change', sha: sha(900) }, base: { ref: 'main', sha: sha(commits) } },
    {
      number: 8,
      head: { ref: 'main', sha: sha(901), repository_id: 99 },
      base: { ref: 'main', sha: sha(commits) },
    },
  ]
  const forks = [{ id: 99, owner: 'mallory', repo: 'rocket' }]
  const branches = { main: sha(commits) }
  const state = newState({ commits: mainCommits(commits), branches, pulls, forks })
  const github = await startGitHubApi({ state, results })
  return {
    github,
    results,
    octokit: (permissions = everything, retries = patient) =>
      connect(github.token(permissions), { baseUrl: github.url, retries, budget: newBudget() }),
    limited: left => {
      const budget = { left, reserved: 0, answers: new Map() }
      return connect(github.token(everything), { baseUrl: github.url, retries: patient, budget })
    },
    addRun: (id, commit, more = {}) => {
      state.runs.push({
        id,
        event: 'push',
        path: workflowPath,
        head_branch: 'main',
        head_sha: sha(commit),
        ...more,
      })
    },
    close: async () => {
      await results.close()
      await github.close()
    },
  }
}

export const pullRequest: PullRequest = {
  number: 7,
  baseRef: 'main',
  baseSha: sha(30),
  headSha: sha(900),
  fromFork: false,
}

/** A job of pull request 7, in run 500. */
export function jobContext(more: Partial<JobContext> = {}): JobContext {
  return {
    event: 'pull_request',
    owner: 'acme',
    repo: 'rocket',
    workflowSha: sha(900),
    repositoryId: 4242,
    sha: sha(900),
    branch: '7/merge',
    defaultBranch: 'main',
    runId: 500,
    runAttempt: 1,
    runUrl: 'https://github.com/acme/rocket/actions/runs/500',
    workflowPath,
    workflowRepository: 'acme/rocket',
    job: 'bench',
    actionRepository: 'org/stable-bench',
    runnerName: null,
    pullRequest,
    mergeGroup: null,
    endedRun: null,
    comment: null,
    label: null,
    retargeted: false,
    arrived: false,
    actor: 'octocat',
    requested: false,
    tag: null,
    ...more,
  }
}

/** A zip as `@actions/artifact` makes them. */
export const zip = (files: Record<string, Uint8Array | string>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? Buffer.from(content) : content,
        ]),
      ),
    ),
  )

/** The artifact of a single session; its document is only text here. */
export const singleZip = (text: string): Buffer => zip({ 'result.json.gz': gzipSync(text) })
