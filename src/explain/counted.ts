// What the kernel and the processor counted in the runs of both sides, compared: the kind of the change.
import type { CountedFigure, RunEvidence } from '../model/index.ts'
import { mean, median } from '../stats/describe/summary.ts'
import { interleavedShift } from '../stats/inference/interleaved-shift.ts'
import type { EachSide } from './profile.ts'

const LEVEL = 0.99

type Sides = EachSide<RunEvidence[]>
type Name = CountedFigure['name']
type Read = (run: RunEvidence) => number | null | undefined

/** Of the process, in all threads together. */
const cpuTime = ({ userTime, systemTime }: RunEvidence) => userTime + systemTime

const COUNTS: [Name, Read][] = [
  ['instructions', ({ counters }) => counters?.instructions],
  ['cycles', ({ counters }) => counters?.cycles],
  ['cpu-time', cpuTime],
  ['branch-misses', ({ counters }) => counters?.branchMisses],
  ['cache-misses', ({ counters }) => counters?.cacheMisses],
  [
    'page-faults',
    ({ minorFaults, majorFaults }) => (minorFaults === null ? null : minorFaults + (majorFaults ?? 0)),
  ],
  ['context-switches', ({ voluntarySwitches }) => voluntarySwitches],
]

const OF_PROCESS: Name[] = ['page-faults', 'context-switches']

type Values = { a: number[]; b: number[] }

/** The numbers of all runs of both sides; null where one is missing, or there is one run only. */
function valuesOf({ baseline, candidate }: Sides, read: Read): Values | null {
  const all = (runs: RunEvidence[]) => runs.map(run => read(run) ?? Number.NaN)
  const [a, b] = [all(baseline), all(candidate)]
  const isKnown = [...a, ...b].every(Number.isFinite) && Math.min(a.length, b.length) >= 2
  return isKnown ? { a, b } : null
}

/** How the count of an operation changes as a ratio; `more` is how many times as long the candidate needs for it in runs of equal time. */
function ratioFigure(name: Name, { a, b }: Values, more: number): CountedFigure[] {
  if ([...a, ...b].some(value => value <= 0)) return []
  const { shift, intervalAt } = interleavedShift([{ a: a.map(Math.log), b: b.map(Math.log) }])
  const [low, high] = intervalAt(LEVEL)
  const changeOf = (log: number) => Math.exp(log) * more - 1
  return [{ name, change: changeOf(shift), interval: [changeOf(low), changeOf(high)] }]
}

/** How a time changes, in shares of the baseline's wall time. */
function shareFigure(name: Name, { a, b }: Values, wall: number, more: number): CountedFigure[] {
  const { shift, intervalAt } = interleavedShift([{ a, b: b.map(value => value * more) }])
  const [low, high] = intervalAt(LEVEL)
  return [{ name, change: shift / wall, interval: [low / wall, high / wall] }]
}

/** Where other programs took the CPU, a run waits for it. */
const isDisturbed = (runs: RunEvidence[]) =>
  2 * runs.filter(({ judgement }) => judgement !== undefined && judgement.validity !== 'valid').length >
  runs.length

/**
 * Whether the time beside that on a CPU is the program's own waiting. With several threads it waits and works at once. The wall time of a
 * service is that of its load.
 */
const waitsAlone = ({ baseline, candidate }: Sides) =>
  [baseline, candidate].every(
    runs =>
      !isDisturbed(runs) &&
      median(runs.map(run => cpuTime(run) - run.wallTime)) <= 0 &&
      runs.every(({ load }) => load === undefined),
  )

/** The figures that all runs of both sides have. `perOperation` as in gains.ts. */
export function countedFigures(sides: Sides, perOperation: number | null): CountedFigure[] {
  const more = perOperation ?? 1
  if (Math.min(sides.baseline.length, sides.candidate.length) < 2) return []
  const wall = mean(sides.baseline.map(({ wallTime }) => wallTime))
  // A process has its page faults and switches however often it repeats its work.
  const ratioOf = ([name, read]: [Name, Read]) => {
    const values = valuesOf(sides, read)
    return values === null ? [] : ratioFigure(name, values, OF_PROCESS.includes(name) ? 1 : more)
  }
  const shareOfWall = (name: Name, read: Read) => {
    const values = valuesOf(sides, read)
    return values === null || wall <= 0 ? [] : shareFigure(name, values, wall, more)
  }
  const waiting: Read = run => Math.max(0, run.wallTime - cpuTime(run))
  return [
    ...COUNTS.flatMap(ratioOf),
    ...shareOfWall('system-time', ({ systemTime }) => systemTime),
    ...(waitsAlone(sides) ? shareOfWall('waiting', waiting) : []),
  ]
}

/** These repeat their work until a time is over, unless they are told how often. */
const UNTIL_TIME = new Set(
  'go google-benchmark criterion cargo-criterion libtest jmh mitata tinybench vitest deno benchmark.js divan benchmark-dotnet catch2 nanobench pytest-benchmark'.split(
    ' ',
  ),
)

/**
 * How many times as long the candidate needs for an operation, where its runs take a fixed time whatever they cost; null where each does the
 * same work. `ratio` is that of the benchmark's time: it changed, and the wall time of the processes did not follow. Of the tools that
 * repeat their work until a time is over that is assumed, unless the wall time did follow: the number of repetitions is rounded.
 */
export function fixedTimeRatio(
  { baseline, candidate }: Sides,
  ratio: number,
  tool: string | null = null,
): number | null {
  if (Math.min(baseline.length, candidate.length) < 2 || ratio === 1) return null
  const logs = (runs: RunEvidence[]) => runs.map(({ wallTime }) => Math.log(Math.max(1, wallTime)))
  const { shift, intervalAt } = interleavedShift([{ a: logs(baseline), b: logs(candidate) }])
  // As a share of the change of the benchmark: 1 where the wall time follows it.
  const [followed = 0, ...ends] = [shift, ...intervalAt(LEVEL)].map(log => log / Math.log(ratio))
  if (tool !== null && UNTIL_TIME.has(tool)) return followed > 0.5 ? null : ratio
  const isStill = Math.abs(followed) < 0.25 && ends.every(end => Math.abs(end) < 0.5)
  return isStill ? ratio : null
}
