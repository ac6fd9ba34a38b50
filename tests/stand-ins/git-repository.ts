// A real git repository in a temporary directory, with a bare "remote" that has what GitHub's has: branches and, for
// each pull request, refs/pull/N/head and refs/pull/N/merge (the merge of the head into the base, base first).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Commit, GitHubState, Pull } from './github-state.ts'

/** What changes: files by path (null removes one; `#!` makes one executable), and directories to copy to a path. */
export type Change = {
  message?: string
  files?: Record<string, string | null>
  copies?: Record<string, string>
}

export type PullRequest = Change & {
  /** Branch of the head, made on top of `from`, which is the tip of `base` when not given. */
  branch: string
  base?: string
  from?: string
  /** The id of a fork: then the branch itself is not in this repository. */
  repository_id?: number
}

export type GitRepository = {
  /** URL of the remote; it serves shallow fetches and single commits, as GitHub does. */
  origin: string
  /** Adds a commit to `main` or another branch, which is made from `main` when new; returns its SHA. */
  commit: (change: Change & { branch?: string }) => string
  /** Puts a tag on a commit, or moves it there. */
  tag: (name: string, commit: string) => void
  /** Makes a branch at a commit. */
  branch: (name: string, commit: string) => void
  /** Merges a branch into another one, whose tip is the first parent. */
  merge: (from: string, into: string) => void
  /** Makes the head with one commit and merges it, again for a new head; returns it as GitHub's API shows it. */
  openPull: (number: number, pull: PullRequest) => Pull & { merge_commit_sha: string }
  /** A fresh full clone with HEAD detached at a commit: what the runner reads the workflow and GITHUB_SHA from. */
  clone: (sha: string) => string
  /** For the state of the GitHub stand-in: branches, tags, every commit newest first, and what is in them. */
  state: () => Pick<GitHubState, 'branches' | 'tags' | 'commits' | 'fileAt'>
  /** SHAs from `ref` along first parents. */
  firstParents: (ref: string) => string[]
  remove: () => void
}

type Git = (...args: string[]) => string

/** Commits are an hour apart, the first one at `firstCommit`. */
export function makeGitRepository({ firstCommit = '2026-01-01T00:00:00Z' } = {}): GitRepository {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-repository-'))
  const [work, bare] = [join(directory, 'work'), join(directory, 'origin.git')]
  const origin = pathToFileURL(bare).href
  let commits = 0
  let clones = 0
  const git = gitIn(work, () => new Date(Date.parse(firstCommit) + commits * 3600_000).toISOString())
  setUp(git, work, bare)
  const record = (change: Change): string => {
    apply(git, work, change)
    git('commit', '--quiet', '--allow-empty', '--message', change.message ?? 'Change')
    commits++
    return git('rev-parse', 'HEAD')
  }
  return {
    origin,
    commit: ({ branch = 'main', ...change }) => {
      checkOut(git, branch)
      const sha = record(change)
      git('push', '--quiet', bare, `HEAD:refs/heads/${branch}`)
      return sha
    },
    tag: (name, commit) => {
      git('tag', '--force', name, commit)
      git('push', '--quiet', '--force', bare, `refs/tags/${name}`)
    },
    branch: (name, commit) => {
      git('branch', name, commit)
      git('push', '--quiet', bare, `refs/heads/${name}`)
    },
    merge: (from, into) => {
      git('checkout', '--quiet', into)
      git('merge', '--quiet', '--no-ff', '--message', `Merge ${from}`, from)
      commits++
      git('push', '--quiet', bare, `refs/heads/${into}`)
    },
    openPull: (number, { branch, base = 'main', from = base, repository_id, ...change }) => {
      git('checkout', '--quiet', '--detach', from)
      const head = record(change)
      const pull = mergePull(git, { number, head, base })
      commits++
      if (repository_id === undefined) git('update-ref', `refs/heads/${branch}`, head)
      git('push', '--quiet', bare, '+refs/heads/*:refs/heads/*', '+refs/pull/*:refs/pull/*')
      const fork = repository_id === undefined ? {} : { repository_id }
      return { ...pull, head: { ref: branch, sha: head, ...fork } }
    },
    clone: sha => {
      const path = join(directory, `clone-${++clones}`)
      git('clone', '--quiet', origin, path)
      git('-C', path, 'fetch', '--quiet', 'origin', sha)
      git('-C', path, 'checkout', '--quiet', '--detach', sha)
      return path
    },
    state: () => ({
      branches: branchesOf(git),
      tags: tagsOf(git),
      commits: commitsOf(git),
      fileAt: fileIn(git),
    }),
    firstParents: ref => git('rev-list', '--first-parent', ref).split('\n'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Runs git with no configuration of this machine or user; returns its output without the last line's end. */
function gitIn(work: string, now: () => string): Git {
  return (...args) => {
    const env = {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: now(),
      GIT_COMMITTER_DATE: now(),
    }
    return execFileSync('git', args, {
      cwd: work,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd()
  }
}

function setUp(git: Git, work: string, bare: string): void {
  mkdirSync(work)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Stand-in')
  git('config', 'user.email', 'stand-in@example.invalid')
  git('init', '--quiet', '--bare', '--initial-branch=main', bare)
  git('-C', bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
}

function checkOut(git: Git, branch: string): void {
  const exists = git('for-each-ref', `refs/heads/${branch}`) !== ''
  if (exists) git('checkout', '--quiet', branch)
  else if (branch !== 'main') git('checkout', '--quiet', '-b', branch, 'main')
}

function apply(git: Git, work: string, { files = {}, copies = {} }: Change): void {
  for (const [path, source] of Object.entries(copies)) cpSync(source, join(work, path), { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    const target = join(work, path)
    if (content === null) {
      rmSync(target)
    } else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 })
    }
  }
  git('add', '--all')
}

function mergePull(git: Git, { number, head, base }: { number: number; head: string; base: string }) {
  const baseSha = git('rev-parse', base)
  git('checkout', '--quiet', '--detach', baseSha)
  git('merge', '--quiet', '--no-ff', '--message', `Merge ${head} into ${baseSha}`, head)
  const merge = git('rev-parse', 'HEAD')
  git('update-ref', `refs/pull/${number}/head`, head)
  git('update-ref', `refs/pull/${number}/merge`, merge)
  return { number, base: { ref: base, sha: baseSha }, merge_commit_sha: merge }
}

function branchesOf(git: Git): Record<string, string> {
  const lines = git('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads').split('\n')
  return Object.fromEntries(lines.filter(Boolean).map(line => line.split(' ')))
}

function tagsOf(git: Git): GitHubState['tags'] {
  const lines = git('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/tags').split('\n')
  return lines.filter(Boolean).map(line => {
    const [name = '', sha = ''] = line.split(' ')
    return { name, sha }
  })
}

const fileIn = (git: Git) => (commit: string, path: string) =>
  git('ls-tree', commit, '--', path) === '' ? null : git('show', `${commit}:${path}`)

function commitsOf(git: Git): Commit[] {
  const records = git('log', '--all', '--format=%H%x1f%P%x1f%cI%x1f%B%x1e').split('\x1e')
  return records.slice(0, -1).map(record => {
    const [sha = '', parents = '', date = '', message = ''] = record.trimStart().split('\x1f')
    return {
      sha,
      parents: parents.split(' ').filter(Boolean),
      message: message.trim(),
      date: new Date(date).toISOString(),
    }
  })
}
