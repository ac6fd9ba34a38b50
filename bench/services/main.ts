// Measures which changes each way of measuring a service sees on a busy machine that nobody tuned: one service against itself, by
// a script around server and load whose runs of each side follow each other, and as `service` with the runs of both sides in turn.
//   npm run bench:services [-- --runs 40 --seconds 2]
// Fills the table in docs/guides/services.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseInputs } from '../../src/inputs/parse.ts'
import { measureTo } from '../../src/job/make-runs.ts'
import { type MeasureRequest, requestOf } from '../../src/job/request/request.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'
import { mannWhitney } from '../../src/stats/ranks/rank-sum.ts'
import { startBackground } from '../isolation/background.ts'
import { readMachine } from '../isolation/machine.ts'
import { withRegion } from '../page-region.ts'

const ALPHA = 0.01
const FOUND = 0.8
const LARGEST = 20
/** Runs of a side in one comparison. */
const A_SIDE = 10
const CASES = 400

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '40' }, seconds: { type: 'string', default: '2' } },
})
const rounds = Number(values.runs)
const here = dirname(fileURLToPath(import.meta.url))
const autocannon = join(here, '../../node_modules/.bin/autocannon')
const load = `node ${autocannon} --json --connections 4 --duration ${values.seconds}`

function request(commands: MeasureRequest['commands'], service: string): MeasureRequest {
  const plain = parseInputs('action', () => undefined)
  return { ...requestOf({ ...plain, service, seed: 1 }, { commands, looks: [2 * rounds] }), quiet: true }
}

type Values = { baseline: number[]; candidate: number[] }
type Row = { name: string; metric: string }

/** One comparison: the runs of a side each. */
type Pick = (values: Values, random: () => number) => [number[], number[]]

/** Ten runs in a row, and the ten that follow. */
const inBlocks: Pick = ({ candidate }, random) => {
  const first = Math.floor(random() * (candidate.length - 2 * A_SIDE + 1))
  return [candidate.slice(first, first + A_SIDE), candidate.slice(first + A_SIDE, first + 2 * A_SIDE)]
}

/** Ten rounds in a row. */
const inTurn: Pick = ({ baseline, candidate }, random) => {
  const first = Math.floor(random() * (candidate.length - A_SIDE + 1))
  return [baseline.slice(first, first + A_SIDE), candidate.slice(first, first + A_SIDE)]
}

function smallestFound([before, after]: [number[], number[]]): number {
  const p = (effect: number) =>
    mannWhitney(
      before,
      after.map(value => value * (1 + effect)),
    )
  let [unseen, seen] = [0, LARGEST]
  if (p(seen) > ALPHA) return Number.POSITIVE_INFINITY
  for (let i = 0; i < 20; i++) {
    const middle = (unseen + seen) / 2
    if (p(middle) <= ALPHA) seen = middle
    else unseen = middle
  }
  return seen
}

const percent = (share: number) =>
  Number.isFinite(share) ? `${Number((100 * share).toPrecision(2))} %` : 'none'

function variation(all: number[]): number {
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length
  return Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1)) / mean
}

function rowOf(design: string, what: string, found: Values, pick: Pick): string {
  const random = seededUniform(43)
  const cases = Array.from({ length: CASES }, () => pick(found, random))
  const alarms = cases.filter(([before, after]) => mannWhitney(before, after) <= ALPHA).length
  const effects = cases.map(smallestFound).sort((one, other) => one - other)
  const seen = effects[Math.ceil(FOUND * effects.length) - 1] as number
  const cells = [design, what, percent(variation(found.candidate)), percent(alarms / CASES), percent(seen)]
  return `| ${cells.join(' | ')} |`
}

type Job = Awaited<ReturnType<typeof startJob>>

function valuesOf(job: Job, { name, metric }: Row): Values {
  const of = (side: 'baseline' | 'candidate') =>
    sessionOf(job, side)
      .benchmarks.find(each => each.name === name && each.metric === metric)
      ?.runs.map(([value = 0]) => value) ?? []
  return {
    baseline: job.schedule.sides.includes('baseline') ? of('baseline') : [],
    candidate: of('candidate'),
  }
}

const RATE = { name: 'requests', metric: 'successful-rate' }
const LATENCY = { name: 'latency', metric: 'mean' }
const CPU = { name: 'service', metric: 'cpu-time' }

function table(script: Job, served: Job): string {
  const [one, other] = ['a script around server and load', '`service`, in turn']
  return [
    '| how | what | spread of runs | called, unchanged | smallest change that 80 % find |',
    '|---|---|---|---|---|',
    rowOf(one, 'requests per second', valuesOf(script, RATE), inBlocks),
    rowOf(one, 'latency, mean', valuesOf(script, LATENCY), inBlocks),
    rowOf(other, 'requests per second', valuesOf(served, RATE), inTurn),
    rowOf(other, 'latency, mean', valuesOf(served, LATENCY), inTurn),
    rowOf(other, 'CPU time for each request', valuesOf(served, CPU), inTurn),
  ].join('\n')
}

const told = { onRun: () => {}, onLine: () => {} }
const { signal } = new AbortController()
const server = join(here, 'server.mjs')
const script = await startJob(
  request({ candidate: `bash ${join(here, 'script.sh')} 18080 ${load}` }, ''),
  signal,
)
const side = `${load} http://127.0.0.1:{port}/`
const served = await startJob(request({ baseline: side, candidate: side }, `node ${server} {port}`), signal)
const folder = mkdtempSync(join(tmpdir(), 'stable-bench-services-'))
const longest = 4 * rounds * (Number(values.seconds) + 5)
const background = startBackground(folder, longest, ['busy', 'short', 'disk', 'network'])
try {
  // In turn, so that both meet the same machine, and as many runs of each.
  for (let done = A_SIDE; done <= rounds; done += A_SIDE) {
    await measureTo(script, 2 * done, told)
    await measureTo(served, done, told)
    console.error(`${done} of ${rounds} rounds`)
  }
} finally {
  await background.stop()
  rmSync(folder, { recursive: true })
}
const { cpu, processors, kernel, virtual } = readMachine()
const machine = `${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}`
const about = `${A_SIDE} runs of ${values.seconds} s a side, rank-sum test at ${percent(ALPHA)}, ${CASES} cases from ${2 * rounds} runs each; ${machine}.`
const page = join(here, '../../docs/guides/services.md')
const text = `${table(script, served)}\n\n${about}`
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'services', text))
console.log(text)
