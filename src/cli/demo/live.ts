// The second half of the demo, on this machine. It measures a change that this machine can see within a minute, or says
// why it cannot. It never reports that nothing changed, since something did.
import { fileURLToPath } from 'node:url'
import { parseInputs } from '../../inputs/parse.ts'
import { measureBoth, measureOne } from '../../job/measure-with-looks.ts'
import { whyNotHere } from '../../job/platform.ts'
import { type MeasureRequest, requestOf } from '../../job/request/request.ts'
import { untilStopped, whileMeasuring } from '../../job/until-stopped.ts'
import { adviceFor } from '../../measure/evidence/doubts-of-all-runs.ts'
import { lookAtMachine } from '../../measure/evidence/look-at-machine.ts'
import { evidenceSources } from '../../measure/evidence/read.ts'
import { OutOfTime } from '../../measure/runs/errors.ts'
import { type Comparison, defaultPolicy, type Judgement, type Session } from '../../model/index.ts'
import { formatChange, formatInterval } from '../../report/words/numbers.ts'
import { formatShare } from '../../units.ts'
import { planDemo } from './plan.ts'

const program = fileURLToPath(new URL('../examples/demo/', import.meta.url))

const LOOK_MS = 2000
/** The limit for all of it, the look at the machine included. */
const LIMIT_MS = 60_000
const PILOT_RUNS = 5
/** Starting and reading take a moment besides the runs. */
const SPARE_MS = 3000

/** The result of the demo: a comparison to show, or the lines that say why there is none. */
type Live = { comparison: Comparison; planted: number } | { why: string[] }

function request(commands: MeasureRequest['commands'], runs: number, leftMs: number): MeasureRequest {
  const values = parseInputs('ab', () => undefined)
  const plan = requestOf(values, { commands, looks: [runs] })
  const limit = 1000 * Math.max(1, Math.floor(leftMs / 1000))
  return { ...plan, cwd: program, maxTimeMs: limit, timeoutMs: limit }
}

const noKeeping = () => {}

const benchmark = (...words: string[]) => ['node', 'benchmark.mjs', ...words]

const look = (): Promise<Judgement> =>
  untilStopped(signal => lookAtMachine(evidenceSources(null), LOOK_MS, signal, async () => {}))

const measuredValues = ({ benchmarks }: Session): number[][] =>
  benchmarks.find(({ name }) => name === 'parse')?.runs ?? []

/** The disturbances of the runs, in the words of the comparison's or the session's warnings. */
const disturbances = (warnings: { code: string; message: string }[]) =>
  warnings
    .filter(({ code }) => code !== 'runs-repeated' && code !== 'disturbed-again')
    .map(({ message }) => message)

function notSeen(comparison: Comparison, planted: number): string[] {
  const row = comparison.rows.find(({ benchmark: name }) => name === 'parse')
  const found = row ? `${formatChange(row.ratio)} ${formatInterval(row.interval)}` : 'nothing'
  const runs = row?.runs.candidate ?? 0
  const what = `parse does ${formatShare(planted)} more work in the candidate; ${runs} runs per side found ${found}, too unsure to call`
  return [`${what} a regression.`, ...disturbances(comparison.warnings)]
}

async function measure(begun: number, found: string[]): Promise<Live> {
  const left = () => Math.max(1, LIMIT_MS - (performance.now() - begun))
  const pilotBegun = performance.now()
  const pilotRequest = request({ candidate: benchmark('base') }, PILOT_RUNS, left() / 3)
  const pilot = await whileMeasuring(pilotRequest, noKeeping, measureOne)
  const runMs = (performance.now() - pilotBegun) / (PILOT_RUNS + 1)
  const { alpha } = defaultPolicy
  const plan = planDemo({ runs: measuredValues(pilot), runMs, leftMs: left() - SPARE_MS, alpha })
  if ('why' in plan) return { why: [plan.why, ...found, ...disturbances(pilot.warnings)] }
  const { every, planted, runs } = plan
  process.stderr.write(
    `planted: parse does ${formatShare(planted)} more work in the candidate; ${runs} runs per side\n`,
  )
  const commands = { baseline: benchmark('base'), candidate: benchmark('head', String(every)) }
  const asked = request(commands, runs, left())
  const { comparison } = await whileMeasuring(asked, noKeeping, (job, told) =>
    measureBoth(job, defaultPolicy, told),
  )
  const isSeen = comparison.rows.some(row => row.benchmark === 'parse' && row.verdict === 'regression')
  return isSeen ? { comparison, planted } : { why: notSeen(comparison, planted) }
}

/**
 * Looks at this machine for two seconds, then measures a planted regression that it can see. Takes a minute at most.
 * Throws as measuring does. A machine that is too slow or too busy is no error: the result says so.
 */
export async function liveDemo(): Promise<Live> {
  const elsewhere = whyNotHere()
  if (elsewhere !== null) return { why: [elsewhere] }
  const begun = performance.now()
  const { validity, reasons } = await look()
  const found = reasons.map(({ code, message }) => `${message}: ${adviceFor(code)}`)
  if (validity === 'invalid') return { why: found }
  return measure(begun, found).catch(error => {
    if (!(error instanceof OutOfTime)) throw error
    return { why: ['a minute is too short for this program here', ...found] }
  })
}
