// Gitea's API in front of the GitHub stand-in: the same repository, answered as Gitea 1.26 does where it differs. Each
// difference is as its source has it (routers/api/v1, services/convert) and as tests/nightly/gitea sees the real server.

import { type LocalServer, type Received, type Reply, startLocalServer } from '../local-server.ts'
import type { GitHubApi } from './api.ts'

/** As Gitea names it; its token may ask for its own owner. */
export const giteaJob = { login: 'gitea-actions', id: 998, type: 'User' as const }

const notFound: Reply = { status: 404, body: { message: 'not found', errors: null, url: '/api/swagger' } }

const usualPage = 30
const largestPage = 50

/** `limit` is Gitea's `per_page`. Lists alone are asked for pages. */
function pageQuery(query: URLSearchParams): URLSearchParams {
  const own = new URLSearchParams(query)
  own.delete('limit')
  const size = Math.min(Number(query.get('limit')) || usualPage, largestPage)
  if (query.has('per_page') || query.has('limit')) own.set('per_page', String(size))
  return own
}

type Answer = Record<string, unknown>

/** No branch and no other repository of the run, and no digest. */
function artifact({ digest: _, workflow_run, ...rest }: Answer): Answer {
  const run = workflow_run as Answer | null
  return {
    ...rest,
    workflow_run: run && { id: run.id, repository_id: run.repository_id, head_sha: run.head_sha },
  }
}

/** By the end of a path: what Gitea makes of GitHub's answer. */
const answers: [RegExp, (answer: Answer) => Answer][] = [
  [/\/compare\/[^/]+$/, ({ total_commits, commits }) => ({ total_commits, commits })],
  [/\/actions\/artifacts$/, list => ({ ...list, artifacts: (list.artifacts as Answer[]).map(artifact) })],
]

/** Gitea has no check runs, and its jobs know no attempts. */
const missing = /\/check-runs|\/attempts\//

async function answer(github: GitHubApi, { method, url, headers, body }: Received): Promise<Reply> {
  const path = /^\/api\/v1(\/.*)$/.exec(url.pathname)?.[1]
  if (path === undefined || missing.test(path)) return notFound
  const reply = await fetch(`${github.url}${path}?${method === 'GET' ? pageQuery(url.searchParams) : ''}`, {
    method,
    headers: { authorization: String(headers.authorization), 'content-type': 'application/json' },
    ...(body.length > 0 ? { body: body.toString() } : {}),
  })
  const text = await reply.text()
  if (text === '') return { status: reply.status }
  const change = reply.ok ? answers.find(([end]) => end.test(path))?.[1] : undefined
  const content = JSON.parse(text)
  return { status: reply.status, body: change ? change(content) : content }
}

export type GiteaApi = LocalServer & {
  /** `METHOD /path` of everything that was asked for. */
  asked: string[]
}

/** Starts the API; `url` is its address, which ends as Gitea's do. */
export async function startGiteaApi(github: GitHubApi): Promise<GiteaApi> {
  const asked: string[] = []
  const server = await startLocalServer(received => {
    asked.push(`${received.method} ${received.url.pathname}`)
    return answer(github, received)
  })
  return { url: `${server.url}/api/v1`, close: server.close, asked }
}
