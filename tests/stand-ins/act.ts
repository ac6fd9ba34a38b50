// Runs one workflow of a git checkout with act in host mode: no containers, no network, no trace outside one temporary
// directory. Every remote action has to be a local directory; actions/checkout is a stand-in that honours fetch-depth.
//
// What act takes from where: GITHUB_SHA is HEAD of `repository`, except for `push` and `workflow_dispatch` with
// `deleted: false` in the payload, where it is `after`. GITHUB_REF is the payload's `ref` for those two,
// `refs/pull/<number>/merge` from the payload's top-level `number` for `pull_request` (whose head is thus the merge
// commit: give a clone of it), and `repository.default_branch` for all other events. GITHUB_BASE_REF and
// GITHUB_HEAD_REF are `pull_request.base.ref` and `.head.ref`. Of the rest act sets the GITHUB_* variables it knows from
// `env` when given there. Unlike on GitHub, `env` reaches `run` steps too, the runtime token included; all jobs share it;
// steps have a terminal; and the legs of a matrix run at once on this machine unless `max-parallel` is 1.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type ActLog, readActLog } from './act-log.ts'
import { endProcesses } from './leftover-processes.ts'

export { actForTests, ensureAct } from './ensure-act.ts'

export type WorkflowRequest = {
  /** The binary. */
  act: string
  /** A git checkout at the commit of the event, whose remote `origin` the workflow checks out from. */
  repository: string
  /** Path of the workflow file in it. */
  workflow: string
  event: string
  payload: object
  env?: Record<string, string>
  secrets?: Record<string, string>
  /** Only this job and those it needs. */
  job?: string
  /** Directories of remote actions by `owner/repo`; every ref of them that the workflow uses is served from there. */
  actions?: Record<string, string>
  /** Labels of runners that exist. */
  labels?: string[]
  /** Milliseconds. */
  timeout?: number
  /** Is told each line of act's log as it comes. */
  onLine?: (line: string) => void
}

/** `code` is act's: 0 when all jobs succeeded. `orphans` are the commands of processes that outlived the run. */
export type WorkflowResult = Omit<ActLog, 'text'> & { code: number; log: string; orphans: string[] }

const checkoutStandIn = fileURLToPath(new URL('./checkout', import.meta.url))

/**
 * Runs a workflow to its end.
 *
 * @throws when the workflow uses an action that is not in `actions` or a runner that is not in `labels`, both of which
 * act would look for elsewhere or pass over, and when it takes longer than `timeout`
 */
export async function runWorkflow(request: WorkflowRequest): Promise<WorkflowResult> {
  const { timeout = 120_000 } = request
  const actions = { 'actions/checkout': checkoutStandIn, ...request.actions }
  const replacements = await localRepositories(join(request.repository, request.workflow), actions)
  const directory = await mkdtemp(join(tmpdir(), 'stable-bench-act-'))
  try {
    const { args, env } = await prepare(request, replacements, directory)
    const child = spawn(request.act, args, {
      cwd: join(directory, 'home'),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { code, lines } = await finish(child, { ...request, timeout, mark: directory })
    const { text, ...log } = readActLog(lines)
    if (code === null) throw new Error(`act did not finish within ${timeout} ms; its log:\n${text}`)
    const unserved = /Skipping unsupported platform.*/.exec(text)
    if (unserved) throw new Error(`'labels' has no runner for a job: ${unserved[0]}`)
    return { ...log, code, log: text, orphans: endProcesses(directory).map(({ command }) => command) }
  } finally {
    endProcesses(directory)
    await rm(directory, { recursive: true, force: true })
  }
}

/** Waits for the end; `code` is null when the time was up, and then no process of the run is left. */
async function finish(
  child: ChildProcess,
  { timeout, mark, onLine }: Pick<WorkflowRequest, 'onLine'> & { timeout: number; mark: string },
) {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface(stream).on('line', line => {
      lines.push(line)
      onLine?.(line)
    })
  }
  let expired = false
  const timer = setTimeout(() => {
    expired = true
    endProcesses(mark)
  }, timeout)
  const [code] = await once(child, 'close').finally(() => clearTimeout(timer))
  return { code: expired ? null : ((code as number | null) ?? 1), lines }
}

/** act's `--local-repository` values for all actions that the workflow names. */
async function localRepositories(workflow: string, actions: Record<string, string>): Promise<string[]> {
  const text = await readFile(workflow, 'utf8')
  const uses = [...text.matchAll(/^[\s-]*uses:\s*['"]?([^\s'"#]+)/gm)].map(match => match[1] ?? '')
  const remote = [...new Set(uses)].filter(name => !name.startsWith('./'))
  return remote.map(name => {
    const [, repository = '', ref = ''] = /^([^/@]+\/[^/@]+)(?:\/[^@]*)?@(.+)$/.exec(name) ?? []
    const directory = actions[repository]
    if (!directory) throw new Error(`the workflow uses ${name}, and 'actions' has no local directory for it`)
    return `${repository}@${ref}=${directory}`
  })
}

async function prepare(request: WorkflowRequest, replacements: string[], directory: string) {
  for (const name of ['home', 'tmp']) await mkdir(join(directory, name))
  const [payload, nothing] = [join(directory, 'event.json'), join(directory, 'nothing')]
  await writeFile(payload, JSON.stringify(request.payload))
  await writeFile(nothing, '')
  const { repository, workflow, labels = ['self-hosted', 'bench', 'ubuntu-latest'] } = request
  const origin = execFileSync('git', ['-C', repository, 'remote', 'get-url', 'origin'], {
    encoding: 'utf8',
  }).trim()
  const variables = { STAND_IN_ORIGIN: origin, ...request.env }
  const secrets = { GITHUB_TOKEN: '', ...request.secrets }
  const files = ['env-file', 'secret-file', 'var-file', 'input-file'].flatMap(name => [`--${name}`, nothing])
  const args = [request.event, '--json', '--directory', repository, '--workflows', join(repository, workflow)]
  args.push('--eventpath', payload, '--pull=false', '--no-cache-server', '--no-skip-checkout', ...files)
  args.push(
    '--concurrent-jobs',
    '1',
    '--actor',
    'octocat',
    ...(request.job === undefined ? [] : ['--job', request.job]),
  )
  args.push(...labels.flatMap(label => ['--platform', `${label}=-self-hosted`]))
  args.push(...replacements.flatMap(replacement => ['--local-repository', replacement]))
  args.push(...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]))
  args.push(...Object.entries(secrets).flatMap(([name, value]) => ['--secret', `${name}=${value}`]))
  return { args, env: environment(directory) }
}

/** act hands its whole environment to the steps, so it gets none of ours but PATH, with Node 24 in front. */
function environment(directory: string): Record<string, string> {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin')
  if (!existsSync(join(node, 'node')))
    throw new Error(`there is no Node.js 24 in ${node}: run 'npm rebuild node'`)
  return {
    PATH: `${node}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    HOME: join(directory, 'home'),
    XDG_CACHE_HOME: join(directory, 'home/.cache'),
    XDG_CONFIG_HOME: join(directory, 'home/.config'),
    TMPDIR: join(directory, 'tmp'),
    ACT_DISABLE_VERSION_CHECK: '1',
    NODE_OPTIONS: `--import=${new URL('linger.mjs', import.meta.url).href}`,
  }
}
