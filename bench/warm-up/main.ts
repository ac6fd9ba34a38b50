// Shows what leaving the warm-up out does for real services: each example is measured as it starts, and once it has been under load
// for a while, in turn. Their levels are the same, so whatever tells them apart is the warm-up.
//   npm run bench:warm-up [-- --runs 10]        needs Java and vegeta
// Fills the table in docs/measuring.md.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseInputs } from '../../src/inputs/parse.ts'
import { measureTo } from '../../src/job/make-runs.ts'
import { requestOf } from '../../src/job/request/request.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { median } from '../../src/stats/describe/summary.ts'
import { hodgesLehmann } from '../../src/stats/ranks/hodges-lehmann.ts'
import { mannWhitney } from '../../src/stats/ranks/rank-sum.ts'
import { readMachine } from '../isolation/machine.ts'
import { withRegion } from '../page-region.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } })
const rounds = Number(values.runs)
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Seconds that each gets of its load before it counts as warm, and of the load that counts. */
const SERVICES = [
  {
    ...{ name: 'Java', example: 'service-jvm', setup: 'javac Words.java', warm: 15, seconds: 25, rate: 60 },
    service: 'java -XX:+UseSerialGC Words {port}',
  },
  {
    ...{ name: 'Node.js', example: 'service-node', setup: 'true', warm: 8, seconds: 10, rate: 60 },
    service: 'node server.mjs {port}',
  },
]

type Service = (typeof SERVICES)[number]
type Job = Awaited<ReturnType<typeof startJob>>
type Way = 'cold' | 'warm'

const percent = (log: number) =>
  `${log < 0 ? '−' : '+'}${Number((100 * Math.abs(Math.exp(log) - 1)).toPrecision(2))} %`
const told = { onRun: () => {}, onLine: () => {} }

/** A job whose runs leave the log of their load as `WAY-SEED.json`. */
function start(cwd: string, { service, rate, seconds, warm }: Service, way: Way): Promise<Job> {
  const load =
    `echo GET http://127.0.0.1:{port}/words | vegeta attack -rate ${rate} -duration ${seconds}s | ` +
    `vegeta encode | tee ${way}-$STABLE_BENCH_SEED.json`
  const plain = parseInputs('action', () => undefined)
  const ready = 'http://127.0.0.1:{port}/health'
  const warmUp = way === 'warm' ? warm : 0
  const given = requestOf(
    { ...plain, service, ready, 'warm-up': warmUp, seed: 1 },
    { commands: { candidate: load }, looks: [rounds] },
  )
  return startJob({ ...given, cwd, quiet: true }, new AbortController().signal)
}

/** Milliseconds of the requests in the log of each run, whatever came first. */
function whole(cwd: string, way: Way): number[][] {
  return Array.from({ length: rounds }, (_, i) => {
    const lines = readFileSync(join(cwd, `${way}-${1000 + i}.json`), 'utf8')
      .trim()
      .split('\n')
    return lines.map(line => JSON.parse(line).latency)
  })
}

function rowOf(job: Job, metric: string): { levels: number[]; leftOut: (number | null)[] } {
  const sample = sessionOf(job, 'candidate').benchmarks.find(each => each.metric === metric)
  const levels = sample?.runs.map(([value = 0]) => value) ?? []
  return { levels, leftOut: sample?.warmUp?.leftOut ?? levels.map(() => 0) }
}

type Levels = { whole: Record<Way, number[]>; cut: Record<Way, number[]> }

/** `2.6 s (0 to 4.2)`, and how many runs never got steady. */
function leftText(leftOut: (number | null)[]): string {
  const cuts = leftOut.filter(each => each !== null)
  const never = leftOut.length - cuts.length
  const said = cuts.length === 0 ? '' : `${median(cuts)} s (${Math.min(...cuts)} to ${Math.max(...cuts)})`
  return [said, never > 0 ? `${never} of ${leftOut.length} never steady` : ''].filter(Boolean).join('; ')
}

function lineOf(name: string, what: string, { whole, cut }: Levels, leftOut: (number | null)[]): string {
  const logs = (all: number[]) => all.map(Math.log)
  const differs = ({ cold, warm }: Record<Way, number[]>) => {
    const p = mannWhitney(warm, cold)
    return `${percent(hodgesLehmann(logs(warm), logs(cold)))} (p ${p < 0.001 ? '< 0.001' : p.toFixed(3)})`
  }
  return `| ${[name, what, differs(whole), differs(cut), leftText(leftOut)].join(' | ')} |`
}

async function measured(service: Service): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-warm-up-'))
  try {
    cpSync(join(root, 'examples', service.example), cwd, { recursive: true })
    execFileSync('bash', ['-c', service.setup], { cwd })
    const jobs = { cold: await start(cwd, service, 'cold'), warm: await start(cwd, service, 'warm') }
    for (let done = 1; done <= rounds; done++) {
      await measureTo(jobs.cold, done, told)
      await measureTo(jobs.warm, done, told)
      console.error(`${service.name}: ${done} of ${rounds} rounds`)
    }
    const logs = { cold: whole(cwd, 'cold'), warm: whole(cwd, 'warm') }
    const cpuOf = (way: Way) =>
      sessionOf(jobs[way], 'candidate').evidence.map(
        ({ userTime, systemTime }, i) => (userTime + systemTime) / (logs[way][i]?.length ?? 1),
      )
    const row = (metric: string) => ({ cold: rowOf(jobs.cold, metric), warm: rowOf(jobs.warm, metric) })
    const [time, cpu] = [row('p50'), row('cpu-time')]
    const levels = ({ cold, warm }: typeof time) => ({ cold: cold.levels, warm: warm.levels })
    const medians = { cold: logs.cold.map(median), warm: logs.warm.map(median) }
    return [
      lineOf(service.name, 'latency, p50', { whole: medians, cut: levels(time) }, time.cold.leftOut),
      lineOf(
        service.name,
        'CPU time for each request',
        { whole: { cold: cpuOf('cold'), warm: cpuOf('warm') }, cut: levels(cpu) },
        cpu.cold.leftOut,
      ),
    ]
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

const rows: string[] = []
for (const service of SERVICES) rows.push(...(await measured(service)))
const { cpu, processors, kernel, virtual } = readMachine()
const text = [
  '| service | what | cold, as it is | cold, without its warm-up | left out of a cold run |',
  '|---|---|---|---|---|',
  ...rows,
  '',
  `Against the same service after 15 s (Java) or 8 s (Node.js) of load. ${rounds} runs each, of 25 s and of 10 s, at 60 requests/s; ${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}.`,
].join('\n')
const page = join(root, 'docs/measuring.md')
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'warm-up', text))
console.log(text)
