// Workflow runs on a real Gitea: what starts them, the tokens, the artifacts, comments and statuses are the server's; the
// jobs themselves are run here, from the task that the server hands to its runner.
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Change, type GitRepository, makeGitRepository } from '../../stand-ins/git/repository.ts'
import { runWorkflow, type WorkflowResult } from '../../stand-ins/run-workflow.ts'
import { type GiteaRunner, registerRunner, type Task, type TaskContext } from './gitea-runner.ts'
import { type GiteaServer, startGitea } from './gitea-server.ts'

export type GiteaBedSettings = {
  /** From ensureGitea. */
  gitea: string
  /** The action under test, which workflows name `<repository>@<any ref>`. */
  action: { repository: string; root: string }
}

export type GiteaRun = WorkflowResult & { runId: number; context: TaskContext }

export type GiteaBed = {
  server: GiteaServer
  /** Adds a commit to a branch and pushes it to the server; returns its SHA. */
  push: (change: Change & { branch: string }) => string
  /** Opens a pull request of a branch into main; returns its number. */
  openPull: (branch: string) => Promise<number>
  /** Runs the next job that the server has for its runner, with `env` on top of what the runner would set. */
  runJob: (env?: Record<string, string>) => Promise<GiteaRun>
  /** Returns the commands of processes that outlived the server. */
  close: () => Promise<string[]>
}

/** Starts a server with an empty repository and a runner; `close` stops and removes everything. */
export async function startGiteaBed({ gitea, action }: GiteaBedSettings): Promise<GiteaBed> {
  const server = await startGitea(gitea)
  const repository = makeGitRepository()
  const close = async () => {
    repository.remove()
    return server.close()
  }
  try {
    const runner = await registerRunner(server.url, server.runnerToken, ['self-hosted', 'bench'])
    const published = join(server.directory, 'action')
    for (const name of ['action.yml', 'package.json', 'dist']) {
      cpSync(join(action.root, name), join(published, name), { recursive: true })
    }
    const bed = { actions: { [action.repository]: published }, server, runner }
    return {
      server,
      push: change => push(repository, server, change),
      openPull: branch => openPull(server, branch),
      runJob: (env = {}) => runJob(bed, env),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openPull({ api, path }: GiteaServer, head: string): Promise<number> {
  const request = { base: 'main', head, title: `Change ${head}` }
  return (await api<{ number: number }>('POST', `${path}/pulls`, request)).number
}

/** Runs git without the configuration of this machine or user, or a proxy. */
function git(...args: string[]): void {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

function push(repository: GitRepository, server: GiteaServer, change: Change & { branch: string }): string {
  const sha = repository.commit(change)
  const ref = `refs/heads/${change.branch}`
  git('-C', fileURLToPath(repository.origin), 'push', '--quiet', '--force', server.gitUrl, `${ref}:${ref}`)
  return sha
}

type Bed = { actions: Record<string, string>; server: GiteaServer; runner: GiteaRunner }

async function runJob({ actions, server, runner }: Bed, env: Record<string, string>): Promise<GiteaRun> {
  const task = await runner.next()
  const { context } = task
  const result = await runWorkflow({
    actions,
    origin: server.gitUrl,
    sha: context.sha,
    workflow: '.task.yml',
    text: task.workflow,
    event: context.event_name,
    payload: context.event,
    env: { ...environmentOf(task, server), ...env },
    secrets: { GITHUB_TOKEN: context.token },
  })
  await runner.finish(task, result.code === 0 ? 'success' : 'failure')
  return { ...result, runId: Number(context.run_id), context }
}

/** As Gitea's runner sets it, but for the name of the server: see `artifactsAllowed`. */
function environmentOf({ context }: Task, server: GiteaServer): Record<string, string> {
  return {
    ACTIONS_RESULTS_URL: `${server.url}/`,
    ACTIONS_RUNTIME_TOKEN: context.gitea_runtime_token,
    GITHUB_API_URL: context.api_url,
    GITHUB_BASE_REF: context.base_ref,
    GITHUB_HEAD_REF: context.head_ref,
    GITHUB_REF: context.ref,
    GITHUB_REPOSITORY: context.repository,
    GITHUB_RUN_ATTEMPT: context.run_attempt,
    GITHUB_RUN_ID: context.run_id,
    GITHUB_RUN_NUMBER: context.run_number,
    GITHUB_SERVER_URL: artifactsAllowed(server.url),
    RUNNER_NAME: 'bench-1',
  }
}

/** @actions/artifact refuses servers that are not GitHub's by their name, and takes those below `localhost`. */
const artifactsAllowed = (url: string) => url.replace('127.0.0.1', 'gitea.localhost')
