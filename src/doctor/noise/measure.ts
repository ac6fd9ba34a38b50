// The noise test compares one program with itself: as the machine is, pinned, and as a duet, for the same time each.
import { performance } from 'node:perf_hooks'
import { calibrate } from '../../compare/calibrate.ts'
import { duetSight } from '../../compare/design-sight.ts'
import { duetWithItself } from '../../job/duet-with-itself.ts'
import { measureOne } from '../../job/measure-with-looks.ts'
import type { MeasureRequest } from '../../job/request/request.ts'
import { startJob } from '../../job/start.ts'
import { MeasureError, OutOfTime } from '../../measure/runs/errors.ts'
import { defaultPolicy, InputError, type NoiseRow, type Session } from '../../model/index.ts'
import { pooledSd } from '../../stats/describe/spread.ts'
import { readReceipt } from '../../testbed/receipt/read.ts'
import { blocksFor, NOT_PINNED, RUNS, requestFor } from './plan.ts'

type NoiseDesign = NoiseRow['design']
type NoiseFigures = Omit<NoiseRow, 'design' | 'seconds'>

const silent = { onRun: () => {}, onLine: () => {} }

const FEWEST_RUNS = 10

const TOO_SHORT = `fewer than ${FEWEST_RUNS} runs fitted into the time; a longer --max-time gives them room`

const valuesOf = ({ benchmarks }: Session): number[] =>
  (benchmarks[0]?.runs ?? []).map(([value = 0]) => value)

/** The figures of a way to measure that gave none, for `reason`. */
const nothing = (reason: string): NoiseFigures => ({
  runs: 0,
  spread: null,
  detectable: null,
  doubts: [],
  reason,
})

/** Warnings about how the test was made or about its program, and not about the machine. */
const NO_DOUBTS = ['runs-repeated', 'disturbed-again', 'time-limit', 'duet-slowdown']

const doubtsOf = ({ warnings }: Session) =>
  warnings.filter(({ code }) => !NO_DOUBTS.includes(code)).map(({ message }) => message)

async function inTurns(
  design: NoiseDesign,
  request: MeasureRequest,
  signal: AbortSignal,
): Promise<NoiseFigures> {
  const session = await measureOne(await startJob(request, signal), silent)
  // A machine on which `auto` finds no CPU measures like one where nothing is pinned.
  if (design === 'pinned' && session.testbed?.facts['pinned-cpus'] === 'none') return nothing(NOT_PINNED)
  if (valuesOf(session).length < FEWEST_RUNS) return nothing(TOO_SHORT)
  const { perSide, rows } = calibrate(session, defaultPolicy)
  const { runSd = null, detectable = null } = rows[0] ?? {}
  return { runs: perSide, spread: runSd, detectable, doubts: doubtsOf(session), reason: '' }
}

/** The spread of a duet is that of the ratios of its pairs, as one side's share of it. */
async function asDuet(request: MeasureRequest, signal: AbortSignal): Promise<NoiseFigures> {
  const measured = await duetWithItself(request, RUNS, { signal, ...silent })
  if (measured instanceof Error) throw measured
  const { baseline, candidate } = measured
  const [ones, others] = [valuesOf(baseline), valuesOf(candidate)]
  const ratios = ones.map((one, i) => Math.log((others[i] ?? one) / one))
  if (ratios.length < FEWEST_RUNS) return nothing(TOO_SHORT)
  return {
    runs: ratios.length,
    spread: pooledSd([ratios]) / Math.SQRT2,
    detectable: duetSight(baseline, candidate, defaultPolicy).rows[0]?.detectable ?? null,
    doubts: doubtsOf(candidate),
    reason: '',
  }
}

/** The figures of a way to measure that failed; rethrows an error that is none of measuring. */
function failed(error: unknown): NoiseFigures {
  // Its message gives advice on the user's own benchmark.
  if (error instanceof OutOfTime) return nothing(TOO_SHORT)
  if (error instanceof MeasureError || error instanceof InputError) return nothing(error.message)
  throw error
}

async function measured(
  design: NoiseDesign,
  request: MeasureRequest,
  signal: AbortSignal,
): Promise<NoiseRow> {
  const begin = performance.now()
  const measuring = design === 'duet' ? asDuet(request, signal) : inTurns(design, request, signal)
  return { design, ...(await measuring.catch(failed)), seconds: Math.round(performance.now() - begin) / 1000 }
}

/** Why no noise test is made here; null where it can be. */
function whyNot(): string | null {
  const reading = readReceipt()
  // Measuring would make this job the owner of the tuning, and doctor changes nothing.
  const isTaken = reading.refused !== undefined && reading.adoptable
  return isTaken ? "the machine is tuned for the runner's service, and measuring would take that over" : null
}

/** The share of its time that a way to measure is planned to take: on a busy machine it takes longer. */
const PLANNED = 0.5

/** Less time than this is over before the first run. */
const SHORTEST_MS = 200

/**
 * Measures for about `seconds`, and tells `say` what it does. A way that is not possible here has a reason instead of
 * numbers. Throws Interrupted when `signal` fires.
 */
export async function noiseTest(
  seconds: number,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<NoiseRow[]> {
  const designs: NoiseDesign[] = ['as-it-is', 'pinned', 'duet']
  const reason = whyNot()
  if (reason !== null) return designs.map(design => ({ design, ...nothing(reason), seconds: 0 }))
  const end = performance.now() + seconds * 1000
  // Runs beside each other may take longer than the pilot.
  const blocks = blocksFor((PLANNED * seconds * 1000) / designs.length)
  const rows: NoiseRow[] = []
  for (const [i, design] of designs.entries()) {
    const limitMs = Math.max(1, (end - performance.now()) / (designs.length - i))
    say(`noise test: ${design.replaceAll('-', ' ')}, for ${Math.ceil(limitMs / 1000)} s at most`)
    rows.push(
      limitMs < SHORTEST_MS
        ? { design, ...nothing(TOO_SHORT), seconds: 0 }
        : await measured(design, requestFor(design, blocks, limitMs), signal),
    )
  }
  return rows
}
