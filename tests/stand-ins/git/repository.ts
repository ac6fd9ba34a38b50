// A real git repository in a temporary directory, with what GitHub's has: branches and, for each pull request,
// refs/pull/N/head and refs/pull/N/merge (the merge of the head into the base, base first). It is bare, as GitHub's are,
// and its history is kept in memory beside it: hundreds of workflow runs ask for it.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ChangedFile, Commit, GitHubState, Pull } from '../github/state.ts'
import { type Change, importStream, type NewCommit } from './fast-import.ts'

export type { Change } from './fast-import.ts'

export type PullRequest = Change & {
  /** Branch of the head, made on top of `from`, which is the tip of `base` when not given. */
  branch: string
  base?: string
  from?: string
  /** The id of a fork: then the branch itself is not in this repository. */
  repository_id?: number
}

export type GitRepository = {
  /** Its URL; it serves shallow fetches and single commits, as GitHub does. */
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
  /** Merges the head of a pull request into another branch instead, as GitHub does for one that gets another base. */
  retarget: (pull: Pull, base: string) => Pull & { merge_commit_sha: string }
  /** The commit that a merge queue makes of a pull request, on top of the commit `onto`; returns its SHA. */
  queue: (pull: Pull, onto: string) => string
  /** A fresh full clone with HEAD detached at a commit. */
  clone: (sha: string) => string
  /** For the state of the GitHub stand-in: branches, tags, every commit newest first, and what is in them. */
  state: () => Pick<GitHubState, 'branches' | 'tags' | 'commits' | 'fileAt' | 'filesBetween'>
  /** SHAs from `ref` along first parents. */
  firstParents: (ref: string) => string[]
  remove: () => void
}

/** Runs git with no configuration of this machine or user; returns its output without the last line's end. */
type Git = (args: string[], input?: Buffer) => string

/** The repository on disk, and what its tests have made in it, the newest commit last. */
type Made = {
  git: Git
  /** Milliseconds since 1970 of the first commit. */
  start: number
  commits: Commit[]
  branches: Record<string, string>
  tags: Record<string, string>
  fileAt: GitHubState['fileAt']
}

/** Commits are an hour apart, the first one at `firstCommit`. */
export function makeGitRepository({ firstCommit = '2026-01-01T00:00:00Z' } = {}): GitRepository {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-repository-'))
  const bare = join(directory, 'origin.git')
  const origin = pathToFileURL(bare).href
  const git = gitIn(directory)
  git(['init', '--quiet', '--bare', '--initial-branch=main', bare])
  // A commit stays in the pack that it came in: no second process takes it apart.
  appendFileSync(
    join(bare, 'config'),
    '[uploadpack]\nallowAnySHA1InWant = true\n[fastimport]\nunpackLimit = 1\n',
  )
  const inBare: Git = (args, input) => git([`--git-dir=${bare}`, ...args], input)
  const made: Made = {
    git: inBare,
    fileAt: filesOf(inBare),
    start: Date.parse(firstCommit),
    commits: [],
    branches: {},
    tags: {},
  }
  const point = (kind: 'branches' | 'tags', name: string, commit: string) => {
    const sha = resolve(made, commit)
    made[kind][name] = sha
    made.git(['update-ref', `refs/${kind === 'tags' ? 'tags' : 'heads'}/${name}`, sha])
  }
  let clones = 0
  return {
    origin,
    commit: change => addCommit(made, change),
    tag: (name, commit) => point('tags', name, commit),
    branch: (name, commit) => point('branches', name, commit),
    merge: (from, into) => {
      const parents = [resolve(made, into), resolve(made, from)]
      const content = { tree: mergedTree(made, parents) }
      made.branches[into] = record(made, {
        refs: [`refs/heads/${into}`],
        parents,
        message: `Merge ${from}`,
        content,
      })
    },
    openPull: (number, pull) => openPull(made, number, pull),
    retarget: (pull, base) => ({ ...pull, ...mergeInto(made, pull, base) }),
    queue: (pull, onto) => {
      const parents = [onto, pull.head.sha]
      return record(made, {
        refs: [`refs/heads/gh-readonly-queue/${pull.base.ref}/pr-${pull.number}-${onto}`],
        parents,
        message: `Merge pull request #${pull.number}`,
        content: { tree: mergedTree(made, parents) },
      })
    },
    clone: sha => {
      const path = join(directory, `clone-${++clones}`)
      git(['clone', '--quiet', '--no-checkout', origin, path])
      git(['-C', path, 'fetch', '--quiet', 'origin', sha])
      git(['-C', path, 'checkout', '--quiet', '--detach', sha])
      return path
    },
    state: () => stateOf(made),
    firstParents: ref => firstParents(made, ref),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function gitIn(cwd: string): Git {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return (args, input) =>
    execFileSync('git', args, { cwd, env, input, encoding: 'utf8', stdio: 'pipe' }).trimEnd()
}

/** Reads files of commits, each once; a folder is the text that `git show` has of it. */
function filesOf(git: Git): GitHubState['fileAt'] {
  const read = new Map<string, string | null>()
  return (commit, path) => {
    const name = `${commit}:${path}`
    if (!read.has(name)) {
      const answer = git(['cat-file', '--batch'], Buffer.from(`${name}\n`))
      const isFolder = / tree \d+$/.test(answer.split('\n', 1)[0] ?? '')
      const text = () => (isFolder ? git(['show', name]) : answer.slice(answer.indexOf('\n') + 1))
      read.set(name, answer.endsWith(' missing') ? null : text())
    }
    return read.get(name) ?? null
  }
}

/** The commit that a branch, a tag or a SHA names. */
const resolve = ({ branches, tags }: Made, name: string): string => branches[name] ?? tags[name] ?? name

/** Makes a commit, an hour after the one before. */
function record(made: Made, commit: Omit<NewCommit, 'time'>): string {
  const time = made.start + made.commits.length * 3600_000
  const sha = made.git(['fast-import', '--quiet', '--force'], importStream({ ...commit, time: time / 1000 }))
  const { parents, message } = commit
  made.commits.push({ sha, parents, message: message.trim(), date: new Date(time).toISOString() })
  return sha
}

function addCommit(made: Made, { branch = 'main', ...content }: Change & { branch?: string }): string {
  const parent = made.branches[branch] ?? made.branches.main
  const parents = parent === undefined ? [] : [parent]
  const refs = [`refs/heads/${branch}`]
  const sha = record(made, { refs, parents, message: content.message ?? 'Change', content })
  made.branches[branch] = sha
  return sha
}

/** The tree of a merge without conflicts. */
const mergedTree = ({ git }: Made, parents: string[]) => git(['merge-tree', '--write-tree', ...parents])

function openPull(
  made: Made,
  number: number,
  { branch, base = 'main', from = base, repository_id, ...content }: PullRequest,
): Pull & { merge_commit_sha: string } {
  const isOfFork = repository_id !== undefined
  const head = record(made, {
    refs: [`refs/pull/${number}/head`, ...(isOfFork ? [] : [`refs/heads/${branch}`])],
    parents: [resolve(made, from)],
    message: content.message ?? 'Change',
    content,
  })
  if (!isOfFork) made.branches[branch] = head
  const fork = isOfFork ? { repository_id } : {}
  const of = { ref: branch, sha: head, ...fork }
  return { number, head: of, ...mergeInto(made, { number, head: of }, base) }
}

/** The merge of a head into the tip of `base`, base first. */
function mergeInto(made: Made, { number, head }: Pick<Pull, 'number' | 'head'>, base: string) {
  const parents = [resolve(made, base), head.sha]
  const [sha = ''] = parents
  const merge_commit_sha = record(made, {
    refs: [`refs/pull/${number}/merge`],
    parents,
    message: `Merge ${head.sha} into ${sha}`,
    content: { tree: mergedTree(made, parents) },
  })
  return { base: { ref: base, sha }, merge_commit_sha }
}

const statuses: Record<string, ChangedFile['status']> = { A: 'added', D: 'removed', R: 'renamed' }

/** Of a file that was moved and changed a little, git says that it was moved, as GitHub does. */
function filesBetween(git: Git, from: string, to: string): ChangedFile[] {
  const fields = git(['diff', '--name-status', '--find-renames', '-z', from, to]).split('\0').filter(Boolean)
  const files: ChangedFile[] = []
  while (fields.length > 0) {
    const status = statuses[fields.shift()?.[0] ?? ''] ?? 'modified'
    const first = fields.shift() ?? ''
    if (status !== 'renamed') files.push({ filename: first, status })
    else files.push({ filename: fields.shift() ?? '', status, previous_filename: first })
  }
  return files
}

function stateOf({ git, commits, branches, tags, fileAt }: Made): ReturnType<GitRepository['state']> {
  return {
    branches: { ...branches },
    tags: Object.entries(tags)
      .sort()
      .map(([name, sha]) => ({ name, sha })),
    commits: commits.toReversed(),
    fileAt,
    filesBetween: (from, to) => filesBetween(git, from, to),
  }
}

function firstParents(made: Made, ref: string): string[] {
  const parents = new Map(made.commits.map(({ sha, parents: [first] }) => [sha, first]))
  const found: string[] = []
  for (let sha: string | undefined = resolve(made, ref); sha !== undefined; sha = parents.get(sha))
    found.push(sha)
  return found
}
