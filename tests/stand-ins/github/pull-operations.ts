// The conversation part of the GitHub stand-in: pull requests, their comments, check runs and whose token it is.

import type { Reply } from '../local-server.ts'
import { type Call, failure, type Operation, pageOf, repositoryPart, shape } from './call.ts'
import { fileShape } from './repository-operations.ts'
import { type Check, type Comment, mergeBase, type Pull, resolveCommit } from './state.ts'

const readComments = ['issues:read', 'pull-requests:read']
const writeComments = ['issues:write', 'pull-requests:write']

/** What GitHub documents as a comment's limit; longer ones are refused with this very text. */
const longestComment = 65_536

export const pullOperations: Record<string, Operation> = {
  'pulls/get': {
    permissions: ['pull-requests:read'],
    answer: call => {
      const pull = call.state.pulls.find(({ number }) => number === Number(call.params.pull_number))
      return pull ? { status: 200, body: pullShape(call, 'pull-request', pull) } : failure(404, 'Not Found')
    },
  },
  // Apps may not ask who they are, and a job's token is one of an app.
  'users/get-authenticated': {
    permissions: [],
    answer: call =>
      call.actor.type === 'Bot'
        ? failure(403, 'Resource not accessible by integration')
        : { status: 200, body: shape(call, 'public-user', call.actor) },
  },
  'pulls/list': {
    permissions: ['pull-requests:read'],
    query: ['state', 'head', 'base', 'sort', 'direction'],
    answer: listPulls,
  },
  'repos/list-pull-requests-associated-with-commit': {
    permissions: ['pull-requests:read'],
    answer: listPullsOfCommit,
  },
  'pulls/list-files': { permissions: ['pull-requests:read'], answer: listFiles },
  'issues/list-comments': { permissions: readComments, answer: listComments },
  'issues/create-comment': { permissions: writeComments, answer: createComment },
  'issues/update-comment': { permissions: writeComments, answer: updateComment },
  'issues/delete-comment': { permissions: writeComments, answer: deleteComment },
  'checks/create': { permissions: ['checks:write'], answer: createCheck },
  'checks/list-for-ref': {
    permissions: ['checks:read'],
    query: ['check_name', 'filter'],
    answer: listChecks,
  },
  'checks/update': { permissions: ['checks:write'], answer: updateCheck },
}

function listPulls(call: Call): Reply {
  const { state = 'open', head, base } = call.query
  const pulls = call.state.pulls
    .filter(pull => state === 'all' || (pull.state ?? 'open') === state)
    .filter(pull => head === undefined || labelOf(call, pull) === head)
    .filter(pull => base === undefined || pull.base.ref === base)
    .sort((a, b) => b.number - a.number)
  const { items, headers } = pageOf(call, pulls)
  return { status: 200, headers, body: items.map(pull => pullShape(call, 'pull-request-simple', pull)) }
}

/** Those whose head or merge commit it is; https://docs.github.com/rest/commits/commits lists merged ones first. */
function listPullsOfCommit(call: Call): Reply {
  const commit = String(call.params.commit_sha)
  const pulls = call.state.pulls.filter(
    ({ head, merge_commit_sha }) => head.sha === commit || merge_commit_sha === commit,
  )
  const { items, headers } = pageOf(call, pulls)
  return { status: 200, headers, body: items.map(pull => pullShape(call, 'pull-request-simple', pull)) }
}

/** https://docs.github.com/rest/pulls/pulls#list-pull-requests-files */
const mostFiles = 3000

function listFiles(call: Call): Reply {
  const { state, params } = call
  const pull = state.pulls.find(({ number }) => number === Number(params.pull_number))
  const [base, head] = [pull?.base.sha, pull?.head.sha].map(sha => resolveCommit(state, sha ?? ''))
  const common = base && head && mergeBase(state, base, head)
  if (!common) return failure(404, 'Not Found')
  const files = (state.changes?.(common.sha, head.sha) ?? []).slice(0, mostFiles)
  const { items, headers } = pageOf(call, files)
  return { status: 200, headers, body: items.map(file => fileShape(call, file)) }
}

function listComments(call: Call): Reply {
  if (!hasIssue(call)) return failure(404, 'Not Found')
  const issue = Number(call.params.issue_number)
  const { items, headers } = pageOf(
    call,
    call.state.comments.filter(comment => comment.issue === issue),
  )
  return { status: 200, headers, body: items.map(comment => commentShape(call, comment)) }
}

function createComment(call: Call): Reply {
  if (!hasIssue(call)) return failure(404, 'Not Found')
  const body = String(call.body.body)
  if (body.length > longestComment) return tooLong()
  const { comments } = call.state
  const now = new Date().toISOString()
  const id = 1 + Math.max(7000, ...comments.map(comment => comment.id))
  const issue = Number(call.params.issue_number)
  const comment: Comment = { id, issue, body, user: call.actor, created_at: now, updated_at: now }
  comments.push(comment)
  return { status: 201, body: commentShape(call, comment) }
}

/** With `issues: write` or `pull-requests: write` a token may edit everyone's comments, as on GitHub. */
function updateComment(call: Call): Reply {
  const comment = call.state.comments.find(({ id }) => id === Number(call.params.comment_id))
  if (!comment) return failure(404, 'Not Found')
  const body = String(call.body.body)
  if (body.length > longestComment) return tooLong()
  Object.assign(comment, { body, updated_at: new Date().toISOString() })
  return { status: 200, body: commentShape(call, comment) }
}

function deleteComment(call: Call): Reply {
  const { comments } = call.state
  const index = comments.findIndex(({ id }) => id === Number(call.params.comment_id))
  if (index === -1) return failure(404, 'Not Found')
  comments.splice(index, 1)
  return { status: 204 }
}

function tooLong(): Reply {
  const message = `Body is too long (maximum is ${longestComment} characters)`
  const errors = [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }]
  return failure(422, 'Validation Failed', { errors })
}

function createCheck(call: Call): Reply {
  const { checks, commits } = call.state
  if (!commits.some(({ sha }) => sha === call.body.head_sha)) {
    return failure(422, `No commit found for SHA: ${String(call.body.head_sha)}`)
  }
  const id = 1 + Math.max(9000, ...checks.map(check => check.id))
  const check = { ...call.body, id } as Check
  checks.push(check)
  return { status: 201, body: checkShape(call, check) }
}

/** The newest first. Of all that one app made of a name, `latest` has the newest only. */
function listChecks(call: Call): Reply {
  const { check_name: wanted, filter = 'latest' } = call.query
  const named = call.state.checks
    .filter(({ head_sha, name }) => head_sha === call.params.ref && (wanted === undefined || name === wanted))
    .sort((a, b) => b.id - a.id)
  const newest = new Map(named.toReversed().map(check => [check.name, check]))
  const checks = filter === 'all' ? named : named.filter(check => newest.get(check.name) === check)
  const { items, headers } = pageOf(call, checks)
  const check_runs = items.map(check => checkShape(call, check))
  return { status: 200, headers, body: { total_count: checks.length, check_runs } }
}

function updateCheck(call: Call): Reply {
  const check = call.state.checks.find(({ id }) => id === Number(call.params.check_run_id))
  if (!check) return failure(404, 'Not Found')
  Object.assign(check, call.body)
  return { status: 200, body: checkShape(call, check) }
}

const hasIssue = ({ state, params }: Call) =>
  [...state.pulls, ...state.issues].some(({ number }) => number === Number(params.issue_number))

const labelOf = (call: Call, { head }: Pull) =>
  `${repositoryPart(call, head.repository_id).owner.login}:${head.ref}`

function pullShape(call: Call, schema: 'pull-request' | 'pull-request-simple', pull: Pull) {
  const { owner, repo } = call.state
  const [headRepo, baseRepo] = [repositoryPart(call, pull.head.repository_id), repositoryPart(call)]
  return shape(call, schema, {
    id: pull.number,
    number: pull.number,
    title: pull.title ?? `Pull request ${pull.number}`,
    state: pull.state ?? 'open',
    html_url: `https://github.com/${owner}/${repo}/pull/${pull.number}`,
    merge_commit_sha: pull.merge_commit_sha ?? null,
    labels: (pull.labels ?? []).map(labelShape),
    head: {
      ...pull.head,
      label: labelOf(call, pull),
      repo: { ...headRepo, pushed_at: pushedAt(call, pull) },
      user: headRepo.owner,
    },
    base: { ...pull.base, label: `${owner}:${pull.base.ref}`, repo: baseRepo, user: baseRepo.owner },
  })
}

const pushedAt = ({ state }: Call, { head }: Pull) =>
  state.forks.find(({ id }) => id === head.repository_id)?.pushed_at ?? '2026-01-01T00:00:00Z'

function labelShape(name: string, index: number) {
  const id = 100 + index
  const url = `https://api.github.com/labels/${id}`
  return { id, node_id: `label-${id}`, url, name, description: '', color: 'ededed', default: false }
}

function commentShape(call: Call, { issue, ...comment }: Comment) {
  const { owner, repo } = call.state
  const html_url = `https://github.com/${owner}/${repo}/pull/${issue}#issuecomment-${comment.id}`
  return shape(call, 'issue-comment', { ...comment, html_url, author_association: 'NONE' })
}

function checkShape(call: Call, check: Check) {
  const { annotations = [], ...output } = (check.output ?? {}) as { annotations?: unknown[] }
  return shape(call, 'check-run', {
    ...check,
    status: check.conclusion === undefined ? (check.status ?? 'queued') : 'completed',
    conclusion: check.conclusion ?? null,
    output: { title: null, summary: null, text: null, ...output, annotations_count: annotations.length },
  })
}
