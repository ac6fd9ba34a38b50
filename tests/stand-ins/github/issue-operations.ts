// The issues of the GitHub stand-in. Its list has pull requests as well, as GitHub's has.

import type { Reply } from '../local-server.ts'
import { type Call, failure, type Operation, pageOf, shape } from './call.ts'
import type { Issue } from './state.ts'

const longestBody = 65_536

export const issueOperations: Record<string, Operation> = {
  'issues/list-for-repo': { permissions: ['issues:read'], query: ['state', 'creator'], answer: listIssues },
  'issues/get': {
    permissions: ['issues:read'],
    answer: call => {
      const issue = call.state.issues.find(({ number }) => number === Number(call.params.issue_number))
      return issue ? { status: 200, body: issueShape(call, issue) } : failure(404, 'Not Found')
    },
  },
  'issues/list-events': {
    permissions: ['issues:read'],
    answer: call => {
      const issue = Number(call.params.issue_number)
      const { items, headers } = pageOf(
        call,
        call.state.labelEvents.filter(each => each.issue === issue),
      )
      const body = items.map(({ event, label, actor, created_at }, id) =>
        shape(call, `${event}-issue-event`, {
          id,
          event,
          label: { name: label, color: 'ededed' },
          actor: { login: actor, id: 1, type: 'User' },
          created_at,
        }),
      )
      return { status: 200, headers, body }
    },
  },
  'reactions/create-for-issue-comment': {
    permissions: ['issues:write', 'pull-requests:write'],
    answer: call => {
      const comment = Number(call.params.comment_id)
      if (!call.state.comments.some(({ id }) => id === comment)) return failure(404, 'Not Found')
      const content = String(call.body.content)
      call.state.reactions.push({ comment, content, user: call.actor })
      return { status: 201, body: shape(call, 'reaction', { id: 1, content, user: call.actor }) }
    },
  },
  'issues/create': { permissions: ['issues:write'], answer: createIssue },
  'issues/update': { permissions: ['issues:write'], answer: updateIssue },
}

function listIssues(call: Call): Reply {
  const { state = 'open', creator } = call.query
  const pulls = call.state.pulls.map(pull => {
    const user = { login: 'octocat', id: 1, type: 'User' as const }
    const pull_request = {
      url: `${call.url.origin}/pulls/${pull.number}`,
      html_url: '',
      diff_url: '',
      patch_url: '',
    }
    const { number, title = '', state: open = 'open' } = pull
    return {
      number,
      title,
      body: '',
      user,
      state: open,
      state_reason: null,
      created_at: '2026-01-01T00:00:00Z',
      pull_request,
    }
  })
  const listed = [...call.state.issues, ...pulls]
    .filter(issue => state === 'all' || issue.state === state)
    .filter(issue => creator === undefined || issue.user.login === creator)
    .sort((a, b) => b.number - a.number)
  const { items, headers } = pageOf(call, listed)
  return { status: 200, headers, body: items.map(issue => issueShape(call, issue)) }
}

function createIssue(call: Call): Reply {
  const { issues, pulls } = call.state
  const body = String(call.body.body ?? '')
  if (body.length > longestBody) return failure(422, 'Validation Failed')
  const number = 1 + Math.max(0, ...[...issues, ...pulls].map(each => each.number))
  const created_at = new Date().toISOString()
  const open = { state: 'open' as const, state_reason: null, created_at }
  const issue: Issue = { number, title: String(call.body.title), body, user: call.actor, ...open }
  issues.push(issue)
  return { status: 201, body: issueShape(call, issue) }
}

function updateIssue(call: Call): Reply {
  const issue = call.state.issues.find(({ number }) => number === Number(call.params.issue_number))
  if (!issue) return failure(404, 'Not Found')
  if (String(call.body.body ?? '').length > longestBody) return failure(422, 'Validation Failed')
  Object.assign(issue, call.body)
  return { status: 200, body: issueShape(call, issue) }
}

function issueShape(call: Call, issue: Issue) {
  const { owner, repo } = call.state
  const html_url = `https://github.com/${owner}/${repo}/issues/${issue.number}`
  return shape(call, 'issue', { ...issue, id: issue.number, html_url, updated_at: issue.created_at })
}
