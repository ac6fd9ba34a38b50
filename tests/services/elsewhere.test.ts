// Services in containers, of other daemons and of other machines: each form is refused, with one sentence and one way out.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { measureTo } from '../../src/job/make-runs.ts'
import { startJob } from '../../src/job/start.ts'
import { jobRequest, unpinned } from '../job/job-request.ts'

const here = dirname(fileURLToPath(import.meta.url))
const WAY_OUT =
  "which are neither on the benchmark's CPUs nor counted: start the program itself, without a container or a daemon"

/** What is said of a suite with this service. Its client may still be starting, so there are more requests than that can have paid for. */
async function said(service: string, overrides: Parameters<typeof jobRequest>[1] = {}): Promise<string> {
  const load = `node ${join(here, '../../node_modules/.bin/autocannon')} --json --connections 2 --amount 3000 http://127.0.0.1:{port}/`
  const own = { command: service, ready: '', readyTimeoutMs: 20_000 }
  const request = jobRequest(
    { candidate: load },
    { pinning: unpinned, service: own, tool: 'auto', ...overrides },
  )
  try {
    const job = await startJob(request, new AbortController().signal)
    await measureTo(job, 1, { onRun: () => {}, onLine: () => {} })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${service} was taken`)
}

describe('a command that names what starts a service elsewhere is refused before anything runs', () => {
  it.each([
    ['docker', 'docker run --rm -p {port}:80 nginx'],
    ['docker', 'docker compose up'],
    ['docker', 'sh -c "docker run -p {port}:80 nginx"'],
    ['docker', "bash -euo pipefail -c 'docker compose up -d && sleep infinity'"],
    ['docker', 'cd deploy && DOCKER_HOST=tcp://db sudo -E docker compose up -d --wait; sleep infinity'],
    ['docker-compose', 'exec /usr/local/bin/docker-compose up'],
    ['podman', 'env A=b podman run -p {port}:80 nginx'],
    ['kubectl', 'kubectl port-forward svc/api {port}:80'],
    ['systemctl', 'sudo systemctl start api'],
  ])('%s: %s', async (program, command) => {
    const own = { command, ready: 'up', readyTimeoutMs: 1000 }
    const started = startJob(
      jobRequest({ candidate: 'true' }, { service: own }),
      new AbortController().signal,
    )
    await expect(started).rejects.toThrow(
      `service: the command lets ${program} start other processes, ${WAY_OUT}`,
    )
  })
})

describe('a script that hides it is found out', () => {
  const cwd = jobRequest({ candidate: 'true' }).cwd
  let daemon: ReturnType<typeof spawn>

  beforeAll(() => {
    // The daemon starts what the client asks for, as that of Docker does.
    daemon = spawn('node', [join(here, 'server.mjs'), '0', 'serves'], { cwd })
    mkdirSync(join(cwd, 'bin'))
    const client = (name: string, words: string) => {
      const text = `#!/bin/bash\nnode ${join(here, 'server.mjs')} "$1" ${words}\n`
      writeFileSync(join(cwd, name), text)
      chmodSync(join(cwd, name), 0o755)
    }
    client('bin/docker', 'asks')
    // What it has to do is done before it asks: the rest of the start of Node.js may take as long as some requests.
    writeFileSync(join(cwd, 'client'), '#!/bin/bash\nprintf %s "$1" >asked\nexec sleep 1000\n', {
      mode: 0o755,
    })
    client('up', 'asks returns')
  })

  afterAll(() => void daemon.kill())

  it('by the program that it has started, once the service is up', async () => {
    const script = 'PATH=$PWD/bin:$PATH; name=docker; $name {port}'
    expect(await said(script, { cwd })).toMatch(
      `the service of run 1 lets docker start other processes, ${WAY_OUT}`,
    )
  })

  it('by the CPU time that it did not use', async () => {
    expect(await said('./client {port}', { cwd })).toMatch(
      /^the service of run 1 used [\d.]+ ms of CPU time for 3,000 requests: they were served by other processes, which are neither .*: start the program itself/,
    )
  })

  it('by its end, where it returns', async () => {
    expect(await said('./up {port}', { cwd })).toMatch(
      /^the service of run 1 ended with exit code 0 (?:before it was up|under load), and left none of its processes: start the program itself, in the foreground/,
    )
  })
})
