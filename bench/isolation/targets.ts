// What isolation must achieve under load, held against what was found.
import { type Workload, workloads } from './build-workload.ts'
import type { Method } from './methods.ts'
import type { Overhead } from './overhead.ts'
import type { Cell } from './rounds.ts'
import { coefficientOfVariation, variationRatioInterval } from './spread.ts'

/** `disturbed`: missed, but the machine was not this script's alone; `unknown`: the kernel does not count it. */
export type State = 'met' | 'missed' | 'disturbed' | 'unknown'

export type Target = { name: string; limit: string; found: string; state: State }

/** At most this part of the plain variation. */
const PART = 1 / 5

type Judge = (met: boolean) => State

function variationTargets(workload: Workload, of: (name: Method['name']) => Cell, judge: Judge): Target[] {
  const [isolated, plain, taskset] = (['isolated', 'plain', 'taskset'] as const).map(
    name => of(name).milliseconds,
  ) as [number[], number[], number[]]
  const ratio = coefficientOfVariation(isolated) / coefficientOfVariation(plain)
  const toTaskset = coefficientOfVariation(isolated) / coefficientOfVariation(taskset)
  const found = (value: number, others: number[]) => {
    const [low, high] = variationRatioInterval(isolated, others)
    return `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
  }
  return [
    {
      name: `${workload}: CV under load, isolated by plain`,
      limit: `≤ ${PART}`,
      found: found(ratio, plain),
      state: judge(ratio <= PART),
    },
    {
      name: `${workload}: CV under load, isolated by taskset alone`,
      limit: '< 1',
      found: found(toTaskset, taskset),
      state: judge(toTaskset < 1),
    },
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

/** Ratios come with their 90 % bootstrap interval. `disturbed`: what is missed says nothing. */
export function heldTargets(cells: Cell[], overhead: Overhead, disturbed: boolean): Target[] {
  const judge: Judge = met => (met ? 'met' : disturbed ? 'disturbed' : 'missed')
  const ofAll = workloads.flatMap(workload => {
    const of = (name: Method['name']) =>
      cells.find(cell => cell.workload === workload && cell.method === name) as Cell
    return [...variationTargets(workload, of, judge), migrationTarget(workload, of('isolated'))]
  })
  return [...ofAll, ...overheadTargets(overhead, judge)]
}
