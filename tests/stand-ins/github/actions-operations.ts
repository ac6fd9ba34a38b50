// The Actions part of the GitHub stand-in: workflow runs of the state, and artifacts of the linked results service.
import type { StoredArtifact } from '../artifacts/store.ts'
import type { Reply } from '../local-server.ts'
import { type Call, failure, type Operation, pageOf, repositoryPart, shape } from './call.ts'
import type { Run, RunJob } from './state.ts'

const permissions = ['actions:read']

export const actionsOperations: Record<string, Operation> = {
  'actions/list-artifacts-for-repo': {
    permissions,
    query: ['name'],
    answer: call => listArtifacts(call, call.results.artifacts()),
  },
  'actions/list-workflow-run-artifacts': {
    permissions,
    query: ['name', 'direction'],
    answer: call => {
      const run = findRun(call)
      if (!run) return failure(404, 'Not Found')
      return listArtifacts(
        call,
        call.results.artifacts().filter(artifact => artifact.runId === run.id),
      )
    },
  },
  'actions/get-artifact': {
    permissions,
    answer: call => {
      const artifact = findArtifact(call)
      return artifact ? { status: 200, body: artifactShape(call, artifact) } : failure(404, 'Not Found')
    },
  },
  'actions/download-artifact': { permissions, answer: downloadArtifact },
  'actions/get-workflow-run': {
    permissions,
    query: ['exclude_pull_requests'],
    answer: call => {
      const run = findRun(call)
      return run ? { status: 200, body: runShape(call, run) } : failure(404, 'Not Found')
    },
  },
  'actions/list-jobs-for-workflow-run': { permissions, query: ['filter'], answer: listJobs },
  'actions/list-jobs-for-workflow-run-attempt': { permissions, answer: listJobsOfAttempt },
  'actions/list-workflow-runs': {
    permissions,
    query: ['branch', 'event', 'status', 'head_sha', 'exclude_pull_requests'],
    answer: call => listRuns(call, run => isOfWorkflow(call, run)),
  },
  'actions/list-workflow-runs-for-repo': {
    permissions,
    query: ['branch', 'event', 'status', 'head_sha', 'exclude_pull_requests'],
    answer: call => listRuns(call, () => true),
  },
}

function listArtifacts(call: Call, candidates: StoredArtifact[]): Reply {
  const { name, direction } = call.query
  const named = candidates.filter(artifact => name === undefined || artifact.name === name)
  const isAscending = direction === 'asc' || call.state.listsOldestFirst
  named.sort((a, b) => (isAscending ? a.id - b.id : b.id - a.id))
  const { items, headers } = pageOf(call, named)
  const artifacts = items.map(artifact => artifactShape(call, artifact))
  return { status: 200, headers, body: { total_count: named.length, artifacts } }
}

function downloadArtifact(call: Call): Reply {
  const artifact = findArtifact(call)
  if (!artifact || call.params.archive_format !== 'zip') return failure(404, 'Not Found')
  if (artifact.expired) return failure(410, 'Artifact has expired')
  return { status: 302, headers: { location: call.results.downloadUrl(artifact.id) } }
}

function listRuns(call: Call, isWanted: (run: Run) => boolean): Reply {
  const { branch, event, status, head_sha } = call.query
  const runs = call.state.runs
    .filter(isWanted)
    .filter(run => branch === undefined || run.head_branch === branch)
    .filter(run => event === undefined || run.event === event)
    .filter(run => head_sha === undefined || run.head_sha === head_sha)
    .filter(run => status === undefined || statusOf(run) === status || conclusionOf(run) === status)
    .sort((a, b) => b.id - a.id)
  const { items, headers } = pageOf(call, runs)
  const shapes = items.map(run => runShape(call, run))
  return { status: 200, headers, body: { total_count: runs.length, workflow_runs: shapes } }
}

const lastAttempt = ({ run_attempt = 1 }: Run) => run_attempt

const jobsOfAttempt = (run: Run, attempt: number) =>
  (run.jobs ?? []).filter(job => (job.run_attempt ?? lastAttempt(run)) === attempt)

/** Those of the last attempt, unless all are wanted. */
function listJobs(call: Call): Reply {
  const run = findRun(call)
  if (!run) return failure(404, 'Not Found')
  const jobs = call.query.filter === 'all' ? (run.jobs ?? []) : jobsOfAttempt(run, lastAttempt(run))
  return jobsReply(call, run, jobs)
}

function listJobsOfAttempt(call: Call): Reply {
  const run = findRun(call)
  const attempt = Number(call.params.attempt_number)
  if (!run || attempt > lastAttempt(run)) return failure(404, 'Not Found')
  return jobsReply(call, run, jobsOfAttempt(run, attempt))
}

function jobsReply(call: Call, run: Run, all: RunJob[]): Reply {
  const { items, headers } = pageOf(call, all)
  const jobs = items.map((job, index) => {
    const times = { started_at: '2026-01-01T00:00:00Z', completed_at: null }
    const status = job.conclusion === null ? 'in_progress' : 'completed'
    const run_attempt = lastAttempt(run)
    return shape(call, 'job', { id: index + 1, run_id: run.id, run_attempt, ...times, status, ...job })
  })
  return { status: 200, headers, body: { total_count: all.length, jobs } }
}

const findRun = ({ state, params }: Call) => state.runs.find(run => run.id === Number(params.run_id))

const findArtifact = ({ results, params }: Call) =>
  results.artifacts().find(artifact => artifact.id === Number(params.artifact_id))

const statusOf = (run: Run) => run.status ?? 'completed'

const conclusionOf = (run: Run) => (run.conclusion === undefined ? 'success' : run.conclusion)

/** A workflow goes by its id or by its file's name. */
function isOfWorkflow(call: Call, run: Run): boolean {
  const wanted = call.params.workflow_id
  return wanted === String(workflowId(call, run)) || wanted === run.path.split('/').at(-1)
}

const workflowId = ({ state }: Call, run: Run) =>
  1 + [...new Set(state.runs.map(({ path }) => path))].indexOf(run.path)

/** `workflow_run` is null for an artifact of a run that the state does not have: GitHub's description allows it. */
function artifactShape(call: Call, artifact: StoredArtifact) {
  const { state } = call
  const run = state.runs.find(({ id }) => id === artifact.runId)
  const url = `${call.url.origin}/repos/${state.owner}/${state.repo}/actions/artifacts/${artifact.id}`
  return shape(call, 'artifact', {
    id: artifact.id,
    name: artifact.name,
    size_in_bytes: artifact.size,
    url,
    archive_download_url: `${url}/zip`,
    expired: artifact.expired,
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    digest: artifact.digest,
    workflow_run: run ? runPart(call, run) : null,
  })
}

const runPart = ({ state }: Call, run: Run) => ({
  id: run.id,
  repository_id: state.id,
  head_repository_id: run.head_repository_id ?? state.id,
  head_branch: run.head_branch,
  head_sha: run.head_sha,
})

function runShape(call: Call, run: Run) {
  const { state } = call
  const made = state.commits.find(({ sha }) => sha === run.head_sha)?.date ?? '2026-01-01T00:00:00Z'
  const url = `${call.url.origin}/repos/${state.owner}/${state.repo}/actions/runs/${run.id}`
  const created = run.created_at ?? made
  const { jobs: _, actor = 'octocat', ...shown } = run
  return shape(call, 'workflow-run', {
    ...shown,
    actor: { login: actor, id: 1, type: 'User' },
    status: statusOf(run),
    conclusion: conclusionOf(run),
    run_attempt: run.run_attempt ?? 1,
    run_number: 1 + state.runs.indexOf(run),
    workflow_id: workflowId(call, run),
    url,
    artifacts_url: `${url}/artifacts`,
    html_url: `https://github.com/${state.owner}/${state.repo}/actions/runs/${run.id}`,
    created_at: created,
    updated_at: created,
    run_started_at: created,
    repository: { ...repositoryPart(call), private: false },
    head_repository: { ...repositoryPart(call, run.head_repository_id), private: false },
    head_repository_id: run.head_repository_id ?? state.id,
    pull_requests: call.query.exclude_pull_requests === 'true' ? [] : pullParts(call, run),
  })
}

function pullParts(call: Call, run: Run) {
  const numbers = run.pull_requests ?? []
  const { owner, repo } = call.state
  const url = `${call.url.origin}/repos/${owner}/${repo}`
  return call.state.pulls
    .filter(pull => numbers.includes(pull.number))
    .map(({ number, head, base }) => ({
      id: number,
      number,
      url: `${url}/pulls/${number}`,
      head: { ref: head.ref, sha: head.sha, repo: { ...repositoryPart(call, head.repository_id), url } },
      base: { ref: base.ref, sha: base.sha, repo: { ...repositoryPart(call), url } },
    }))
}
