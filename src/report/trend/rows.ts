// The rows of the trend table in their order.

import type { SmallestSteps, Trend, TrendAnalysis, TrendSeries } from '../../model/index.ts'
import { compareText } from '../words/rows/order.ts'
import { type Figures, seriesFigures } from './figures.ts'
import type { ChangeGroup, SeriesChange } from './groups.ts'
import { nightsByMachine } from './nights.ts'

/** A series with its figures; `state` says what happened to it lately. */
export type TrendRow = {
  series: TrendSeries
  figures: Figures
  state: (typeof STATES)[number]
}

/** From the most to the least important. */
const STATES = ['worse', 'machine', 'better', 'steady'] as const

function stateOf(changes: SeriesChange[]): TrendRow['state'] {
  if (changes.length === 0) return 'steady'
  if (changes.some(({ point }) => point.direction === 'worse' && !point.testbedChanged)) return 'worse'
  return changes.some(({ point }) => point.testbedChanged) ? 'machine' : 'better'
}

/** The changes of each series by its index, in the order in which the groups name the series first. */
function changesBySeries(groups: ChangeGroup[]): Map<number, SeriesChange[]> {
  const found = new Map<number, SeriesChange[]>()
  for (const change of groups.flatMap(({ changes }) => changes)) {
    found.set(change.index, [...(found.get(change.index) ?? []), change])
  }
  return found
}

/**
 * A row for each series: what got worse lately first, then the other changes, the newest before older ones, then by
 * name.
 */
export function trendRows(
  trend: Trend,
  analysis: TrendAnalysis,
  { groups, testbed, smallest }: { groups: ChangeGroup[]; testbed: string[][]; smallest: SmallestSteps },
): TrendRow[] {
  const machines = nightsByMachine(trend.nights)
  const changes = changesBySeries(groups)
  const places = new Map([...changes.keys()].map((index, place) => [index, place]))
  const rows = trend.series.map((series, index) => {
    const surroundings = { trend, machineNights: machines.get(series.machine) ?? [], testbed }
    const seen = smallest.get(index)
    const figures = {
      ...seriesFigures(series, analysis.series[index], surroundings),
      ...(seen === undefined ? {} : { smallest: seen }),
    }
    const row: TrendRow = { series, figures, state: stateOf(changes.get(index) ?? []) }
    return { row, place: places.get(index) ?? places.size }
  })
  rows.sort(
    (a, b) =>
      STATES.indexOf(a.row.state) - STATES.indexOf(b.row.state) ||
      a.place - b.place ||
      compareText(a.row.series.benchmark, b.row.series.benchmark) ||
      compareText(a.row.series.metric, b.row.series.metric) ||
      compareText(a.row.series.machine, b.row.series.machine),
  )
  return rows.map(({ row }) => row)
}
