// Whether a program runs for a fixed time, as most benchmark tools do, so that its wall time says nothing. This shows where
// the work in the same time differs. A program that only sleeps is steady as well, but then its work is too.

import type { Warning } from '../../model/index.ts'
import { quartileDistance } from '../../stats/describe/order-statistics.ts'
import { median } from '../../stats/describe/summary.ts'
import { quickStratifiedRankP, stratifiedRanks } from '../../stats/ranks/stratified-ranks.ts'
import { formatShare } from '../../units.ts'
import type { NoisyRow, NoisySide, Work } from './row-noise.ts'

/** In shorter runs, the noise of the start hides the difference. */
const SHORTEST = 100e6
const FEWEST = 5
const LEVEL = 0.01
/** A difference in CPU time that would show in the wall time, of which it is this share. */
const CPU_SHARE = 0.05
/** A difference in instructions that nothing else hides. */
const INSTRUCTIONS = 0.1
/** Where a program mostly waits, its instructions are those of its start. */
const BUSY = 0.5

/** 0.1 %, or the amount by which the start of a process varies. */
const tolerance = (wallTime: number) => Math.max(0.001 * wallTime, 1e6)

type Timed = { wall: number; work: Work }

/** A side whose runs all take the same time; null for any other. */
function steady(side: NoisySide | null): Timed | null {
  const work = side?.work ?? null
  if (side === null || work === null || side.values.length < FEWEST) return null
  const wall = median(side.values)
  const isSteady = wall >= SHORTEST && quartileDistance(side.values) <= tolerance(wall)
  return isSteady ? { wall, work } : null
}

const isBusy = ({ wall, work }: Timed) => median(work.cpuTime) >= BUSY * wall

const milliseconds = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(1)} ms`

/** The medians of two sides that differ by at least `least`, and not by chance; null for others. */
function change(before: number[], after: number[], least: number): [from: number, to: number] | null {
  const [from, to] = [median(before), median(after)]
  if (Math.abs(to - from) < least) return null
  const ranks = stratifiedRanks([{ a: before, b: after }])(0)
  return quickStratifiedRankP(ranks) < LEVEL ? [from, to] : null
}

/** Smaller differences in CPU time are noise. */
const leastCpuTime = (wall: number) => Math.max(CPU_SHARE * wall, 10 * tolerance(wall))

/** In words how the work of two sides with the same wall time differs; null where it does not clearly. */
function difference(one: Timed, other: Timed): string | null {
  if (Math.abs(one.wall - other.wall) > tolerance(one.wall)) return null
  const cpu = change(one.work.cpuTime, other.work.cpuTime, leastCpuTime(one.wall))
  if (cpu !== null) return `its CPU time goes from ${cpu.map(milliseconds).join(' to ')}`
  const [before, after] = [one.work.instructions, other.work.instructions]
  if (before === null || after === null || !isBusy(one) || !isBusy(other)) return null
  const counted = change(before, after, INSTRUCTIONS * median(before))
  if (counted === null) return null
  return `the number of its instructions differs by ${formatShare(Math.abs(counted[1] / counted[0] - 1), 2)}`
}

/** In words how the work of one side varies from run to run; null where it does not clearly. */
function variation(side: Timed): string | null {
  const { cpuTime, instructions } = side.work
  const cpu = quartileDistance(cpuTime)
  if (cpu >= leastCpuTime(side.wall)) return `its CPU time varies by ${milliseconds(cpu)}`
  if (instructions === null || !isBusy(side)) return null
  const share = quartileDistance(instructions) / median(instructions)
  return share < INSTRUCTIONS ? null : `the number of its instructions varies by ${formatShare(share, 2)}`
}

/** Processes that take the same wall time for different work, or null. */
export function fixedTime({ baseline, candidate, processFloor }: NoisyRow): Warning | null {
  if (processFloor == null) return null
  const [one, other] = [steady(baseline), steady(candidate)]
  const between = one && other ? difference(one, other) : null
  const what = between ?? (other && variation(other)) ?? (one && variation(one))
  const side = other ?? one
  if (!what || side === null) return null
  const where = between === null ? 'in every run' : 'on both sides'
  const message =
    `the program seems to run for a fixed time: ${milliseconds(side.wall)} ${where}, while ${what}; give it ` +
    'a fixed amount of work, or let it print the results of its own measurements'
  return { code: 'fixed-time', message }
}
