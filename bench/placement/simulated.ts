// Simulated jobs whose code lies elsewhere in every build, judged by the engine as users get it.
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { openRows } from '../../src/compare/looks.ts'
import { type Comparison, defaultPolicy } from '../../src/model/index.ts'
import { simulatedSession } from '../simulated-session.ts'
import { positionsOf } from '../verdicts/cases.ts'
import { sayings } from '../verdicts/engine.ts'
import type { Random } from '../verdicts/random.ts'
import type { Said } from '../verdicts/score.ts'

/** What the place of the code does to a benchmark, as a log, drawn for a build. */
export type Placement = (random: Random) => number

const oneOf = (share: number, effect: number, random: Random) => (random.uniform() < share ? effect : 0)
const normal =
  (sd: number): Placement =>
  random =>
    sd * random.normal()

/** The placements that were measured of real programs, and rarer ones (docs/placement.md). */
export const placements: Record<string, Placement> = {
  none: () => 0,
  'sd 1 %': normal(0.01),
  'sd 2 %': normal(0.02),
  'sd 5 %': normal(0.05),
  '30 % of builds +20 %': random => oneOf(0.3, Math.log(1.2), random),
  '5 % of builds +50 %': random => oneOf(0.05, Math.log(1.5), random),
  'sd 0.3 %, 10 % of builds far out': random =>
    0.003 * random.normal() + oneOf(0.1, -0.15 * Math.log(1 - random.uniform()), random),
}

/** `agree`: the share of builds that the place of the code moves alike on both sides. */
export type Job = { placement: Placement; builds: number; agree: number; runSd: number; looks: number[] }

/** The effects of the builds of both sides. */
function effectsOf({ placement, builds, agree }: Job, random: Random): [number[], number[]] {
  const before = Array.from({ length: builds }, () => placement(random))
  const after = before.map(effect => (random.uniform() < agree ? effect : placement(random)))
  return [before, after]
}

/** What the planned looks say of one job whose candidate is slower by `shift`, a share. */
export function judged(job: Job, shift: number, random: Random): Said {
  const { builds, looks, runSd } = job
  const most = Math.max(...looks)
  const positions = positionsOf(most, random.integer(2 ** 30))
  const layouts = Array.from({ length: builds }, (_, i) => i + 1)
  const runsOf = (effects: number[], change: number) =>
    Array.from({ length: most }, (_, i) => [
      1e6 * Math.exp(change + (effects[i % builds] as number) + runSd * random.normal()),
    ])
  const [before, after] = effectsOf(job, random)
  const [baseline, candidate] = [runsOf(before, 0), runsOf(after, Math.log1p(shift))]
  const lookAt = (runs: number): Comparison => {
    const of = (side: 'baseline' | 'candidate', all: number[][]) =>
      simulatedSession([all.slice(0, runs)], { order: positions[side].slice(0, runs), looks, layouts })
    return compareSessions({
      baselines: [of('baseline', baseline)],
      candidates: [of('candidate', candidate)],
      assumedGrade: 'tuned',
      design: 'interleaved',
      policy: defaultPolicy,
    })
  }
  let comparison = lookAt(looks[0] as number)
  for (const runs of looks.slice(1)) {
    if (openRows(comparison).length === 0) break
    comparison = lookAt(runs)
  }
  return sayings(comparison)[0] as Said
}
