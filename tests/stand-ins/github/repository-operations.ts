// The repository part of the GitHub stand-in: the repository itself, its commits and how two of them relate.

import { createHash } from 'node:crypto'
import type { Reply } from '../local-server.ts'
import { type Call, failure, type Operation, pageOf, repositoryPart, shape } from './call.ts'
import { type Commit, type FileChange, history, mergeBase, resolveCommit } from './state.ts'

const permissions = ['contents:read']

export const repositoryOperations: Record<string, Operation> = {
  'repos/get': {
    permissions: [],
    answer: call => {
      const { default_branch } = call.state
      return {
        status: 200,
        body: shape(call, 'full-repository', { ...repositoryPart(call), default_branch }),
      }
    },
  },
  'repos/get-pages': {
    permissions: ['pages:read'],
    answer: call => {
      const { pages } = call.state
      if (pages === null) return failure(404, 'Not Found')
      return {
        status: 200,
        body: shape(call, 'page', { ...pages, url: `${call.url}`, status: 'built', cname: null }),
      }
    },
  },
  'repos/get-collaborator-permission-level': {
    permissions: [],
    answer: call => {
      const { username: login = '' } = call.params
      // Apps are no users.
      if (login.endsWith('[bot]')) return failure(404, `${login} is not a user`)
      const permission = call.state.collaborators[login] ?? 'read'
      const user = { login, id: 1, type: 'User' }
      return {
        status: 200,
        body: shape(call, 'repository-collaborator-permission', { permission, role_name: permission, user }),
      }
    },
  },
  'repos/get-commit': {
    permissions,
    answer: call => {
      const { ref = '' } = call.params
      const commit = resolveCommit(call.state, ref)
      return commit ? { status: 200, body: commitShape(call, commit) } : noCommit(ref)
    },
  },
  'repos/list-commits': {
    permissions,
    query: ['sha'],
    answer: call => {
      const commit = resolveCommit(call.state, call.query.sha ?? 'HEAD')
      if (!commit) return failure(404, 'Not Found')
      const { items, headers } = pageOf(call, history(call.state, commit))
      return { status: 200, headers, body: items.map(item => commitShape(call, item)) }
    },
  },
  'repos/list-activities': { permissions, query: ['ref'], answer: listActivities },
  'repos/get-content': { permissions, query: ['ref'], answer: getContent },
  'repos/list-tags': {
    permissions,
    answer: call => {
      const { items, headers } = pageOf(call, call.state.tags)
      const url = `${call.url.origin}/repos/${call.state.owner}/${call.state.repo}`
      const tags = items.map(({ name, sha }) => {
        const commit = { sha, url: `${url}/commits/${sha}` }
        const ball = (kind: string) => `${url}/${kind}/refs/tags/${name}`
        return shape(call, 'tag', {
          name,
          commit,
          zipball_url: ball('zipball'),
          tarball_url: ball('tarball'),
        })
      })
      return { status: 200, headers, body: tags }
    },
  },
  'repos/compare-commits-with-basehead': { permissions, answer: compareCommits },
}

/** The newest first; pages go by a cursor, of which nothing is modelled. */
function listActivities(call: Call): Reply {
  const { ref = '', per_page = '30' } = call.query
  const wanted = [ref, `refs/heads/${ref}`]
  const found = call.state.pushes.filter(push => ref === '' || wanted.includes(push.ref)).toReversed()
  const actor = { login: 'octocat', id: 1, type: 'User' }
  const body = found
    .slice(0, Number(per_page))
    .map((push, id) => shape(call, 'activity', { id, node_id: `activity-${id}`, ...push, actor }))
  return { status: 200, body }
}

const noCommit = (ref: string) => failure(422, `No commit found for SHA: ${ref}`)

const blobId = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

/** The entries of a folder at a commit, as Git shows one; null for a file. */
function entriesOf(call: Call, commit: string, text: string, path: string): object[] | null {
  if (!/^tree [0-9a-f]{40}:[^\n]*\n\n/.test(text)) return null
  const names = text.trim().split('\n').slice(2)
  return names.map(shown => {
    const name = shown.replace(/\/$/, '')
    const type = shown === name ? 'file' : 'dir'
    const sha = blobId(call.state.fileAt(commit, `${path}/${name}`) ?? '')
    const entry = shape(call, 'content-file', { name, path: `${path}/${name}`, sha, content: '' })
    return { ...(entry as object), type, content: undefined, encoding: undefined }
  })
}

function getContent(call: Call): Reply {
  const { path = '' } = call.params
  const commit = resolveCommit(call.state, call.query.ref ?? 'HEAD')
  const text = commit && call.state.fileAt(commit.sha, path)
  if (text === null) return failure(404, 'Not Found')
  const folder = commit && entriesOf(call, commit.sha, text, path)
  if (folder) return { status: 200, body: folder }
  // A larger one is there without its content.
  const isShown = text.length <= 1024 * 1024
  const content = isShown ? Buffer.from(text).toString('base64') : ''
  const file = {
    type: 'file',
    encoding: isShown ? 'base64' : 'none',
    size: text.length,
    name: path.split('/').at(-1),
    path,
    content,
  }
  return { status: 200, body: shape(call, 'content-file', file) }
}

/** `BASE...HEAD`; in a fork's `owner:branch` the owner is dropped, since all commits are in one state. */
function compareCommits(call: Call): Reply {
  const [base, head] = (call.params.basehead ?? '')
    .split('...')
    .map(name => resolveCommit(call.state, name.replace(/^[^:]*:/, '')))
  const common = base && head && mergeBase(call.state, base, head)
  if (!base || !head || !common) return failure(404, 'Not Found')
  const known = new Set(history(call.state, base))
  const ahead = history(call.state, head).filter(commit => !known.has(commit))
  const reached = new Set(history(call.state, head))
  const behind = history(call.state, base).filter(commit => !reached.has(commit))
  const { items, headers } = pageOf(call, ahead.reverse())
  const files = filesBetween(call, common, head)
  const body = shape(call, 'commit-comparison', {
    base_commit: commitShape(call, base),
    merge_base_commit: commitShape(call, common),
    status: relation(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: items.map(item => commitShape(call, item)),
    ...(files ? { files } : {}),
  })
  return { status: 200, headers, body }
}

/** https://docs.github.com/rest/commits/commits#compare-two-commits */
const mostFiles = 300

/** The first page alone has files, three hundred at most, whatever the length of a page. */
function filesBetween(call: Call, base: Commit, head: Commit): unknown[] | null {
  const { changes } = call.state
  if (!changes || Number(call.query.page ?? 1) > 1) return null
  return changes(base.sha, head.sha)
    .slice(0, mostFiles)
    .map(change => fileShape(call, change))
}

export function fileShape(call: Call, change: FileChange): object {
  const counts = { additions: 1, deletions: 1, changes: 2 }
  return shape(call, 'diff-entry', { sha: '0'.repeat(40), ...counts, ...change }) as object
}

function relation(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}

function commitShape(call: Call, commit: Commit) {
  const { owner, repo } = call.state
  const url = `${call.url.origin}/repos/${owner}/${repo}/commits`
  const person = { name: 'Stand-in', email: 'stand-in@example.invalid', date: commit.date }
  return shape(call, 'commit', {
    sha: commit.sha,
    url: `${url}/${commit.sha}`,
    html_url: `https://github.com/${owner}/${repo}/commit/${commit.sha}`,
    commit: { message: commit.message, author: person, committer: person },
    parents: commit.parents.map(sha => ({ sha, url: `${url}/${sha}` })),
  })
}
