// Doubts about an input: blocks that disagree and, job by job, noise. Runs of one job share one timeline.
import { type Sample, type Session, uniqueWarnings, type Warning } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { buildsOf, sessionOfSample } from '../sides/builds.ts'
import { measuredBlocks } from '../sides/rounds/measured-block.ts'
import type { RowInput } from '../sides/row-inputs.ts'
import { runDoubts } from '../warnings/disturbances.ts'
import { blockDisagreement } from './block-disagreement.ts'
import { diagnoseRow } from './diagnose-row.ts'
import { leftOut } from './left-out.ts'
import type { NoisySide, Work } from './row-noise.ts'

/** One number per run of another metric of the same benchmark. */
function metricOf({ benchmarks }: Session, name: string, metric: string): number[] | null {
  const sample = benchmarks.find(each => each.name === name && each.metric === metric)
  return sample?.runs.map(run => run[0] as number) ?? null
}

function workOf(session: Session, { name, runs }: Sample): Work | null {
  const [user, system] = ['user-time', 'system-time'].map(metric => metricOf(session, name, metric))
  if (!user || !system || user.length !== runs.length) return null
  const cpuTime = user.map((time, i) => time + (system[i] ?? 0))
  return { cpuTime, instructions: metricOf(session, name, 'instructions') }
}

/** The positions of the runs of a benchmark. One with processes of its own may have ended before the others. */
function orderOf({ runs }: Sample, session: Session | undefined): number[] | null {
  const order = session?.order ?? null
  return session?.plan?.benchmarks ? (order?.slice(0, runs.length) ?? null) : order
}

function sideOf(
  sample: Sample,
  values: number[] | null | undefined,
  session: Session | undefined,
  isProcess: boolean,
): NoisySide {
  return {
    runs: sample.runs,
    values: values ?? [],
    order: orderOf(sample, session),
    doubts: session ? runDoubts(session, sample.name, sample.runs.length) : null,
    work: session && isProcess ? workOf(session, sample) : null,
  }
}

/** The time of an empty process where processes are timed one by one; 0 where that was not measured, else null. */
function processFloor({ tool, plan }: Session, { entry }: RowInput): number | null {
  if (tool !== 'process' || entry.metric !== 'wall-time' || plan?.delta) return null
  return plan?.clock?.floorWallTime ?? 0
}

/** The doubts about the noise of a row that gates; a stored baseline is not examined, since it cannot be measured again. */
function noiseOf(input: RowInput, request: ComparisonRequest): Warning[] {
  if (!input.gates) return []
  // A disturbance meets both runs of a pair in a duet, and cancels.
  if (request.candidates.every(({ plan }) => plan?.duet === true)) return []
  const { values } = input
  const found = request.candidates.flatMap((measured, i) => {
    const [sample, stored] = [input.candidates[i], input.baselines[i]]
    if (!sample) return []
    const candidate = sessionOfSample(measured, sample)
    const baseline = request.baselines[i] && sessionOfSample(request.baselines[i], stored)
    const alternated = request.design === 'interleaved' && stored
    const floor = processFloor(candidate, input)
    const side = (each: Sample, runs: number[] | null | undefined, session: Session | undefined) =>
      sideOf(each, runs, session, floor !== null)
    return diagnoseRow({
      unit: input.entry.unit,
      baseline: alternated ? side(stored, values.baselines[i], baseline) : null,
      candidate: side(sample, values.candidates[i], candidate),
      isOfBuilds: buildsOf(candidate) !== null,
      processFloor: floor,
      samplesGrow: /criterion$/.test(candidate.tool ?? ''),
    })
  })
  return uniqueWarnings(found)
}

const REMEDY = '(coordinated omission): '

/** A note for a row that gates on times from a closed loop: while the server stalls nothing is sent, and that wait is missing. */
function coordinatedOmission(
  { gates, entry }: RowInput,
  { baselines, candidates }: ComparisonRequest,
): Warning | null {
  const measured = [...candidates, ...baselines].filter(({ tool }) => tool !== 'process')
  const loop = measured.flatMap(({ warnings }) => warnings).find(({ code }) => code === 'closed-loop')
  if (loop === undefined || !gates || entry.unit !== 'ns') return null
  const [, remedy = ''] = loop.message.split(REMEDY)
  const message = `coordinated omission: waiting is not in these numbers${remedy === '' ? '' : `; ${remedy}`}`
  return { code: 'coordinated-omission', message }
}

/** The doubts about an input that was estimated. No verdict depends on them. */
export function diagnoseInput(input: RowInput, request: ComparisonRequest): Warning[] {
  const blocks = request.design === 'interleaved' ? measuredBlocks(input, request) : []
  const disagreement = blockDisagreement(blocks, input.settings.band)
  const found = [disagreement, coordinatedOmission(input, request)].filter(warning => warning !== null)
  return [...found, ...leftOut(input), ...noiseOf(input, request)]
}
