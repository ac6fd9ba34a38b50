// The rows of the trend table in their order.
import type { SmallestSteps, Trend, TrendAnalysis, TrendSeries } from '../../../model/index.ts'
import { compareText } from '../../words/rows/order.ts'
import { changesBySeries, netChange, type SeriesChange } from '../groups.ts'
import type { Moves } from '../headline.ts'
import { nightsByMachine } from '../nights.ts'
import { type Figures, seriesFigures } from './figures.ts'

/** A series with its figures; `state` says where its level is now, `story` what happened to it lately, null for nothing. */
export type TrendRow = {
  series: TrendSeries
  figures: Figures
  state: (typeof STATES)[number]
  story: string | null
}

/** From the most to the least important. */
const STATES = ['worse', 'machine', 'better', 'unjudged', 'steady'] as const

/** The state is that of today's level against the one before the first of these changes; without a level nothing is judged. */
function stateOf(changes: SeriesChange[], { latest }: Figures): Pick<TrendRow, 'state' | 'story'> {
  if (latest === null) return { state: 'unjudged', story: null }
  const net = netChange(changes)
  if (net?.direction === 'worse') return { state: 'worse', story: net.words }
  if (changes.some(({ point }) => point.testbedChanged)) return { state: 'machine', story: null }
  if (net === null) return { state: 'steady', story: null }
  return { state: net.direction === 'back' ? 'steady' : 'better', story: net.words }
}

/** A row for each series: what got worse lately first, then other changes, the newest first, then by name. */
export function trendRows(
  trend: Trend,
  analysis: TrendAnalysis,
  { groups, creeps, testbed, smallest }: Moves & { testbed: string[][]; smallest: SmallestSteps },
): TrendRow[] {
  const machines = nightsByMachine(trend.nights)
  const changes = changesBySeries([...groups.flatMap(group => group.changes), ...creeps])
  const places = new Map([...changes.keys()].map((index, place) => [index, place]))
  const rows = trend.series.map((series, index) => {
    const surroundings = { trend, machineNights: machines.get(series.machine) ?? [], testbed }
    const seen = smallest.get(index)
    const own = seriesFigures(series, analysis.series[index], surroundings)
    const figures = seen === undefined ? own : { ...own, smallest: seen }
    const row: TrendRow = { series, figures, ...stateOf(changes.get(index) ?? [], figures) }
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
