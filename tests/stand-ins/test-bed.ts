// Everything together: a repository, the two services, and workflow runs that leave in them what they leave on GitHub.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type ResultsService, startResultsService } from './artifacts/results-service.ts'
import {
  type Activity,
  type ByHand,
  commentEvent,
  dispatchEvent,
  type Labelling,
  labelEvent,
  mergeGroupEvent,
  notePush,
  pullRequestEvent,
  pullRequestTargetEvent,
  pushEvent,
  scheduleEvent,
  type Trigger,
  tagEvent,
  workflowRunEvent,
} from './events.ts'
import { type GitRepository, makeGitRepository, type PullRequest } from './git/repository.ts'
import { type GitHubApi, startGitHubApi } from './github/api.ts'
import type { Permissions } from './github/service.ts'
import { type GitHubState, newState, type Run } from './github/state.ts'
import { runWorkflow, type WorkflowRequest, type WorkflowResult } from './run-workflow.ts'
import { showJobs } from './show-jobs.ts'

export type TestBedSettings = {
  /** The action under test: workflows name it `<repository>@<any ref>`. Of `root` only what is published is taken. */
  action: {
    repository: string
    root: string
    /** Whether jobs explain regressions, as the action does by default. It takes most of a minute each time. */
    explains?: boolean
  }
  state?: Partial<GitHubState>
  /** Where jobs run: in this process when not given. */
  run?: (request: WorkflowRequest) => Promise<WorkflowResult>
}

export type RunSettings = Pick<WorkflowRequest, 'workflow'> &
  Partial<Pick<WorkflowRequest, 'env' | 'job' | 'runners' | 'timeout' | 'actions' | 'secrets' | 'vars'>> & {
    /** Of GITHUB_TOKEN, as the workflow declares them. Pull requests from forks get no more than `read`. */
    permissions: Permissions
    /** Repeats an earlier run under its number, as its next attempt: as a whole, unless `partial` says only what failed. */
    rerun?: number
    partial?: boolean
    /** 0 when no job failed; with any other the run is an error, whose text is the log. */
    expectedCode?: number
  }

export type BedRun = WorkflowResult & { runId: number }

export type TestBed = {
  repository: GitRepository
  results: ResultsService
  github: GitHubApi
  openPull: (number: number, pull: PullRequest) => void
  push: (branch: string, settings: RunSettings) => Promise<BedRun>
  /** Pushes a tag to the tip of a branch, main when not given. */
  tag: (name: string, settings: RunSettings, branch?: string) => Promise<BedRun>
  schedule: (settings: RunSettings) => Promise<BedRun>
  dispatch: (settings: RunSettings, byHand?: ByHand) => Promise<BedRun>
  comment: (number: number, said: { body: string; by: string }, settings: RunSettings) => Promise<BedRun>
  label: (number: number, labelling: Labelling, settings: RunSettings) => Promise<BedRun>
  /** Gives a pull request another base branch; the result is what the event says of it. */
  retarget: (number: number, base: string) => Activity
  /** A push to the pull request, unless another activity is given. */
  pullRequest: (number: number, settings: RunSettings, activity?: Activity) => Promise<BedRun>
  pullRequestTarget: (number: number, settings: RunSettings, activity?: Activity) => Promise<BedRun>
  /** Puts a pull request into the merge queue, on top of the tip of its base branch or of the commit of another group. */
  mergeGroup: (number: number, settings: RunSettings, onto?: string) => Promise<BedRun & { sha: string }>
  /** What follows the end of an earlier run. */
  workflowRun: (endedRunId: number, settings: RunSettings) => Promise<BedRun>
  close: () => Promise<void>
}

/** Starts the services and makes an empty repository; `close` stops and removes everything. */
export async function startTestBed(settings: TestBedSettings): Promise<TestBed> {
  const repository = makeGitRepository()
  const results = await startResultsService()
  const github = await startGitHubApi({ state: newState(settings.state), results })
  const action = openPacked(settings.action)
  const bed = {
    actions: { [settings.action.repository]: action },
    repository,
    results,
    github,
    run: settings.run ?? runWorkflow,
  }
  const { state } = github
  const triggers = new Map<number, Trigger>()
  const start = async (trigger: () => Trigger, run: RunSettings) => {
    Object.assign(state, repository.state())
    // A run that is repeated has its old event, whatever happened since.
    const event = triggers.get(run.rerun ?? 0) ?? trigger()
    const result = await runTriggered(bed, event, run)
    triggers.set(result.runId, event)
    return result
  }
  return {
    repository,
    results,
    github,
    openPull: (number, pull) => {
      const now = new Date().toISOString()
      const earlier = state.pulls.find(other => other.number === number)
      const opened = repository.openPull(number, pull)
      notePush(state, opened, earlier?.head.ref === opened.head.ref ? earlier.head.sha : undefined, now)
      // What people have set stays when more is pushed.
      const labels = earlier?.labels ? { labels: earlier.labels } : {}
      state.pulls = [...state.pulls.filter(other => other.number !== number), { ...opened, ...labels }]
    },
    push: (branch, run) => start(() => pushEvent(state, branch), run),
    tag: (name, run, branch = 'main') => {
      repository.tag(name, branch)
      return start(() => tagEvent(state, name, state.branches[branch] ?? ''), run)
    },
    schedule: run => start(() => scheduleEvent(state), run),
    dispatch: (run, byHand) => start(() => dispatchEvent(state, byHand), run),
    comment: (number, said, run) => start(() => commentEvent(state, number, said), run),
    label: (number, labelling, run) => start(() => labelEvent(state, number, labelling), run),
    retarget: (number, base) => {
      const pull = state.pulls.find(each => each.number === number)
      if (!pull) throw new Error(`there is no pull request ${number}`)
      const from = { ref: { from: pull.base.ref }, sha: { from: pull.base.sha } }
      Object.assign(pull, repository.retarget(pull, base))
      return { action: 'edited', changes: { base: from } }
    },
    pullRequest: (number, run, activity) => start(() => pullRequestEvent(state, number, activity), run),
    pullRequestTarget: (number, run, activity) =>
      start(() => pullRequestTargetEvent(state, number, activity), run),
    mergeGroup: async (number, run, onto) => {
      const pull = state.pulls.find(each => each.number === number)
      if (!pull) throw new Error(`there is no pull request ${number}`)
      const below = onto ?? repository.state().branches[pull.base.ref] ?? ''
      const sha = repository.queue(pull, below)
      const result = await start(() => mergeGroupEvent(pull, state, sha, below), run)
      return { ...result, sha }
    },
    workflowRun: (endedRunId, run) => start(() => workflowRunEvent(state, endedRunId), run),
    close: async () => {
      repository.remove()
      closePacked(settings.action)
      await results.close()
      await github.close()
    },
  }
}

type Bed = Pick<TestBed, 'repository' | 'results' | 'github'> &
  Pick<WorkflowRequest, 'actions'> &
  Pick<Required<TestBedSettings>, 'run'>

type PackedAction = TestBedSettings['action']

/** How many beds use the packed action of each place. */
const packed = new Map<string, number>()

/** One path for all beds of this process: programs are compiled once for each path. */
const placeOf = ({ root, explains = false }: PackedAction) =>
  join(
    tmpdir(),
    `stable-bench-action-${process.pid}-${encodeURIComponent(root)}${explains ? '-explains' : ''}`,
  )

/** The action as a repository has it that wants no explanations. */
function withoutExplaining(path: string): void {
  const text = readFileSync(path, 'utf8')
  const without = text.replace(/(^ {2}explain-time:\n.*\n {4}default: )"60"/m, '$1"0"')
  if (without === text && text.includes('explain-time'))
    throw new Error(`${path} has another default of explain-time`)
  writeFileSync(path, without)
}

/** A directory with what a checkout of a release has that the runner uses. */
function openPacked(action: PackedAction): string {
  const { root, explains = false } = action
  const place = placeOf(action)
  const beds = packed.get(place) ?? 0
  packed.set(place, beds + 1)
  if (beds > 0) return place
  for (const name of ['action.yml', 'package.json', 'dist']) {
    cpSync(join(root, name), join(place, name), { recursive: true })
  }
  if (!explains) withoutExplaining(join(place, 'action.yml'))
  return place
}

function closePacked(action: PackedAction): void {
  const place = placeOf(action)
  const beds = (packed.get(place) ?? 1) - 1
  packed.set(place, beds)
  if (beds === 0) rmSync(place, { recursive: true, force: true })
}

async function runTriggered(bed: Bed, trigger: Trigger, settings: RunSettings): Promise<BedRun> {
  const { permissions, rerun, partial = false, env, expectedCode, ...request } = settings
  const text = bed.github.state.fileAt(trigger.sha, settings.workflow)
  if (text === null) throw new Error(`there is no ${settings.workflow} in ${trigger.sha}`)
  const run = startRun(bed.github.state, trigger, { ...settings, name: nameIn(text, settings.workflow) })
  const granted = run.head_repository_id === undefined ? permissions : readOnly(permissions)
  const result = await bed.run({
    ...request,
    actions: { ...bed.actions, ...request.actions },
    origin: bed.repository.origin,
    sha: trigger.sha,
    text,
    onJob: showJobs(run),
    event: trigger.event,
    payload: trigger.payload,
    env: { ...environmentOf(bed, trigger, { run, partial }), ...env },
    secrets: { ...request.secrets, GITHUB_TOKEN: bed.github.token(granted) },
  })
  Object.assign(run, { status: 'completed', conclusion: conclusionOf(result) })
  if (expectedCode !== undefined && result.code !== expectedCode) {
    throw new Error(`the run ended with ${result.code} instead of ${expectedCode}; its log:\n${result.log}`)
  }
  return { ...result, runId: run.id }
}

/** A run whose jobs were all skipped is skipped. */
function conclusionOf({ code, jobs }: WorkflowResult): string {
  if (code !== 0) return 'failure'
  return Object.values(jobs).every(conclusion => conclusion === 'skipped') ? 'skipped' : 'success'
}

/** GitHub calls a workflow without a name by its path. */
const nameIn = (text: string, path: string): string => (parse(text) as { name?: string } | null)?.name ?? path

/** The run is in the state while it goes on, as on GitHub. */
function startRun(
  state: GitHubState,
  trigger: Trigger,
  { workflow, rerun, name }: RunSettings & { name: string },
): Run {
  const created_at = new Date().toISOString()
  const underWay = { status: 'in_progress', conclusion: null }
  const earlier = state.runs.find(({ id }) => id === rerun)
  if (earlier) return Object.assign(earlier, underWay, { run_attempt: (earlier.run_attempt ?? 1) + 1 })
  const id = 1 + Math.max(100, ...state.runs.map(other => other.id))
  const run: Run = { ...trigger.run, ...underWay, id, name, path: workflow, created_at }
  state.runs.push(run)
  return run
}

function readOnly(permissions: Permissions): Permissions {
  const levels = Object.entries(permissions).map(([scope, level]) => [
    scope,
    level === 'write' ? 'read' : level,
  ])
  return Object.fromEntries(levels) as Permissions
}

/** GraphQL is sent to the stand-in as well, which has none and so reports whoever uses it. */
function environmentOf(
  { github, results }: Bed,
  { sha, ref }: Trigger,
  { run, partial }: { run: Run; partial: boolean },
): Record<string, string> {
  const { owner, repo, id } = github.state
  const attempt = run.run_attempt ?? 1
  return {
    ACTIONS_RESULTS_URL: results.url,
    ACTIONS_RUNTIME_TOKEN: results.token(run.id, 'job', { attempt, partial }),
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_REF: ref,
    GITHUB_REPOSITORY: `${owner}/${repo}`,
    GITHUB_REPOSITORY_ID: String(id),
    GITHUB_RETENTION_DAYS: '90',
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: String(1 + github.state.runs.indexOf(run)),
    GITHUB_WORKFLOW_REF: `${owner}/${repo}/${run.path}@${ref}`,
    GITHUB_WORKFLOW_SHA: sha,
  }
}
