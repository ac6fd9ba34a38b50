// Stand-in for GitHub's REST API: one repository in memory. Requests and our own responses are held against GitHub's
// OpenAPI description; whatever is not described or not modelled is refused and reported, never guessed.
import { randomBytes } from 'node:crypto'
import type { ResultsService } from '../artifacts/results-service.ts'
import { type Interruption, interrupted } from '../interruption.ts'
import { type Received, startLocalServer } from '../local-server.ts'
import { type ApiRequest, type GitHubDescription, loadGitHubDescription } from './description.ts'
import { answerRequest, type GitHubService, type Permissions } from './service.ts'
import { type Actor, type Comment, type GitHubState, newState } from './state.ts'

export type LoggedRequest = {
  method: string
  path: string
  operation: string | null
  status: number
  body: unknown
}

export type GitHubApi = {
  /** For GITHUB_API_URL. */
  url: string
  state: GitHubState
  comments: Comment[]
  requests: LoggedRequest[]
  /** Requests that GitHub's description forbids or that the stand-in does not model, and faults of its own. */
  unexpectedRequests: { request: string; reason: string }[]
  /** What happens to the next requests for `operation`, one after the other. */
  interrupt: (operation: string, ...interruptions: Interruption[]) => void
  /** Takes back what has not happened yet. */
  clearInterruptions: () => void
  /** A token as GITHUB_TOKEN is one; whatever it writes is by `github-actions[bot]` unless `actor` says otherwise. */
  token: (permissions: Permissions, actor?: Actor) => string
  /** @throws when a response of the stand-in did not fit GitHub's description: then no test result counts */
  close: () => Promise<void>
}

const actionsBot: Actor = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }

const repositoryPaths = [
  '',
  '/actions/artifacts',
  '/actions/artifacts/{artifact_id}',
  '/actions/artifacts/{artifact_id}/{archive_format}',
  '/actions/runs',
  '/actions/runs/{run_id}',
  '/actions/runs/{run_id}/artifacts',
  '/actions/runs/{run_id}/jobs',
  '/actions/runs/{run_id}/attempts/{attempt_number}/jobs',
  '/actions/workflows/{workflow_id}/runs',
  '/activity',
  '/check-runs',
  '/check-runs/{check_run_id}',
  '/collaborators/{username}/permission',
  '/commits',
  '/commits/{ref}',
  '/commits/{ref}/check-runs',
  '/commits/{commit_sha}/pulls',
  '/compare/{basehead}',
  '/contents/{path}',
  '/issues',
  '/pages',
  '/issues/{issue_number}',
  '/issues/{issue_number}/comments',
  '/issues/{issue_number}/events',
  '/issues/comments/{comment_id}',
  '/issues/comments/{comment_id}/reactions',
  '/pulls',
  '/pulls/{pull_number}',
  '/pulls/{pull_number}/files',
  '/tags',
]

const paths = ['/user', ...repositoryPaths.map(path => `/repos/{owner}/{repo}${path}`)]

/** Loaded by the first API of a test file, for all of them. */
let loading: Promise<GitHubDescription> | undefined

/**
 * Starts the API on a free port of 127.0.0.1.
 *
 * @param given.state the repository; it is not copied, so that a test may change it at any time
 * @param given.results where the artifacts of the state's runs are
 */
export async function startGitHubApi(given: {
  state?: GitHubState
  results: ResultsService
}): Promise<GitHubApi> {
  const { state = newState(), results } = given
  loading ??= loadGitHubDescription(paths)
  const description = await loading
  const service: GitHubService = {
    state,
    results,
    description,
    grants: new Map(),
    unexpected: [],
    faults: [],
  }
  const requests: LoggedRequest[] = []
  const planned = new Map<string, Interruption[]>()
  const server = await startLocalServer(async received => {
    const request = parse(received)
    const name = description.match(request)?.operation ?? null
    const { reply } = await interrupted(planned.get(name ?? '')?.shift(), () =>
      answerRequest(service, received.url, request),
    )
    const path = received.url.pathname + received.url.search
    requests.push({ method: request.method, path, operation: name, status: reply.status, body: request.body })
    return reply
  })
  return {
    url: server.url,
    state,
    get comments() {
      return state.comments
    },
    requests,
    unexpectedRequests: service.unexpected,
    interrupt: (operation, ...interruptions) => {
      planned.set(operation, [...(planned.get(operation) ?? []), ...interruptions])
    },
    clearInterruptions: () => planned.clear(),
    token: (permissions, actor = actionsBot) => {
      const token = `ghs_${randomBytes(18).toString('hex')}`
      service.grants.set(token, { permissions, actor })
      return token
    },
    close: async () => {
      await server.close()
      if (service.faults.length > 0)
        throw new Error(`the GitHub stand-in is at fault:\n${service.faults.join('\n')}`)
    },
  }
}

function parse({ method, url, headers, body }: Received): ApiRequest {
  const single = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(single),
    body: body.length > 0 ? parseBody(body.toString()) : undefined,
  }
}

/** Malformed JSON stays text, which no operation accepts. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
