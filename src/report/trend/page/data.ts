// Packs a trend for its page. A thousand series of a year with ten runs a night are 3.65 million numbers. So a run is
// one letter, relative to its night. That keeps the page small and loses nothing that a screen could show.
import { shortDigest } from '../../../model/digest.ts'
import type { SeriesAnalysis, Trend, TrendAnalysis, TrendSeries } from '../../../model/index.ts'
import { placementPhrase } from '../../../phrases.ts'
import { nameText } from '../../words/rows/row.ts'
import { visibleText } from '../../words/visible-text.ts'
import { LAST_CODE, type PageData, type PageNight, type PageSeries, RUN_CODES } from '../browser/page-data.ts'
import { webAddress } from '../links.ts'
import type { Figures } from './figures.ts'

/** More runs than this are left out, and the page shows the lowest and highest of each night: 8 MB. */
const MOST_RUNS = 8e6

/** The name of a series in a link to its chart: `trend.html#series=ID`. It is the same every night. */
export const seriesId = ({ benchmark, metric, machine, unit }: TrendSeries): string =>
  shortDigest(JSON.stringify([benchmark, metric, machine, unit]), 12)

/** The upper half of a float32, rounded up: a spread is never shown as less than it was. */
function upperHalf(value: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  return Math.min(0x7f7f, view.getUint16(0) + (view.getUint16(2) > 0 ? 1 : 0))
}

function packLevels({ medians, runs }: Figures): string {
  const count = medians.length
  const bytes = Buffer.alloc(8 * count)
  medians.forEach((median, i) => {
    const values = runs[i] ?? []
    bytes.writeFloatLE(median, 4 * i)
    bytes.writeUInt16LE(upperHalf(median - Math.min(...values)), 4 * count + 2 * i)
    bytes.writeUInt16LE(upperHalf(Math.max(...values) - median), 6 * count + 2 * i)
  })
  return bytes.toString('base64')
}

function packRuns(runs: number[][]): string {
  const codes = runs.flatMap(values => {
    const low = Math.min(...values)
    const spread = Math.max(...values) - low
    return values.map(value => (spread > 0 ? Math.round((LAST_CODE * (value - low)) / spread) : 0))
  })
  return codes.map(code => RUN_CODES[code]).join('')
}

function packNights(nights: number[]): string {
  const bytes = Buffer.alloc(Math.floor((nights.at(-1) ?? -1) / 8) + 1)
  for (const night of nights) bytes[night >> 3] = (bytes[night >> 3] ?? 0) | (1 << (night & 7))
  return bytes.toString('base64')
}

function countsOf(runs: number[][]): number | number[] {
  const counts = runs.map(values => values.length)
  return counts.every(count => count === counts[0]) ? (counts[0] ?? 0) : counts
}

const short = (value: number): number => Number(value.toPrecision(6))

function packAnalysis(analysis: SeriesAnalysis | undefined) {
  const changes = (analysis?.changePoints ?? []).map(change => {
    const { ratio, interval } = change
    const ends: typeof interval = interval && [short(interval[0]), short(interval[1])]
    return { ...change, ratio: short(ratio), interval: ends }
  })
  const segments = (analysis?.segments ?? []).map(segment => ({ ...segment, level: short(segment.level) }))
  const withdrawn = (analysis?.withdrawn ?? []).map(each => ({ ...each, ratio: short(each.ratio) }))
  const placed = analysis?.placement && { placement: placementPhrase('this benchmark', analysis.placement) }
  return { changes, withdrawn, spikes: analysis?.spikes ?? [], segments, ...placed }
}

function pageNights(trend: Trend, { disturbed }: TrendAnalysis, testbed: string[][]): PageNight[] {
  const away = new Set(disturbed.map(({ night }) => night))
  return trend.nights.map((night, i) => ({
    at: Math.round(Date.parse(night.date) / 1000) || 0,
    commit: night.commit === null ? null : visibleText(night.commit),
    tags: night.tags.map(visibleText),
    url: webAddress(night.url),
    machine: visibleText(night.machine),
    testbed: testbed[i] ?? [],
    disturbed: away.has(i),
  }))
}

/** The page's data: every text visible, every series packed. `figures[i]` and `testbed[i]` as made for `trend`. */
export function packTrend(
  trend: Trend,
  analysis: TrendAnalysis,
  { figures, testbed }: { figures: Figures[]; testbed: string[][] },
): PageData {
  const calendars = new Map<string, number>()
  const total = figures.reduce((sum, { runs }) => sum + runs.reduce((all, each) => all + each.length, 0), 0)
  const series = trend.series.map((each, i): PageSeries => {
    const figure = figures[i] as Figures
    const nights = packNights(figure.nights)
    const calendar = calendars.get(nights) ?? calendars.size
    calendars.set(nights, calendar)
    return {
      id: seriesId(each),
      name: nameText(each),
      metric: visibleText(each.metric),
      unit: visibleText(each.unit),
      machine: visibleText(each.machine),
      better: each.better,
      calendar,
      levels: packLevels(figure),
      counts: countsOf(figure.runs),
      runs: total > MOST_RUNS ? null : packRuns(figure.runs),
      ...packAnalysis(analysis.series[i]),
      keys: {
        latest: figure.latest ?? 0,
        recent: figure.recent && short(figure.recent.ratio),
        release: figure.release && short(figure.release.ratio),
        change: figure.lastChange?.night ?? null,
      },
    }
  })
  const nights = pageNights(trend, analysis, testbed)
  return { repository: webAddress(trend.repository), nights, calendars: [...calendars.keys()], series }
}
