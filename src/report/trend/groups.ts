// Groups the latest changes by night. One commit moves many series at once, and so does a machine that changed: a group
// is one thing to look at.
import { grouped } from '../../grouped.ts'
import {
  type ChangePoint,
  isUncertain,
  type Night,
  type Trend,
  type TrendAnalysis,
  type TrendSeries,
} from '../../model/index.ts'
import { countsText } from '../words/rows/row.ts'
import { visibleText } from '../words/visible-text.ts'
import { latelyOf, type Since } from './since.ts'

/** The name of a series beside those of other machines: `parse (time) on bench-1`. */
export const nameOnMachine = ({ benchmark, metric, machine }: TrendSeries): string =>
  visibleText(`${benchmark} (${metric}) on ${machine}`)

export type SeriesChange = { index: number; series: TrendSeries; point: ChangePoint }

/** All changes between the same two commits, on any machine, or of one night of a machine that changed, the worst first. */
export type ChangeGroup = { night: Night; testbedChanged: boolean; changes: SeriesChange[] }

/** `2 worse, 1 better`. */
export const tally = ({ changes }: ChangeGroup): string => countsText(changes, ({ point }) => point.direction)

/** What is said of a series beside its name; its machine where there are `several`. */
export const seriesAbout = ({ metric, machine, gates }: TrendSeries, several: boolean): string[] => [
  metric,
  ...(several ? [machine] : []),
  ...(gates ? [] : ['informational']),
]

/** The machines of a group, each once. */
export const machinesOf = ({ changes }: ChangeGroup): string[] => [
  ...new Set(changes.map(({ series }) => series.machine)),
]

function groupKey({ point }: SeriesChange, nights: Night[]): string {
  const [before, after] = [point.lastGood, point.night].map(night => nights[night ?? -1]?.commit ?? null)
  return point.testbedChanged || !before || !after ? `night ${point.night}` : `${before} ${after}`
}

const size = ({ point }: SeriesChange): number => Math.abs(Math.log(point.ratio)) || 0

/** Ranks a change: worse before better, then a series that gates before one that informs. Smaller matters more. */
const importance = ({ series, point }: SeriesChange): number =>
  (point.direction === 'worse' ? 0 : 2) + (series.gates ? 0 : 1)

const worstFirst = (a: SeriesChange, b: SeriesChange): number =>
  importance(a) - importance(b) || size(b) - size(a) || a.index - b.index

/** The newest first; of one night worse by the code, worse by the machine, then what only informs or got better. */
function groupOrder(a: ChangeGroup, b: ChangeGroup): number {
  const rank = ({ changes, testbedChanged }: ChangeGroup): number =>
    changes[0] === undefined ? 9 : 2 * importance(changes[0]) + (testbedChanged ? 1 : 0)
  const [first, second] = [a.changes[0], b.changes[0]]
  return (
    b.night.date.localeCompare(a.night.date) ||
    rank(a) - rank(b) ||
    (first && second ? size(second) - size(first) : 0)
  )
}

/** Whether there is a night that all of these changes may have come in. */
function shareNight(changes: SeriesChange[]): boolean {
  const first = Math.max(...changes.map(({ point }) => point.range[0]))
  return changes.every(({ point }) => first <= point.range[1])
}

/** Groups of the same kind that may have begun in the same night are one event. */
function mergeOverlapping(groups: ChangeGroup[]): ChangeGroup[] {
  const merged: ChangeGroup[] = []
  for (const group of groups) {
    const at = merged.findIndex(
      other =>
        other.testbedChanged === group.testbedChanged &&
        (!group.testbedChanged || other.night.machine === group.night.machine) &&
        shareNight([...other.changes, ...group.changes]),
    )
    const other = merged[at]
    if (other) merged[at] = { ...other, changes: [...other.changes, ...group.changes] }
    else merged.push(group)
  }
  return merged
}

/** The changes whose first bad night is lately, the newest night first. One that may be none is told nowhere. */
export function recentGroups(trend: Trend, analysis: TrendAnalysis, since: Since): ChangeGroup[] {
  const lately = latelyOf(trend, since)
  const isTold = (point: ChangePoint) =>
    trend.nights[point.night] !== undefined && !isUncertain(point) && lately.holds(point.night)
  const told = trend.series.flatMap((series, index) =>
    (analysis.series[index]?.changePoints ?? []).filter(isTold).map(point => ({ index, series, point })),
  )
  const groups = [...grouped(told, change => groupKey(change, trend.nights)).values()]
  const groupOf = (changes: SeriesChange[]): ChangeGroup[] => {
    const [first] = changes.sort(worstFirst)
    const night = trend.nights[first?.point.night ?? -1]
    return first && night ? [{ night, testbedChanged: first.point.testbedChanged, changes }] : []
  }
  const merged = mergeOverlapping(groups.flatMap(groupOf))
  return merged.flatMap(({ changes }) => groupOf(changes)).sort(groupOrder)
}

/** Less than this is the same level: smaller changes are not found either. */
export const SAME_LEVEL = 0.01

export type NetChange = {
  /** Where today's level is; `back` where it is the one from before. */
  direction: 'worse' | 'better' | 'back'
  /** `worse`, or `worse, then better` where both happened. */
  words: string
}

/** The net of the changes of one series by the code; null without any. */
export function netChange(changes: SeriesChange[]): NetChange | null {
  const own = changes
    .filter(({ point }) => !point.testbedChanged)
    .toSorted((a, b) => a.point.night - b.point.night)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return null
  const ratio = own.reduce((product, { point }) => product * point.ratio, 1)
  const directions = own.map(({ point }) => point.direction)
  const isMixed = directions.some(direction => direction !== directions[0])
  if (!isMixed || Number.isNaN(ratio)) return { direction: last.point.direction, words: last.point.direction }
  const isWorse = ratio > 1 === (first.series.better === 'lower')
  const isBack = Math.abs(ratio - 1) < SAME_LEVEL
  const turns = directions.filter((direction, i) => direction !== directions[i - 1])
  const words = turns.length > 3 ? 'worse and better in turns' : turns.join(', then ')
  return { direction: isBack ? 'back' : isWorse ? 'worse' : 'better', words }
}

/** The changes of each series by its index, in the order in which they name the series first. */
export const changesBySeries = (changes: SeriesChange[]): Map<number, SeriesChange[]> =>
  grouped(changes, ({ index }) => index)
