// The contexts `github` and `runner`, and the variables that steps find them in.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Workflow } from './workflow-file.ts'

export type Runner = { name: string; labels: string[] }

/** What a run is about. `env` is what the server and the service of the runner set. */
export type Event = {
  event: string
  payload: object
  sha: string
  env: Record<string, string>
  workflowPath: string
}

type Payload = {
  pull_request?: { base?: { ref?: string }; head?: { ref?: string } }
  sender?: { login?: string }
}

// What the runner shows to steps of its context; GitHubContext.cs of actions/runner has the same list.
const shown =
  `action action_path action_ref action_repository actor actor_id api_url base_ref event_name event_path graphql_url
  head_ref job ref ref_name ref_protected ref_type repository repository_id repository_owner repository_owner_id
  retention_days run_attempt run_id run_number server_url sha triggering_actor workflow workflow_ref workflow_sha
  workspace`.split(/\s+/)

/** The context `github` before there is a job. GITHUB_* in `env` is the word of the server and comes last. */
export function githubContext(
  { event, payload, sha, env, workflowPath }: Event,
  workflow: Workflow,
  token: string,
) {
  const ref = env.GITHUB_REF ?? ''
  const repository = env.GITHUB_REPOSITORY ?? ''
  const { pull_request: pull, sender } = payload as Payload
  return {
    actor: sender?.login ?? 'octocat',
    triggering_actor: sender?.login ?? 'octocat',
    base_ref: pull?.base?.ref ?? '',
    head_ref: pull?.head?.ref ?? '',
    ref,
    ref_name: ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: 'false',
    ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository,
    repository_owner: repository.split('/')[0] ?? '',
    server_url: 'https://github.com',
    sha,
    workflow: workflow.name ?? workflowPath,
    ...ofServer(env),
    event_name: event,
    event: payload,
    token,
  }
}

const ofServer = (env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('GITHUB_') ? [[name.slice('GITHUB_'.length).toLowerCase(), value]] : [],
    ),
  )

/** The context `runner` for a job that has the directories. */
export function runnerContext(name: string, env: Record<string, string>, directory: string) {
  return {
    name: env.RUNNER_NAME ?? name,
    os: 'Linux',
    arch: process.arch === 'arm64' ? 'ARM64' : 'X64',
    environment: 'self-hosted',
    temp: join(directory, 'temp'),
    tool_cache: join(directory, 'tools'),
    workspace: join(directory, 'work'),
  }
}

/** GITHUB_* and RUNNER_*, which no `env:` of a workflow can change. */
export function contextVariables(github: Record<string, unknown>, runner: Record<string, string>) {
  const ofGithub = shown.flatMap(name =>
    name in github ? [[`GITHUB_${name.toUpperCase()}`, String(github[name])]] : [],
  )
  const ofRunner = Object.entries(runner).map(([name, value]) => [`RUNNER_${name.toUpperCase()}`, value])
  return Object.fromEntries([...ofGithub, ...ofRunner]) as Record<string, string>
}

/**
 * What the runner itself is started with, and steps inherit: of this machine no more than PATH, with Node 24 in front.
 * ACTIONS_* is for actions only.
 */
export function serviceEnvironment(directory: string, env: Record<string, string>): Record<string, string> {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin')
  if (!existsSync(join(node, 'node')))
    throw new Error(`there is no Node.js 24 in ${node}: run 'npm rebuild node'`)
  // Where the tests compile programs once for all processes.
  const { NODE_COMPILE_CACHE: compiled } = process.env
  const others = Object.entries(env).filter(([name]) => !/^(GITHUB|RUNNER|ACTIONS)_/.test(name))
  return {
    PATH: `${node}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    HOME: join(directory, 'home'),
    TMPDIR: join(directory, 'tmp'),
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }),
    ...Object.fromEntries(others),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
  }
}

/** Of the server for actions: the runtime token and where artifacts go. */
export const actionVariables = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('ACTIONS_')))
