// How the GitHub stand-in treats one request: token, description, permission, operation, and its own answer checked.

import type { ResultsService } from '../artifacts/results-service.ts'
import type { Reply } from '../local-server.ts'
import { actionsOperations } from './actions-operations.ts'
import { type Call, failure, type Operation } from './call.ts'
import type { ApiRequest, GitHubDescription } from './description.ts'
import { issueOperations } from './issue-operations.ts'
import { pullOperations } from './pull-operations.ts'
import { repositoryOperations } from './repository-operations.ts'
import type { Actor, GitHubState } from './state.ts'

/** As under `permissions:` in a workflow; what is not named is not granted. */
export type Permissions = Record<string, 'read' | 'write' | 'none'>

export type GitHubService = {
  state: GitHubState
  results: ResultsService
  description: GitHubDescription
  /** Who holds which token. */
  grants: Map<string, { permissions: Permissions; actor: Actor }>
  unexpected: { request: string; reason: string }[]
  /** What the stand-in itself did wrong. */
  faults: string[]
}

const operations: Record<string, Operation> = {
  ...actionsOperations,
  ...repositoryOperations,
  ...pullOperations,
  ...issueOperations,
}

/** Answers a request to `url`; `operation` is null for one that the description does not have. */
export function answerRequest(service: GitHubService, url: URL, request: ApiRequest) {
  const match = service.description.match(request)
  if (!match) {
    const reply = unexpected(service, request, 404, 'no such operation among those of the stand-in')
    return { operation: null, reply }
  }
  const { operation } = match
  const reply = attempt(service, url, request, match)
  const errors =
    reply.status === 500
      ? []
      : service.description.responseErrors(operation, reply.status, reply.body ?? null)
  if (errors.length === 0) return { operation, reply }
  return { operation, reply: fault(service, request, `${operation} ${reply.status}: ${errors.join('; ')}`) }
}

type Match = { operation: string; params: Record<string, string> }

function attempt(service: GitHubService, url: URL, request: ApiRequest, match: Match): Reply {
  try {
    return authorize(service, url, request, match)
  } catch (error) {
    return fault(service, request, `${match.operation}: ${String(error)}`)
  }
}

function authorize(service: GitHubService, url: URL, request: ApiRequest, match: Match): Reply {
  const { state, grants } = service
  const grant = grants.get(/^(?:token|bearer) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (!grant) return failure(401, 'Bad credentials')
  const operation = operations[match.operation]
  if (!operation) return unexpected(service, request, 404, `${match.operation} is not modelled`)
  const { owner = state.owner, repo = state.repo } = match.params
  if (owner !== state.owner || repo !== state.repo) return failure(404, 'Not Found')
  if (!isGranted(grant.permissions, operation.permissions)) return refusal(state, operation)
  const errors = [
    ...service.description.requestErrors(match.operation, request),
    ...notModelled(operation, request),
  ]
  if (errors.length > 0) return unexpected(service, request, 422, `${match.operation}: ${errors.join('; ')}`)
  const { results, description } = service
  const { schema } = description
  const body = (request.body ?? {}) as Call['body']
  const { query } = request
  return operation.answer({
    state,
    results,
    schema,
    actor: grant.actor,
    url,
    params: match.params,
    query,
    body,
  })
}

/** GitHub does not tell whoever may not read the contents of a private repository that there are any. */
function refusal(state: GitHubState, { permissions }: Operation): Reply {
  const isContents = permissions.includes('contents:read')
  return state.private && isContents
    ? failure(404, 'Not Found')
    : failure(403, 'Resource not accessible by integration')
}

function isGranted(granted: Permissions, alternatives: string[]): boolean {
  if (alternatives.length === 0) return true
  return alternatives.some(alternative => {
    const [scope = '', level] = alternative.split(':')
    return granted[scope] === 'write' || granted[scope] === level
  })
}

function notModelled(operation: Operation, request: ApiRequest): string[] {
  const honoured = ['per_page', 'page', ...(operation.query ?? [])]
  const ignored = Object.keys(request.query).filter(parameter => !honoured.includes(parameter))
  return ignored.map(parameter => `the parameter ${parameter} is not modelled`)
}

function unexpected(
  service: GitHubService,
  { method, path }: ApiRequest,
  status: number,
  reason: string,
): Reply {
  service.unexpected.push({ request: `${method} ${path}`, reason })
  return failure(status, `unexpected request: ${reason}`)
}

function fault(service: GitHubService, request: ApiRequest, reason: string): Reply {
  service.faults.push(reason)
  return unexpected(service, request, 500, reason)
}
