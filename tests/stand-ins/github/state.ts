// What the GitHub stand-in knows of one repository: plain data that tests write and read, and walks over its history.

export type Commit = { sha: string; parents: string[]; message: string; date: string }

/** Who acts, as GitHub shows it; the token of a job is the bot. */
export type Actor = { login: string; id: number; type: 'User' | 'Bot' }

export type RunStep = { name: string; number: number; status: string; conclusion: string | null }

/** In GitHub's words; `conclusion` is null for a job that goes on, `run_attempt` that of the run where it is left out. */
export type RunJob = {
  name: string
  conclusion: string | null
  run_attempt?: number
  runner_name?: string
  started_at?: string
  completed_at?: string | null
  steps?: RunStep[]
}

/** One run of a workflow, in GitHub's words. What may be left out has the default that stands behind it. */
export type Run = {
  id: number
  event: string
  /** The workflow's: 'bench' */
  name?: string
  /** Of the workflow file: `.github/workflows/bench.yml`. */
  path: string
  head_branch: string
  head_sha: string
  /** 'completed' */
  status?: string
  /** 'success' */
  conclusion?: string | null
  /** The repository's own id; else the id of one of `forks`. */
  head_repository_id?: number
  /** 1 */
  run_attempt?: number
  /** When the commit was made. */
  created_at?: string
  /** Numbers of pull requests; GitHub leaves it empty for those of forks. */
  pull_requests?: number[]
  /** Who caused it: 'octocat' */
  actor?: string
  /** Its jobs in all attempts as far as a test needs them. */
  jobs?: RunJob[]
}

export type Pull = {
  number: number
  head: { ref: string; sha: string; repository_id?: number }
  base: { ref: string; sha: string }
  merge_commit_sha?: string
  title?: string
  state?: 'open' | 'closed'
  labels?: string[]
}

export type Comment = {
  id: number
  issue: number
  body: string
  user: Actor
  created_at: string
  updated_at: string
}

/** Numbers are shared with pull requests, as on GitHub. */
export type Issue = {
  number: number
  title: string
  body: string
  user: Actor
  state: 'open' | 'closed'
  state_reason: string | null
  created_at: string
}

export type Reaction = { comment: number; content: string; user: Actor }

/** A label that a pull request was given or lost. */
export type LabelEvent = {
  issue: number
  event: 'labeled' | 'unlabeled'
  label: string
  actor: string
  created_at: string
}

/** A push to a branch of this repository, in GitHub's words. */
export type Push = {
  ref: string
  before: string
  after: string
  timestamp: string
  activity_type: 'push' | 'force_push' | 'branch_creation'
}

/** A file that differs between two commits, in GitHub's words. */
export type FileChange = {
  filename: string
  status: 'added' | 'removed' | 'modified' | 'renamed'
  previous_filename?: string
}

export type Check = { id: number; head_sha: string; name: string } & { [property: string]: unknown }

export type GitHubState = {
  owner: string
  repo: string
  id: number
  default_branch: string
  /** What a token may not read is then not there: 404 instead of 403. */
  private: boolean
  branches: Record<string, string>
  commits: Commit[]
  /** The text of a file at a commit; null when there is none. */
  fileAt: (commit: string, path: string) => string | null
  /** The files that differ between two commits; a state without it has none in its comparisons. */
  changes?: (base: string, head: string) => FileChange[]
  /** `pushed_at`: when anything was last pushed to it; long ago, where it is left out. */
  forks: { id: number; owner: string; repo: string; pushed_at?: string }[]
  /** What people may do; whoever is not named may read. */
  collaborators: Record<string, 'admin' | 'write' | 'read'>
  runs: Run[]
  /** Lists artifacts from the oldest on, as no documentation rules out. */
  listsOldestFirst?: boolean
  pulls: Pull[]
  /** GitHub Pages, as far as a test needs it; null where it is off. */
  pages: { build_type: 'workflow' | 'legacy'; html_url: string; public: boolean } | null
  issues: Issue[]
  comments: Comment[]
  reactions: Reaction[]
  labelEvents: LabelEvent[]
  /** To the heads of pull requests, the newest last. */
  pushes: Push[]
  checks: Check[]
  tags: { name: string; sha: string }[]
}

/** A repository in which nothing has happened yet, with whatever is given instead. */
export function newState(given: Partial<GitHubState> = {}): GitHubState {
  const fileAt = () => null
  const nothing = {
    branches: {},
    commits: [],
    fileAt,
    forks: [],
    runs: [],
    pulls: [],
    pages: null,
    issues: [],
    comments: [],
    reactions: [],
    labelEvents: [],
    pushes: [],
    checks: [],
    tags: [],
  }
  return {
    owner: 'acme',
    repo: 'rocket',
    id: 4242,
    default_branch: 'main',
    private: false,
    collaborators: { octocat: 'admin' },
    ...nothing,
    ...given,
  }
}

/** The commit that a branch name, `HEAD` or full SHA means; null when there is none. */
export function resolveCommit(state: GitHubState, name: string): Commit | null {
  const { branches, tags } = state
  const tag = (full: string) => tags.find(each => each.name === full)?.sha
  const short = name === 'HEAD' ? state.default_branch : name
  // As git reads names: a tag before a branch. https://git-scm.com/docs/gitrevisions
  const full = /^refs\/(heads|tags)\/(.+)$/.exec(name)
  const named = full
    ? full[1] === 'tags'
      ? tag(full[2] ?? '')
      : branches[full[2] ?? '']
    : (tag(short) ?? branches[short])
  const sha = named ?? name
  return state.commits.find(commit => commit.sha === sha) ?? null
}

/** `start` and all its ancestors, over every parent, newest first as `git log` has them. */
export function history(state: GitHubState, start: Commit): Commit[] {
  const bySha = new Map(state.commits.map(commit => [commit.sha, commit]))
  const waiting = new Set([start])
  const seen: Commit[] = []
  while (waiting.size > 0) {
    const next = [...waiting].reduce((newest, commit) => (commit.date > newest.date ? commit : newest))
    waiting.delete(next)
    seen.push(next)
    for (const parent of next.parents.map(sha => bySha.get(sha))) {
      if (parent && !seen.includes(parent)) waiting.add(parent)
    }
  }
  return seen
}

/** The newest common ancestor that no other common ancestor descends from; null for unrelated histories. */
export function mergeBase(state: GitHubState, base: Commit, head: Commit): Commit | null {
  const ofBase = new Set(history(state, base))
  const common = history(state, head).filter(commit => ofBase.has(commit))
  const surpassed = new Set(common.flatMap(commit => history(state, commit).slice(1)))
  return common.find(commit => !surpassed.has(commit)) ?? null
}
