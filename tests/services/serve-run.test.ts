// Real servers and real loads: what a run of a suite with a service does, and what it says where something goes wrong.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { measureTo } from '../../src/job/make-runs.ts'
import type { MeasureRequest } from '../../src/job/request/request.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { freePort, takesConnections } from '../../src/services/port.ts'
import { parseReady } from '../../src/services/ready.ts'
import { jobRequest, unpinned } from '../job/job-request.ts'

const here = dirname(fileURLToPath(import.meta.url))
const server = (...words: string[]) => `node ${join(here, 'server.mjs')} {port} ${words.join(' ')}`
const ask = (count: number) => `node ${join(here, 'requests.mjs')} http://127.0.0.1:{port}/ ${count}`
const autocannon = join(here, '../../node_modules/.bin/autocannon')

const request = (command: string, service: string, overrides: Partial<MeasureRequest> = {}) =>
  jobRequest(
    { candidate: command },
    {
      pinning: unpinned,
      service: { command: service, ready: '', readyTimeoutMs: 20_000 },
      ...overrides,
    },
  )

async function measured(given: MeasureRequest, runs = 1) {
  const job = await startJob(given, new AbortController().signal)
  await measureTo(job, runs, { onRun: () => {}, onLine: () => {} })
  return sessionOf(job, 'candidate')
}

const running = (word: string) => tryCommand(['pgrep', '-f', '--', word]).ok

describe('a run of a suite with a service', () => {
  it('has rows of the load, and of what the service used for a request', async () => {
    const load = `node ${autocannon} --json --connections 2 --amount 200 http://127.0.0.1:{port}/`
    const session = await measured(request(load, server('work=20000'), { tool: 'auto', loadCpus: '0' }), 2)
    expect(session.tool).toBe('autocannon')
    const rows = session.benchmarks.map(({ name, metric, unit }) => `${name} ${metric} ${unit}`)
    expect(rows).toEqual([
      'latency mean ns',
      'latency p99 ns',
      'requests successful-rate requests/s',
      'failed-requests failed-share %',
      'service cpu-time ns/request',
      'service peak-memory B',
      'service context-switches switches/request',
      'service page-faults faults/request',
    ])
    expect(session.plan?.service).toEqual({ warmUpSeconds: 0, loadCpus: '0' })
    const [cpu = []] = session.benchmarks.find(({ metric }) => metric === 'cpu-time')?.runs ?? []
    const [first] = session.evidence
    // 200 requests, and nothing of what the server did before them.
    expect((first?.userTime ?? 0) + (first?.systemTime ?? 0)).toBeCloseTo((cpu[0] ?? 0) * 200, -2)
    expect(first?.load?.cpuTime).toBeGreaterThan(0)
  })

  it('counts the CPU time of the processes that the service starts', async () => {
    const timeOf = async (...words: string[]) => {
      const { evidence } = await measured(request(ask(20), server('work=3000000', ...words)))
      return evidence[0]?.userTime ?? 0
    }
    const [alone, below] = [await timeOf(), await timeOf('worker')]
    expect(alone).toBeGreaterThan(20e6)
    expect(below / alone).toBeGreaterThan(0.3)
    expect(below / alone).toBeLessThan(3)
  })

  it('is a new service each time, with the seed of its round, and leaves nothing', async () => {
    const mark = `mark-${process.pid}`
    const answers: string[] = []
    const keep = `${ask(1)} | tee -a answers`
    const given = request(keep, server(mark))
    await measured(given, 3)
    const { stdout } = tryCommand(['cat', join(given.cwd, 'answers')]) as { stdout: string }
    answers.push(...stdout.trim().split('\n'))
    // A busy machine has runs repeated, with the seed of their round.
    expect([...new Set(answers.map(answer => answer.split(' ')[1]))]).toEqual(['1000', '1001', '1002'])
    expect(new Set(answers.map(answer => answer.split(' ')[0])).size).toBe(answers.length)
    expect(running(mark)).toBe(false)
  })

  it('has the names of one port in all runs', async () => {
    const name =
      '{\\"name\\":\\"GET http://127.0.0.1:{port}/\\",\\"metric\\":\\"time\\",\\"unit\\":\\"ms\\",\\"better\\":\\"lower\\",\\"runs\\":[[1]]}'
    const samples = `echo "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":[${name}]}"`
    const session = await measured(request(samples, server(), { tool: 'samples' }), 2)
    expect(session.benchmarks.map(each => [each.name, each.runs.length])).toEqual([
      ['GET http://127.0.0.1:{port}/', 2],
    ])
    expect(session.warnings.map(({ code }) => code)).toContain('requests-not-counted')
  })

  it('ends a service that does not hear SIGTERM', async () => {
    const mark = `deaf-${process.pid}`
    await measured(request(ask(1), server('deaf', mark)))
    expect(running(mark)).toBe(false)
  })

  it('is ready at a text that the service prints without the end of a line', async () => {
    const prompt = "node -e 'process.stdout.write(`up, > `); setInterval(() => {}, 1000)' {port}"
    const service = { command: prompt, ready: 'up, >', readyTimeoutMs: 20_000 }
    const { evidence } = await measured(request('true', prompt, { service }))
    expect(evidence).not.toHaveLength(0)
  })

  it('puts the service under load before the load that counts', async () => {
    const given = request(`echo begun >>loads; sleep 1; ${ask(1)}`, server(), { warmUpMs: 4000 })
    const { evidence } = await measured(given)
    const begun = readFileSync(join(given.cwd, 'loads'), 'utf8').trim().split('\n').length
    expect(begun).toBeGreaterThan(evidence.length)
  })
})

describe('a service that fails', () => {
  const failing: [what: string, given: () => MeasureRequest, message: RegExp][] = [
    [
      'is never up',
      () =>
        request(ask(1), server('late'), {
          service: { command: server('late'), ready: '', readyTimeoutMs: 10_000 },
        }),
      /^the service of run 1 was not up after 10 s: ready is 'tcp:\/\/127\.0\.0\.1:\d+'; correct it, or raise ready-timeout; its last output was:\nreading a large file$/,
    ],
    [
      'never prints its line',
      () =>
        request(ask(1), server(), {
          service: { command: server(), ready: 'ready for you', readyTimeoutMs: 10_000 },
        }),
      /ready is 'ready for you'; correct it, or raise ready-timeout; its last output was:\nlistening on \d+$/,
    ],
    [
      'ends before it is up',
      () => request(ask(1), 'echo no configuration; exit 4 # {port}'),
      /^the service of run 1 ended with exit code 4 before it was up; its last output was:\nno configuration$/,
    ],
    [
      'has no port of its own',
      () => request(ask(1), "echo 'listen tcp :80: bind: address already in use'; exit 1 # {port}"),
      /^the service of run 1 ended with exit code 1 before it was up, since its port is in use: put \{port\} into its command; its last/,
    ],
    [
      'cannot be started',
      () => request(ask(1), './no-such-server {port}'),
      /no-such-server: No such file or directory|could not be started: No such file/,
    ],
    [
      'goes into the background',
      () => request(ask(1), server('daemon')),
      /ended with exit code 0 before it was up, and went on in the background: start the program itself, in the foreground/,
    ],
    [
      'dies under load',
      () => request(ask(1), server('dies')),
      /^the service of run 1 ended with exit code 3 under load; its last output was:\nlistening on \d+$/,
    ],
  ]
  it.each(failing)('%s', async (_, given, message) => {
    await expect(measured(given())).rejects.toThrow(message)
  })

  it('says nothing that it printed to everyone', async () => {
    const error = await measured(request(ask(1), 'echo secret; exit 4 # {port}')).catch(each => each)
    expect(error.published).toBe(
      'the service of run 1 ended with exit code 4 before it was up; the log has its output',
    )
  })

  it('is not taken for another server at its port', async () => {
    const other = createServer(socket => socket.destroy())
    const port = await freePort()
    await new Promise<void>(resolve => other.listen(port, '127.0.0.1', () => resolve()))
    const service = {
      command: server(),
      ready: `tcp://127.0.0.1:${port}`,
      readyTimeoutMs: 20_000,
    }
    try {
      await expect(measured(request(ask(1), '', { service }))).rejects.toThrow(
        `ready: something answers at 127.0.0.1:${port} before the service of run 1 is started`,
      )
    } finally {
      other.close()
    }
  })

  it('is no reason to time a load that prints nothing which is read', async () => {
    for (const load of ['true', 'echo done'])
      await expect(measured(request(load, server(), { tool: 'auto' }))).rejects.toThrow(
        /^run 1: the load on the service printed no results that are read: .*; tool: process times the load as a whole$/,
      )
  })

  it('is not blamed for requests that never came', async () => {
    const load = `node ${autocannon} --json --connections 2 --amount 100 http://127.0.0.1:1/`
    const session = await measured(request(load, server(), { tool: 'auto' }))
    expect(session.failures).toMatchObject([{ name: 'latency', reason: 'all requests failed' }])
  })

  it('is no reason to name the service where the load fails', async () => {
    await expect(measured(request('exit 5', server()))).rejects.toThrow(
      /^run 1 of 'exit 5' failed with exit code 5/,
    )
    await expect(measured(request('exit 5', server(), { warmUpMs: 5000 }))).rejects.toThrow(
      /^the load of the warm-up before run 1 failed with exit code 5/,
    )
  })
})

it('is ready at an address of version 6, too', () => {
  expect(parseReady('tcp://[::1]:80')).toEqual({ kind: 'tcp', host: '::1', port: 80 })
})

describe('a free port', () => {
  it('is another one each time, and nobody listens there', async () => {
    const ports = [await freePort(), await freePort(), await freePort()]
    expect(new Set(ports).size).toBe(3)
    expect(await takesConnections('127.0.0.1', ports[0] as number)).toBe(false)
  })
})
