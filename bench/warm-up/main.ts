// Shows what leaving the warm-up out does for real services: each run of an example, as it is and without its warm-up, against the last
// third of the same run.
//   npm run bench:warm-up [-- --runs 10]        needs Java and vegeta
// Fills the table in docs/measuring.md.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { vegetaLog } from '../../src/formats/load/vegeta-log.ts'
import { freePort } from '../../src/services/port.ts'
import { parseReady, untilReady } from '../../src/services/ready.ts'
import { startService } from '../../src/services/service-process.ts'
import { steadyUse } from '../../src/services/steady-use.ts'
import { geometricMean, median } from '../../src/stats/describe/summary.ts'
import { readMachine } from '../isolation/machine.ts'
import { withRegion } from '../page-region.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } })
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const RATE = 60
const SERVICES = [
  {
    ...{ name: 'Java', example: 'service-jvm', setup: 'javac Words.java', seconds: 25 },
    argv: ['java', '-XX:+UseSerialGC', 'Words'],
  },
  { name: 'Node.js', example: 'service-node', setup: 'true', seconds: 10, argv: ['node', 'server.mjs'] },
]
type Service = (typeof SERVICES)[number]

/** Of one run and one figure: all of it, the part that counts and the last third, and the seconds that were left out. */
type Levels = { whole: number; cut: number; late: number; leftOut: number | null }

async function measured(cwd: string, { argv, seconds }: Service): Promise<{ time: Levels; cpu: Levels }> {
  const port = String(await freePort())
  const service = startService([...argv, port], { prefix: ['taskset', '-c', '1'], cwd, env: process.env })
  const ready = parseReady(`http://127.0.0.1:${port}/health`)
  const { signal } = new AbortController()
  if (!(await untilReady(ready, service, { timeoutMs: 60_000, signal })))
    throw new Error(`${argv} is not up: ${service.lastLines()}`)
  const attack = `echo GET http://127.0.0.1:${port}/words | vegeta attack -rate ${RATE} -duration ${seconds}s | vegeta encode`
  const load = spawn('taskset', ['-c', '0', 'bash', '-c', attack], { stdio: ['ignore', 'pipe', 'inherit'] })
  const printed = text(load.stdout)
  const readings: { at: number; cpuTime: number }[] = []
  while (load.exitCode === null) {
    readings.push({ at: Date.now(), cpuTime: (await service.quickFigures()).cpuTime })
    await sleep(100)
  }
  await service.stop()
  const last = readings.at(-1)?.cpuTime ?? 0
  const course = readings.map(({ at, cpuTime }) => ({ at, cpuTime: last - cpuTime, instructions: null }))
  const output = await printed
  const { samples, load: timed } = vegetaLog.parse(output, 'vegeta')
  if (timed === undefined) throw new Error('vegeta says not when requests ended')
  const requests = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { timestamp: string; latency: number })
    .sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp))
    .map(({ latency }) => latency / 1e6)
  const { ends } = timed
  const use = steadyUse(timed, course)
  const late = course.find(({ at }) => at >= (ends[Math.floor((2 * ends.length) / 3)] ?? 0))
  if (use === null || late === undefined || course[0] === undefined) throw new Error('too few readings')
  return {
    time: {
      whole: median(requests),
      cut: median(samples[0]?.runs[0] ?? []),
      late: median(requests.slice(Math.floor((2 * requests.length) / 3))),
      leftOut: samples[0]?.warmUp ? (samples[0].warmUp.leftOut[0] ?? null) : 0,
    },
    cpu: {
      whole: course[0].cpuTime / ends.length,
      cut: use.cpuTime / use.requests,
      late: late.cpuTime / ends.filter(end => end > late.at).length,
      leftOut: use.said.warmUp ? (use.said.warmUp.leftOut[0] ?? null) : 0,
    },
  }
}

const percent = (ratio: number) =>
  `${ratio < 1 ? '−' : '+'}${Number((100 * Math.abs(ratio - 1)).toPrecision(2))} %`

function lineOf(name: string, what: string, runs: Levels[]): string {
  const against = (key: 'whole' | 'cut') => {
    const ratios = runs.map(run => run[key] / run.late)
    return `${percent(geometricMean(ratios))} (${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))})`
  }
  const cuts = runs.flatMap(({ leftOut }) => (leftOut === null ? [] : [leftOut]))
  const left = cuts.length === 0 ? '' : `${median(cuts)} s (${Math.min(...cuts)} to ${Math.max(...cuts)})`
  const never = runs.length - cuts.length
  const said = [left, never > 0 ? `${never} of ${runs.length} never steady` : ''].filter(Boolean).join('; ')
  return `| ${[name, what, against('whole'), against('cut'), said].join(' | ')} |`
}

async function linesOf(service: Service): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-warm-up-'))
  try {
    cpSync(join(root, 'examples', service.example), cwd, { recursive: true })
    execFileSync('bash', ['-c', service.setup], { cwd })
    const runs: Awaited<ReturnType<typeof measured>>[] = []
    for (let i = 0; i < Number(values.runs); i++) {
      runs.push(await measured(cwd, service))
      console.error(service.name, JSON.stringify(runs.at(-1)))
    }
    const of = (key: 'time' | 'cpu') => runs.map(run => run[key])
    return [
      lineOf(service.name, 'latency, p50', of('time')),
      lineOf(service.name, 'CPU time for each request', of('cpu')),
    ]
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

const lines: string[] = []
for (const service of SERVICES) lines.push(...(await linesOf(service)))
const { cpu, processors, kernel, virtual } = readMachine()
const about = `${values.runs} runs each, of 25 s (Java) and of 10 s (Node.js), at ${RATE} requests/s: the mean, and the lowest and highest run; ${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}, beside much other work.`
const table = [
  '| service | what | a run as it is, against its last third | without its warm-up, against its last third | left out |',
  '|---|---|---|---|---|',
  ...lines,
  '',
  about,
].join('\n')
const page = join(root, 'docs/measuring.md')
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'warm-up', table))
console.log(table)
