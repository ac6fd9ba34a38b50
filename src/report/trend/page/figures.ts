// The figures of one series for the table. They describe; the figures that are tested come from the analysis.
import {
  type ChangePoint,
  isNoTime,
  type LevelShift,
  type SeriesAnalysis,
  type Trend,
  type TrendSeries,
  type WithdrawnChange,
} from '../../../model/index.ts'
import { median } from '../../../stats/describe/summary.ts'
import { RECENT_NIGHTS } from '../since.ts'

/** A change of level since a night; `testbedChanged` says that the machine changed after it. */
export type ShownShift = LevelShift & { testbedChanged: boolean }

export type Figures = {
  /** The nights that have a finite run and did work, and the finite runs of each. */
  nights: number[]
  runs: number[][]
  medians: number[]
  latest: number | null
  /** The last night of the series, if its machine has measured since without it. */
  endedAt: number | null
  recent: ShownShift | null
  release: ShownShift | null
  lastChange: ChangePoint | null
  /** The newest announced change that is not found any more, and of which nothing shows that it is over. */
  withdrawn: WithdrawnChange | null
  /** The smallest step that would have been found, if none was; absent where that is not known. */
  smallest?: number | null
}

/** The trend of the series, all nights of its machine, and for each night the facts of the machine that changed. */
type Surroundings = { trend: Trend; machineNights: number[]; testbed: string[][] }

/** The medians of the last three nights against those of the three around position `then`; null without a ratio. */
function ratioSince(medians: number[], then: number): number | null {
  const before = median(medians.slice(Math.max(0, then - 1), then + 2))
  const ratio = median(medians.slice(-3)) / before
  return before > 0 && Number.isFinite(ratio) ? ratio : null
}

/** The last position of a night before the last one on which a tagged commit was measured. */
function releasePosition(nights: number[], trend: Trend): number {
  return nights.slice(0, -1).findLastIndex(night => (trend.nights[night]?.tags.length ?? 0) > 0)
}

/** All figures of a series; `latest` is null where it has no finite run. */
export function seriesFigures(
  series: TrendSeries,
  analysis: SeriesAnalysis | undefined,
  { trend, machineNights, testbed }: Surroundings,
): Figures {
  const all = series.nights.map((night, i) => ({
    night,
    runs: series.runs[i]?.filter(Number.isFinite) ?? [],
  }))
  const usable = all.filter(({ runs }) => runs.length > 0 && !isNoTime(series, median(runs)))
  const nights = usable.map(({ night }) => night)
  const medians = usable.map(({ runs }) => median(runs))
  const last = nights.at(-1)
  const shift = (found: LevelShift): ShownShift => {
    const between = machineNights.filter(night => night > found.since && night <= (last ?? 0))
    return { ...found, testbedChanged: between.some(night => (testbed[night]?.length ?? 0) > 0) }
  }
  const since = (position: number): ShownShift | null => {
    const ratio = position < 0 ? null : ratioSince(medians, position)
    return ratio === null ? null : shift({ since: nights[position] ?? 0, ratio, interval: null })
  }
  const tested = analysis?.sinceRelease ?? null
  return {
    nights,
    runs: usable.map(({ runs }) => runs),
    medians,
    latest: medians.at(-1) ?? null,
    endedAt: last === undefined || last === machineNights.at(-1) ? null : last,
    recent: since(nights.length - 1 - RECENT_NIGHTS),
    release: tested ? shift(tested) : since(releasePosition(nights, trend)),
    lastChange: analysis?.changePoints.at(-1) ?? null,
    withdrawn: analysis?.withdrawn.findLast(({ isOver }) => !isOver) ?? null,
  }
}
