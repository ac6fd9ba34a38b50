// A Gitea server on the loopback interface with everything it has in one temporary directory: one user, and one
// private repository, where a job's token can do no more than the workflow says.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcesses } from '../../stand-ins/leftover-processes.ts'

export type GiteaServer = {
  /** Origin without a trailing slash. */
  url: string
  /** Of the repository in the API. */
  path: string
  /** Of the user, who may do everything. */
  token: string
  /** For git, with the user's token in it. */
  gitUrl: string
  /** Registers runners. */
  runnerToken: string
  /** A directory that is removed with the server. */
  directory: string
  /** The answer's JSON. Throws with the server's text for a status of 400 and above. */
  api: <Answer>(method: string, path: string, body?: object, token?: string) => Promise<Answer>
  /** Ends the server by its process id, and removes its directory; returns the commands of processes that were left. */
  close: () => Promise<string[]>
}

const [owner, repo] = ['bench', 'rocket']

const configuration = (directory: string, program: string, port: number) => `
WORK_PATH = ${directory}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
STATIC_ROOT_PATH = ${program}
OFFLINE_MODE = true
DISABLE_SSH = true
[database]
DB_TYPE = sqlite3
PATH = ${directory}/gitea.db
[security]
INSTALL_LOCK = true
[log]
LEVEL = error
[actions]
ENABLED = true
`

/**
 * Starts the Gitea of `program` (from ensureGitea), which is ready within a few seconds.
 *
 * @throws with what the server said when it does not start; then nothing of it is left
 */
export async function startGitea(program: string): Promise<GiteaServer> {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-gitea-'))
  let server: ChildProcess | null = null
  const close = () => stop(server, directory)
  try {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    writeFileSync(join(directory, 'app.ini'), configuration(directory, program, port))
    const gitea = commandLine(program, directory)
    const token = setUp(gitea)
    server = spawn(gitea.path, gitea.args('web'), { ...gitea.options, stdio: 'pipe' })
    await ready(url, server)
    const api = caller(`${url}/api/v1`, token)
    await api('POST', '/user/repos', { name: repo, default_branch: 'main', private: true })
    const path = `/repos/${owner}/${repo}`
    const registration = `${path}/actions/runners/registration-token`
    const { token: runnerToken } = await api<{ token: string }>('POST', registration)
    const gitUrl = `http://${owner}:${token}@127.0.0.1:${port}/${owner}/${repo}.git`
    return { url, path, token, gitUrl, runnerToken, directory, api, close }
  } catch (error) {
    await close()
    throw error
  }
}

function commandLine(program: string, directory: string) {
  // As root it wants to be told that this is no real server.
  const env = { PATH: process.env.PATH, HOME: directory, GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT: 'true' }
  return {
    path: join(program, 'gitea'),
    args: (...args: string[]) => ['--config', join(directory, 'app.ini'), ...args],
    options: { cwd: directory, env },
  }
}

/** Makes the database and the user in it; returns the user's token. */
function setUp({ path, args, options }: ReturnType<typeof commandLine>) {
  // The answer is the last line: warnings go to the same place.
  const gitea = (...words: string[]) =>
    execFileSync(path, args(...words), { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .trim()
      .split('\n')
      .at(-1) ?? ''
  gitea('migrate')
  const account = ['--username', owner, '--password', 'not-a-secret', '--email', 'bench@example.invalid']
  gitea('admin', 'user', 'create', '--admin', '--must-change-password=false', ...account)
  const scopes = ['--scopes', 'all', '--raw']
  return gitea('admin', 'user', 'generate-access-token', '--username', owner, ...scopes)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', chunk => (said += chunk))
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`${url}/api/v1/version`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`Gitea did not start:\n${said}`)
}

function caller(api: string, ownToken: string): GiteaServer['api'] {
  return async (method, path, body, token = ownToken) => {
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetch(`${api}${path}`, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Gitea finishes what it is about when it is asked to end; git processes of its own must end with it. */
async function stop(server: ChildProcess | null, directory: string): Promise<string[]> {
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    const late = setTimeout(() => server.kill('SIGKILL'), 20_000)
    await once(server, 'exit')
    clearTimeout(late)
  }
  const left = endProcesses(directory)
  rmSync(directory, { recursive: true, force: true })
  return left.map(({ command }) => command)
}
