// A runner as Gitea sees one: it registers, fetches tasks and says how they ended. Gitea's own runner is a program of
// another module; its protocol is Connect (https://connectrpc.com/docs/protocol), JSON over POST.
import { setTimeout as sleep } from 'node:timers/promises'

/** What a job is run with: the server's `github` context, where tokens and the event's payload are too. */
export type TaskContext = {
  token: string
  gitea_runtime_token: string
  run_id: string
  run_attempt: string
  run_number: string
  sha: string
  ref: string
  base_ref: string
  head_ref: string
  event_name: string
  event: Record<string, unknown>
  repository: string
  api_url: string
  server_url: string
}

/** `workflow` is the YAML of a workflow with this one job. */
export type Task = { id: string; workflow: string; context: TaskContext; startedAt: string }

export type GiteaRunner = {
  /** Waits for the next job; throws when none comes within half a minute. */
  next: () => Promise<Task>
  finish: (task: Task, result: 'success' | 'failure') => Promise<void>
}

const version = 'v0.2.12'

type Identity = { uuid: string; token: string }
type Fetched = { task?: { id: string; workflowPayload: string; context: TaskContext } }

/** Registers a runner that has `labels`; `runnerToken` is the server's word that it may. */
export async function registerRunner(
  url: string,
  runnerToken: string,
  labels: string[],
): Promise<GiteaRunner> {
  const anybody = { uuid: '', token: '' }
  const request = { name: 'bench-1', token: runnerToken, version, labels }
  const { runner } = await call<{ runner: Identity }>(url, anybody, 'Register', request)
  await call(url, runner, 'Declare', { version, labels })
  const fetchTask = async () => (await call<Fetched>(url, runner, 'FetchTask', { tasksVersion: '0' })).task
  return {
    next: async () => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const task = await fetchTask()
        if (task) return taskOf(task)
        await sleep(300)
      }
      throw new Error('Gitea has no job for the runner')
    },
    finish: async ({ id, startedAt }, result) => {
      const times = { startedAt, stoppedAt: new Date().toISOString() }
      const state = { id, result: `RESULT_${result.toUpperCase()}`, ...times, steps: [] }
      await call(url, runner, 'UpdateTask', { state })
    },
  }
}

async function call<Answer>(
  url: string,
  { uuid, token }: Identity,
  method: string,
  message: object,
): Promise<Answer> {
  const answer = await fetch(`${url}/api/actions/runner.v1.RunnerService/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-runner-uuid': uuid, 'x-runner-token': token },
    body: JSON.stringify(message),
  })
  if (!answer.ok) throw new Error(`${method}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

function taskOf({ id, workflowPayload, context }: NonNullable<Fetched['task']>): Task {
  const workflow = Buffer.from(workflowPayload, 'base64').toString('utf8')
  return { id, workflow, context, startedAt: new Date().toISOString() }
}
