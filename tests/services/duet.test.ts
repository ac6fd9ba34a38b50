// Both services of a duet: real servers on the same CPUs, under load at the same time.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../src/compare/comparison-request.ts'
import { measureTo } from '../../src/job/make-runs.ts'
import type { MeasureRequest } from '../../src/job/request/request.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { defaultPolicy, type Session } from '../../src/model/index.ts'
import { designText } from '../../src/report/words/design.ts'
import { freePort } from '../../src/services/port.ts'
import { jobRequest, pinnedTo } from '../job/job-request.ts'

const here = dirname(fileURLToPath(import.meta.url))
const server = (...words: string[]) => `node ${join(here, 'server.mjs')} {port} ${words.join(' ')}`
const service = (command: string) => ({ command, ready: '', readyTimeoutMs: 20_000 })
const autocannon = join(here, '../../node_modules/.bin/autocannon')
const load = `node ${autocannon} --json --connections 2 --amount 50 http://127.0.0.1:{port}/`

/** A load that begins only once that of the other side has. */
const meeting = ([own, other]: [string, string]) =>
  `touch ${own}; until [ -e ${other} ]; do sleep 0.01; done; ${load}`

function duetOf(before: string, after: string, more: Partial<MeasureRequest> = {}): MeasureRequest {
  const commands = { baseline: meeting(['a', 'b']), candidate: meeting(['b', 'a']) }
  return jobRequest(commands, {
    ...{ tool: 'auto', duet: true, loadCpus: '0', pinning: pinnedTo(1), service: service(after) },
    ofBase: { service: service(before), prepare: '', results: null, relink: '', tool: 'auto', delta: 0 },
    ...more,
  })
}

async function measured(request: MeasureRequest, pairs: number) {
  const job = await startJob(request, new AbortController().signal)
  await measureTo(job, pairs, { onRun: () => {}, onLine: () => {} })
  return { baseline: sessionOf(job, 'baseline'), candidate: sessionOf(job, 'candidate') }
}

const compared = (baseline: Session, candidate: Session) =>
  compareSessions(interleavedRequest([baseline], [candidate], defaultPolicy))

describe('a duet of services', () => {
  it('puts both under load at the same time, on the same CPUs, and leaves neither', async () => {
    const mark = `duet-${process.pid}`
    const { baseline, candidate } = await measured(duetOf(server(mark, 'work=20000'), server(mark)), 2)
    for (const { plan, evidence } of [baseline, candidate]) {
      expect(plan).toMatchObject({ duet: true, cpus: '1', service: { loadCpus: '0' } })
      expect(evidence).toHaveLength(2)
      // What the other service used of the CPUs is nothing foreign.
      for (const { machine, judgement } of evidence) {
        expect(machine).toMatchObject({ pinned: true, cpus: 1, foreignTime: null })
        expect(judgement?.reasons.map(({ code }) => code)).not.toContain('foreign-load')
      }
    }
    expect(tryCommand(['pgrep', '-f', '--', mark]).ok).toBe(false)
  }, 60_000)

  it('is decided by the CPU time and the failed requests, since times and rates hold the other version', async () => {
    const { baseline, candidate } = await measured(duetOf(server('work=20000'), server('work=20000')), 2)
    const comparison = compared(baseline, candidate)
    const gating = comparison.rows.filter(({ gates }) => gates)
    expect(gating.map(({ benchmark, metric }) => `${benchmark} ${metric}`)).toEqual([
      'failed-requests failed-share',
      'service cpu-time',
    ])
    expect(comparison.rows.map(({ metric }) => metric)).toContain('successful-rate')
    expect(designText(comparison)).toBe(
      'both services measured at the same time on the same CPUs, so that CPU time decides, and what only waits is not seen, 2 runs per side',
    )
  }, 60_000)

  it('has a row of each benchmark of a template that gates', async () => {
    const request = duetOf(server('work=20000'), server('work=20000'), {
      commands: { baseline: `${load} # {benchmark}`, candidate: `${load} # {benchmark}` },
      benchmarks: { baseline: ['x', 'y'], candidate: ['x', 'y'] },
    })
    const { baseline, candidate } = await measured(request, 2)
    const gating = compared(baseline, candidate).rows.filter(
      ({ gates, metric }) => gates && metric === 'cpu-time',
    )
    expect(gating.map(({ benchmark }) => benchmark).sort()).toEqual(['x/service', 'y/service'])
  }, 60_000)

  it('is not passed by a service that refuses all requests', async () => {
    const { baseline, candidate } = await measured(duetOf(server(), server('refuses')), 2)
    const { outcome, rows } = compared(baseline, candidate)
    expect(outcome).not.toBe('pass')
    expect(rows.find(({ benchmark }) => benchmark === 'latency')).toMatchObject({
      verdict: 'failed',
      fails: true,
    })
  }, 60_000)

  it('has no load before both services are up', async () => {
    const logging = (before: string) => `bash -c '${before}; echo up >>log; exec ${server()}'`
    const logged = `echo load >>log; ${load}`
    const request = duetOf(logging('sleep 1'), logging('true'), {
      commands: { baseline: logged, candidate: logged },
      warmUpMs: 1,
    })
    await measured(request, 1)
    const log = readFileSync(join(request.cwd, 'log'), 'utf8').split('\n')
    expect(log.lastIndexOf('up')).toBeLessThan(log.indexOf('load'))
  }, 60_000)

  it.each([
    ['does not start', 'echo no configuration; exit 4 # {port}', /exit code 4 before it was up/],
    ['dies under load', server('dies'), /exit code 3 under load/],
  ])(
    'ends where one service %s, and the load of the other with it',
    async (_, broken, message) => {
      const mark = `duet-${process.pid}-left`
      const request = duetOf(server(mark), broken, {
        commands: { baseline: `${load} && sleep 600 # {port}`, candidate: load },
      })
      await expect(measured(request, 1)).rejects.toThrow(message)
      expect(tryCommand(['pgrep', '-f', '--', mark]).ok).toBe(false)
    },
    60_000,
  )

  it('shows nothing where the load generator does not count its requests', async () => {
    const times = (side: string) =>
      `touch ${side} # {port}
echo '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ms","better":"lower","runs":[[1]]}]}'`
    const commands = { baseline: times('a'), candidate: times('b') }
    const { baseline, candidate } = await measured({ ...duetOf(server(), server()), commands }, 2)
    expect(compared(baseline, candidate)).toMatchObject({
      outcome: 'not-established',
      explanation: 'no row that was measured on both sides gates',
    })
  }, 60_000)

  it.each([
    ['the candidate', duetOf(server(), 'node server.mjs 8080')],
    ['the baseline', duetOf('node server.mjs 8080', server())],
    ['a load', { ...duetOf(server(), server()), commands: { baseline: load, candidate: 'true' } }],
    [
      'ready',
      duetOf(server(), server(), {
        service: { ...service(server()), ready: 'http://127.0.0.1:8080/health' },
      }),
    ],
  ])('is refused where %s has one port for all runs', async (_, request) => {
    await expect(startJob(request, new AbortController().signal)).rejects.toThrow(
      "service and duet: both versions are up at the same time, so each needs a port of its own; put {port} into the service's command, into ready and into the load, or leave out duet",
    )
  })

  it('never gives one port to both, or to a companion as well', async () => {
    const ports = await Promise.all([freePort(7), freePort(7), freePort(7), freePort(7)])
    expect(new Set(ports).size).toBe(ports.length)
  })
})
