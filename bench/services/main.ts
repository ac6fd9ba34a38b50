// Measures which changes each way of measuring a service sees on a busy machine that nobody tuned, in the same time: one service
// against itself, by a script around server and load whose runs of each side follow each other, as `service` with the runs of both
// sides in turn, and as a duet, in which both are under load at the same time.
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
import { signedRankP } from '../../src/stats/ranks/signed-rank.ts'
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

function request(commands: MeasureRequest['commands'], service: string, duet = false): MeasureRequest {
  const plain = parseInputs('action', () => undefined)
  return {
    ...requestOf({ ...plain, service, duet, seed: 1 }, { commands, looks: [2 * rounds] }),
    quiet: true,
  }
}

type Values = { baseline: number[]; candidate: number[] }
type Row = { name: string; metric: string }

/** The runs of a side each. */
type Sides = [number[], number[]]
/** Takes one comparison, and tells the p of it. */
type Way = { pick: (values: Values, random: () => number) => Sides; p: (sides: Sides) => number }

/** `count` runs of a side in a row, or those of both sides from one round on. */
const runsFrom = (start: number, count: number, { baseline, candidate }: Values): Sides => [
  baseline.slice(start, start + count),
  candidate.slice(start, start + count),
]

/** The first of `count` neighbours among `all`. */
const anyStart = (all: number, count: number, random: () => number) =>
  Math.floor(random() * (all - count + 1))

const rankSum: Way['p'] = ([before, after]) => mannWhitney(before, after)

/** Of the ratios of pairs. */
const signedRank: Way['p'] = ([before, after]) => {
  const ratios = after.map((value, i) => Math.log(value / (before[i] as number)))
  const sums = ratios.flatMap((ratio, i) => ratios.slice(i).map(other => ratio + other))
  const above = sums.filter(sum => sum > 0).length
  return signedRankP(above, sums.filter(sum => sum < 0).length, ratios.length)
}

/** Ten runs in a row, and the ten that follow. */
const inBlocks: Way = {
  pick: ({ candidate }, random) => {
    const start = anyStart(candidate.length, 2 * A_SIDE, random)
    return [candidate.slice(start, start + A_SIDE), candidate.slice(start + A_SIDE, start + 2 * A_SIDE)]
  },
  p: rankSum,
}

/** Ten rounds in a row. */
const inTurn: Way = {
  pick: (values, random) => runsFrom(anyStart(values.candidate.length, A_SIDE, random), A_SIDE, values),
  p: rankSum,
}

/** Twenty pairs in a row, which take as long. */
const asDuet: Way = {
  pick: (values, random) =>
    runsFrom(anyStart(values.candidate.length, 2 * A_SIDE, random), 2 * A_SIDE, values),
  p: signedRank,
}

/** The smallest slowdown of a comparison whose p is at most `alpha`. */
function smallestFound([before, after]: Sides, p: Way['p'], alpha: number): number {
  const isFound = (effect: number) => p([before, after.map(value => value * (1 + effect))]) <= alpha
  let [unseen, seen] = [0, LARGEST]
  if (!isFound(seen)) return Number.POSITIVE_INFINITY
  for (let i = 0; i < 20; i++) {
    const middle = (unseen + seen) / 2
    if (isFound(middle)) seen = middle
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

/** The value below which a share of `all` lies. */
const upTo = (share: number, all: number[]) =>
  [...all].sort((one, other) => one - other)[Math.ceil(share * all.length) - 1] as number

function rowOf(design: string, what: string, found: Values, { pick, p }: Way): string {
  const random = seededUniform(43)
  const cases = Array.from({ length: CASES }, () => pick(found, random))
  const unchanged = cases.map(p)
  const alarms = unchanged.filter(each => each <= ALPHA).length
  const seen = (alpha: number) =>
    upTo(
      FOUND,
      cases.map(each => smallestFound(each, p, alpha)),
    )
  // As strict as it must be to call unchanged code in one case of a hundred.
  const strict = Math.min(ALPHA, upTo(ALPHA, unchanged))
  const figures = [variation(found.candidate), alarms / CASES, seen(ALPHA), seen(strict)]
  return `| ${[design, what, ...figures.map(percent)].join(' | ')} |`
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

function table(script: Job, served: Job, duet: Job): string {
  const [one, other, both] = [
    'a script around server and load',
    '`service`, in turn',
    '`service`, as a `duet`',
  ]
  return [
    '| how | what | spread of runs | called, unchanged | smallest change that 80 % find | the same, where 1 % of unchanged are called |',
    '|---|---|---|---|---|---|',
    rowOf(one, 'requests per second', valuesOf(script, RATE), inBlocks),
    rowOf(one, 'latency, mean', valuesOf(script, LATENCY), inBlocks),
    rowOf(other, 'requests per second', valuesOf(served, RATE), inTurn),
    rowOf(other, 'latency, mean', valuesOf(served, LATENCY), inTurn),
    rowOf(other, 'CPU time for each request', valuesOf(served, CPU), inTurn),
    rowOf(both, 'CPU time for each request', valuesOf(duet, CPU), asDuet),
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
const both = { baseline: side, candidate: side }
const service = `node ${server} {port}`
const served = await startJob(request(both, service), signal)
const duet = await startJob(request(both, service, true), signal)
const folder = mkdtempSync(join(tmpdir(), 'stable-bench-services-'))
const longest = 6 * rounds * (Number(values.seconds) + 5)
const background = startBackground(folder, longest, ['busy', 'short', 'disk', 'network'])
try {
  // In turn, so that all meet the same machine, each for the same time.
  for (let done = A_SIDE; done <= rounds; done += A_SIDE) {
    await measureTo(script, 2 * done, told)
    await measureTo(served, done, told)
    await measureTo(duet, 2 * done, told)
    console.error(`${done} of ${rounds} rounds`)
  }
} finally {
  await background.stop()
  rmSync(folder, { recursive: true })
}
const { cpu, processors, kernel, virtual } = readMachine()
const machine = `${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}`
const about =
  `${A_SIDE} runs of ${values.seconds} s a side, and ${2 * A_SIDE} pairs as a duet, which take as long; rank-sum test, and signed-rank test of pairs, ` +
  `at ${percent(ALPHA)}; ${CASES} cases from ${2 * rounds} runs each, or pairs; ${machine}.`
const page = join(here, '../../docs/guides/services.md')
const text = `${table(script, served, duet)}\n\n${about}`
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'services', text))
console.log(text)
