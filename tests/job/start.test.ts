import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { measureTo } from '../../src/job/make-runs.ts'
import type { MeasureRequest } from '../../src/job/request/request.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { allowedCpus } from '../../src/measure/pin/topology.ts'
import { formatCpuList } from '../../src/model/index.ts'
import { untilRuns } from '../until.ts'
import { jobRequest, pinnedTo } from './job-request.ts'

const start = (from: MeasureRequest) => startJob(from, new AbortController().signal)

async function measured(from: MeasureRequest) {
  const job = await start(from)
  await measureTo(job, Math.max(...from.looks), { onRun: () => {}, onLine: () => {} })
  return job
}

describe('a command given as text', () => {
  it('is started without bash when bash would do nothing, and so is the empty process of the clock', async () => {
    const job = await measured(jobRequest({ candidate: '/bin/true' }))
    const { evidence, plan } = sessionOf(job, 'candidate')
    expect(job.settings.shell).toBe('none')
    expect(plan).toMatchObject({ shell: 'none' })
    expect(plan).not.toHaveProperty('lockMemory')
    // With bash it would be half as much again.
    expect(evidence[0]?.peakMemory).toBeLessThan(1.25 * (plan?.clock?.floorPeakMemory ?? 0))
  })

  it('is started by bash when bash has to read it, and so is the empty process of the clock', async () => {
    const job = await measured(jobRequest({ candidate: '/bin/true; exit' }))
    const { evidence, plan } = sessionOf(job, 'candidate')
    expect(job.settings.shell).toBe('bash')
    expect(plan).toMatchObject({ shell: 'bash' })
    expect(plan?.clock?.floorPeakMemory).toBeGreaterThan(0.8 * (evidence[0]?.peakMemory ?? 0))
  })

  it('is started in the same way on both sides', async () => {
    const both = await start(jobRequest({ baseline: '/bin/true', candidate: '/bin/true && :' }))
    expect(both.measuring.commands.baseline?.argv).toEqual([
      'bash',
      '-e',
      '-o',
      'pipefail',
      '-c',
      '/bin/true',
    ])
    const [old, young] = ['old', 'new'].map(name => mkdtempSync(join(tmpdir(), `stable-bench-${name}-`)))
    writeFileSync(join(young as string, 'bench'), '#!/bin/sh\n', { mode: 0o755 })
    const cwds = { baseline: old as string, candidate: young as string }
    const missing = await start(jobRequest({ baseline: './bench', candidate: './bench' }, { cwds }))
    expect(Object.values(missing.measuring.commands).map(({ argv }) => argv[0])).toEqual(['bash', 'bash'])
  })

  it.each(['printenv PWD NO_SUCH_VARIABLE', 'printenv PWD NO_SUCH_VARIABLE | cat'])(
    'finds itself in its own directory: %s',
    async candidate => {
      const from = jobRequest({ candidate })
      await expect(measured(from)).rejects.toThrow(
        new RegExp(`exit code 1; its last output was:\\n${from.cwd}$`),
      )
    },
  )
})

describe('the session of a job that everyone may read', () => {
  const published = { command: 'go test $KEY', prepare: '', source: 'go test $KEY' }
  const lines = [
    'pkg: a',
    'BenchmarkX',
    '    x_test.go:1: denied for k',
    '--- FAIL: BenchmarkX',
    'FAIL',
    'FAIL\ta\t0.1s',
    '',
  ]
  const command = ['printf', '%s\\n', ...lines]

  it('has neither the command nor what its tool quotes: the run that ends says that', async () => {
    const said: string[] = []
    const job = await start(jobRequest({ candidate: command }, { tool: 'go', published }))
    await measureTo(job, 5, {
      onRun: ({ failures }) => void said.push(...failures.map(({ reason }) => reason)),
      onLine: () => {},
    })
    const session = sessionOf(job, 'candidate')
    expect(session).toMatchObject({ source: published.source, plan: { command: published.command } })
    expect(session.failures).toEqual([{ name: 'a.BenchmarkX', reason: 'it failed; the log says why' }])
    expect(JSON.stringify(session)).not.toContain('denied')
    expect(said[0]).toMatch(/denied for k|FAIL/)
  })

  it('has both on the command line, where they are the own ones', async () => {
    const job = await measured(jobRequest({ candidate: command }, { tool: 'go' }))
    const { plan, failures } = sessionOf(job, 'candidate')
    expect(plan?.command).toBe(command.join(' '))
    expect(failures[0]?.reason).not.toMatch(/the log says/)
  })
})

describe('the testbed of a job', () => {
  it('holds the settings of its runs, as does that of its session', async () => {
    const asked = { warmupRuns: 2, coolDownSeconds: 3, delta: 7, prepare: 'true' }
    const pinning = { cpus: 'none', numaNode: 'none', aslr: 'on', priority: '3', lockMemory: false } as const
    const job = await start(jobRequest({ candidate: '/bin/echo {n}' }, { ...asked, pinning }))
    const facts = {
      shell: 'none',
      cache: 'warm',
      aslr: 'on',
      priority: 'nice 3',
      attached: 'no',
      'numa-node': 'none',
      'lock-memory': 'no',
      'warmup-runs': '2',
      'cool-down': '3 s',
      delta: '7',
      prepare: 'true',
      clock: job.measuring.clock,
    }
    expect(job.testbed.facts).toMatchObject(facts)
    expect(sessionOf(job, 'candidate').plan).toMatchObject({ ...asked, aslr: 'on', priority: 'nice 3' })
  })

  it('is the same after the runs, and for both sides of a job', async () => {
    const job = await measured(jobRequest({ baseline: '/bin/true', candidate: '/bin/true' }))
    const [baseline, candidate] = [sessionOf(job, 'baseline'), sessionOf(job, 'candidate')]
    expect(baseline.testbed?.facts).toMatchObject({ cache: 'warm', clock: job.measuring.clock })
    expect(candidate.testbed).toEqual(baseline.testbed)
    expect(candidate.testbed?.fingerprint).toBe(job.testbed.fingerprint)
    expect(candidate.plan?.clock?.name).toBe(baseline.testbed?.facts.clock)
  })
})

describe('the clock of a job', () => {
  const withSeveralCpus = allowedCpus().length > 1 ? it : it.skip

  withSeveralCpus('is calibrated while this process is off the CPUs of the benchmark', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stable-bench-true-'))
    const log = join(folder, 'log')
    // Behind the bracket: the parent of this `true` is Perl, whose parent is this process.
    const record = `set -- $(cat /proc/$PPID/stat); grep Cpus_allowed_list /proc/$4/status >> ${log}`
    const script = `#!/bin/sh\ntest "$(cat /proc/$PPID/comm)" != perl || { ${record}; }\n`
    writeFileSync(join(folder, 'true'), script, { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    const cpu = allowedCpus().at(-1) as number
    const pinning = pinnedTo(cpu)
    await measured(jobRequest({ candidate: '/bin/echo' }, { env, pinning }))
    const cpus = new Set(readFileSync(log, 'utf8').trim().split('\n'))
    const others = formatCpuList(allowedCpus().filter(id => id !== cpu))
    expect([...cpus].map(line => line.replace(/\s+/, ' '))).toEqual([`Cpus_allowed_list: ${others}`])
    expect(formatCpuList(allowedCpus())).not.toBe(others)
  })
})

describe('a job whose runs leave processes behind', () => {
  it('has one warning about it, whatever their number', async () => {
    const seconds = `47.${process.pid}`
    const candidate = `setsid sleep ${seconds} >/dev/null 2>&1 & ${untilRuns(`sleep ${seconds}`)}`
    const job = await measured(jobRequest({ candidate }))
    const found = sessionOf(job, 'candidate').warnings.filter(({ code }) => code === 'left-behind')
    // Five, and those that a busy machine makes anew.
    const sentence = `left processes behind: (\\d+) in \\1 processes of the command, the first was 'sleep'; they`
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(new RegExp(sentence))])
  })
})

describe('a command that fails without a credential', () => {
  it('gets an error that names the variable', async () => {
    const env = { ...process.env, REGISTRY_TOKEN: 'secret' }
    const failing = measured(jobRequest({ candidate: 'test -n "$REGISTRY_TOKEN"' }, { env }))
    await expect(failing).rejects.toThrow(/exit code 1 \(it gets no credentials: REGISTRY_TOKEN withheld/)
  })
})

describe('a cold cache', () => {
  it('is one of the processor as well, with the size of the buffer among the settings that must match', async () => {
    const { measuring, settings, testbed } = await start(jobRequest({ candidate: 'true' }, { cache: 'cold' }))
    expect(measuring.evictBytes).toBeGreaterThan(2 ** 20)
    expect(settings.evictedBytes).toBe(measuring.evictBytes)
    expect(testbed.facts['evicted-caches']).toBe(`${(measuring.evictBytes ?? 0) / 2 ** 20} MiB`)
    const warm = await start(jobRequest({ candidate: 'true' }))
    expect(warm.measuring.evictBytes).toBeUndefined()
    expect(warm.testbed.facts['evicted-caches']).toBe('0 MiB')
  })

  it('needs perl', async () => {
    const none = mkdtempSync(join(tmpdir(), 'stable-bench-path-'))
    for (const tool of ['bash', 'setarch', 'taskset', 'nice', 'true'])
      symlinkSync(`/usr/bin/${tool}`, join(none, tool))
    const env = { ...process.env, PATH: none }
    await expect(start(jobRequest({ candidate: 'true' }, { cache: 'cold', env }))).rejects.toThrow(
      'cache=cold: needs perl to empty the caches of the processor; install perl, or set cache to warm',
    )
  })
})
