// Holds the findings against the targets: what isolation must achieve under load.
import { type Workload, workloads } from './build-workload.ts'
import type { Method } from './methods.ts'
import type { Overhead } from './overhead.ts'
import type { Cell } from './rounds.ts'
import { coefficientOfVariation, variationRatioInterval } from './spread.ts'

/**
 * `disturbed`: missed, but others used the machine as well. `restless`: missed, but the machine misses it at rest too,
 * so that no isolation could have met it. `unknown`: the kernel does not count it.
 */
export type State = 'met' | 'missed' | 'disturbed' | 'restless' | 'unknown'

export type Target = { name: string; limit: string; found: string; state: State }

/** At most this part of the plain variation. */
const PART = 1 / 5

type Judge = (met: boolean) => State

/**
 * The variation of isolated runs under load, by that of `other`, must not exceed `limit`. At rest it must not either.
 */
function variationTarget(
  workload: Workload,
  of: (name: Method['name']) => Cell,
  { other, words, limit }: { other: Method['name']; words: string; limit: number },
  judge: Judge,
): Target {
  const [isolated, against, idle] = (['isolated', other, 'idle'] as const).map(
    name => of(name).milliseconds,
  ) as [number[], number[], number[]]
  const ratio = coefficientOfVariation(isolated) / coefficientOfVariation(against)
  const atRest = coefficientOfVariation(idle) / coefficientOfVariation(against)
  const [low, high] = variationRatioInterval(isolated, against)
  const state = judge(ratio <= limit)
  return {
    name: `${workload}: CV under load, isolated by ${words}`,
    limit: limit === 1 ? '< 1' : `≤ ${limit}`,
    found: `${ratio.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)}), at rest ${atRest.toFixed(3)}`,
    state: state === 'missed' && atRest > limit ? 'restless' : state,
  }
}

function variationTargets(workload: Workload, of: (name: Method['name']) => Cell, judge: Judge): Target[] {
  return [
    variationTarget(workload, of, { other: 'plain', words: 'plain', limit: PART }, judge),
    variationTarget(workload, of, { other: 'taskset', words: 'taskset alone', limit: 1 }, judge),
  ]
}

function migrationTarget(workload: Workload, { migrations }: Cell): Target {
  const state = migrations === null ? 'unknown' : migrations === 0 ? 'met' : 'missed'
  return { name: `${workload}: migrations, isolated`, limit: '0', found: String(migrations ?? '—'), state }
}

function overheadTargets({ outsideMs, share }: Overhead, judge: Judge): Target[] {
  return [
    {
      name: 'a run outside the measured interval, median',
      limit: '≤ 15 ms',
      found: `${outsideMs.toFixed(1)} ms`,
      state: judge(outsideMs <= 15),
    },
    {
      name: 'CPU of stable-bench while a run is in progress',
      limit: '< 1 %',
      found: `${(100 * share).toFixed(2)} %`,
      state: judge(share < 0.01),
    },
  ]
}

/** The targets with their findings. Ratios come with a 90 % bootstrap interval. If `disturbed`, a miss says nothing. */
export function heldTargets(cells: Cell[], overhead: Overhead, disturbed: boolean): Target[] {
  const judge: Judge = met => (met ? 'met' : disturbed ? 'disturbed' : 'missed')
  const ofAll = workloads.flatMap(workload => {
    const of = (name: Method['name']) =>
      cells.find(cell => cell.workload === workload && cell.method === name) as Cell
    return [...variationTargets(workload, of, judge), migrationTarget(workload, of('isolated'))]
  })
  return [...ofAll, ...overheadTargets(overhead, judge)]
}
