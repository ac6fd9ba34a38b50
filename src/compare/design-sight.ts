// The detectable change of each design: interleaved runs, and a duet. Both measure one command against itself for the same
// time, in which a duet makes twice as many pairs.
import type { Calibration, DesignSight, Policy, Session } from '../model/index.ts'
import { mean, median } from '../stats/describe/summary.ts'
import { seededUniform } from '../stats/distributions/seeded-uniform.ts'
import { addDetectables } from './calibrate.ts'
import { compareSessions } from './compare-sessions.ts'
import { interleavedRequest } from './comparison-request.ts'

const RESAMPLES = 100
const NANOSECONDS = 1e9

const wallTimes = ({ evidence }: Session) => evidence.map(({ wallTime }) => wallTime / NANOSECONDS)

const runsOf = ({ benchmarks }: Session): number => benchmarks[0]?.runs.length ?? 0

/** `session` with the runs of `other`, and their places, for each pair that `taken` marks. */
function exchanged(session: Session, other: Session, taken: boolean[]): Session {
  const runs = (benchmark: number, i: number) =>
    ((taken[i] ? other : session).benchmarks[benchmark]?.runs[i] ?? []) as number[]
  return {
    ...session,
    order: session.order?.map((place, i) => (taken[i] ? (other.order?.[i] ?? place) : place)) ?? null,
    benchmarks: session.benchmarks.map((sample, benchmark) => ({
      ...sample,
      runs: sample.runs.map((_, i) => runs(benchmark, i)),
    })),
  }
}

/** The detectable changes of a duet of a command with itself: each is a median over draws of which run of a pair is the
 * baseline's. */
export function duetSight(one: Session, other: Session, policy: Policy): DesignSight {
  const pairs = Math.min(runsOf(one), runsOf(other))
  const random = seededUniform(20261123)
  const found = one.benchmarks.map((): number[] => [])
  for (let i = 0; i < RESAMPLES; i++) {
    // Two rounds together: each side keeps either core equally often.
    const flips = Array.from({ length: Math.ceil(pairs / 2) }, () => random() < 0.5)
    const taken = Array.from({ length: pairs }, (_, pair) => flips[pair >> 1] as boolean)
    const sides = [exchanged(one, other, taken), exchanged(other, one, taken)] as const
    const { rows } = compareSessions(interleavedRequest([sides[0]], [sides[1]], policy))
    addDetectables(found, rows)
  }
  const [first, second] = [wallTimes(one), wallTimes(other)]
  return {
    design: 'duet',
    runs: pairs,
    seconds: first.reduce((sum, time, i) => sum + Math.max(time, second[i] ?? 0), 0),
    rows: one.benchmarks.map(({ name, metric }, row) => {
      const seen = found[row] as number[]
      return { benchmark: name, metric, detectable: seen.length === 0 ? null : median(seen) }
    }),
  }
}

/** The detectable changes of interleaved runs, as `calibrate` found them. Of a row that never varies no design sees more. */
export function interleavedSight(
  session: Session,
  { perSide, rows }: Omit<Calibration, 'designs'>,
): DesignSight {
  return {
    design: 'in-turns',
    runs: perSide,
    seconds: 2 * perSide * mean(wallTimes(session)) * (session.plan?.benchmarks?.length ?? 1),
    rows: rows.map(({ benchmark, metric, runSd, detectable }) => ({
      benchmark,
      metric,
      detectable: runSd === 0 ? null : detectable,
    })),
  }
}
