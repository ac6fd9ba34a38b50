// What trends say in a few words, for a list of suites and for a badge: what the benchmarks that gate did lately.
import type { ChangePoint, TooFewNights, Trend, TrendAnalysis, TrendSeries } from '../../model/index.ts'
import { dateOf, dayAndMonth } from '../trend/dates.ts'
import { nightsByMachine } from '../trend/nights.ts'
import { counted } from '../words/numbers.ts'

/** `tooFew` is set where the history is too short to look for changes. */
export type SiteTrend = { trend: Trend; analysis: TrendAnalysis; tooFew: TooFewNights | null }
export type Statement = { tone: 'bad' | 'unsure' | 'good' | 'calm'; text: string }

/** So many nights of a machine are recent. */
const RECENT = 30

/** The newest change of a series; `at` is the time of its first night, in milliseconds. */
type Newest = { series: TrendSeries; point: ChangePoint; at: number; isRecent: boolean }

const timeOf = ({ nights }: Trend, night: number): number => Date.parse(nights[night]?.date ?? '') || 0

function newestChanges({ trend, analysis }: SiteTrend, machine: string | null): Newest[] {
  const machines = nightsByMachine(trend.nights)
  return trend.series.flatMap((series, index) => {
    const point = analysis.series[index]?.changePoints.at(-1)
    if (point === undefined || !series.gates || (machine !== null && series.machine !== machine)) return []
    const nights = machines.get(series.machine) ?? []
    const isRecent = point.night >= (nights.at(-RECENT) ?? nights[0] ?? 0)
    return [{ series, point, at: timeOf(trend, point.night), isRecent }]
  })
}

/** `since 20 May`; with the year where it is not that of the last night. */
function sinceText(at: number, last: number): string {
  const [date, newest] = [new Date(at), new Date(last)]
  const isThisYear = date.getUTCFullYear() === newest.getUTCFullYear()
  return `since ${isThisYear ? dayAndMonth(date) : dateOf(at / 1000)}`
}

const benchmarksOf = (changes: Newest[]): number =>
  new Set(changes.map(({ series }) => series.benchmark)).size

/**
 * What the gating series of these trends did lately, on one machine or on all: `2 worse since 20 May`, `no change since 20
 * May`. A series counts by its newest change, so that what got worse and was repaired is no news.
 */
export function statementOf(trends: SiteTrend[], machine: string | null = null): Statement {
  const nights = trends.flatMap(({ trend }) =>
    trend.nights.filter(night => machine === null || night.machine === machine),
  )
  const times = nights.map(({ date }) => Date.parse(date) || 0)
  if (times.length === 0) return { tone: 'unsure', text: 'no night yet' }
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const changes = trends.flatMap(each => newestChanges(each, machine))
  const recent = changes.filter(({ isRecent }) => isRecent)
  const byCode = recent.filter(({ point }) => !point.testbedChanged)
  const since = (found: Newest[]) => sinceText(Math.min(...found.map(({ at }) => at)), last)
  const [worse, better] = (['worse', 'better'] as const).map(direction =>
    byCode.filter(({ point }) => point.direction === direction),
  ) as [Newest[], Newest[]]
  if (worse.length > 0) return { tone: 'bad', text: `${benchmarksOf(worse)} worse ${since(worse)}` }
  const byMachine = recent.filter(({ point }) => point.testbedChanged)
  if (byMachine.length > 0) return { tone: 'unsure', text: `machine changed ${since(byMachine)}` }
  if (better.length > 0) return { tone: 'good', text: `${benchmarksOf(better)} better ${since(better)}` }
  if (changes.length === 0 && trends.every(({ tooFew }) => tooFew !== null)) {
    const most = Math.max(...trends.map(({ tooFew }) => tooFew?.nights ?? 0))
    return { tone: 'unsure', text: `${counted(most, 'night')}, too few yet` }
  }
  const quiet = changes.length === 0 ? first : Math.max(...changes.map(({ at }) => at))
  return { tone: 'calm', text: `no change ${sinceText(quiet, last)}` }
}
