// What an analysis found in a trend, series by series. Nights are indices into `Trend.nights`.

/** A level that changed. The ratio is the level after it to the level before it, of values, not of log values. */
export type ChangePoint = {
  /** The first night at the new level. */
  night: number
  /** The last night of the series before it, or null where that is not known. */
  lastGood: number | null
  /** The first night at the new level is credibly one from the first to the second of these. */
  range: [number, number]
  ratio: number
  interval: [number, number] | null
  direction: 'worse' | 'better'
  /** Whether the machine's fingerprint changed within the range: then no commit is to blame by this alone. */
  testbedChanged: boolean
}

/** Nights between two change points, both ends included, and their level in the series' unit. */
export type LevelSegment = { from: number; to: number; level: number }

/** The level now against the level at an earlier night. */
export type Drift = { since: number; ratio: number; interval: [number, number] | null }

export type SeriesAnalysis = {
  changePoints: ChangePoint[]
  /** Nights that are far from their neighbours and say nothing about the level. */
  spikes: number[]
  segments: LevelSegment[]
  /** Since the newest night with a release tag; null where there is none. */
  sinceRelease: Drift | null
}

/** `series[i]` is about `Trend.series[i]`. */
export type TrendAnalysis = { series: SeriesAnalysis[] }
