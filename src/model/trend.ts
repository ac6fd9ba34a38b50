// A history of sessions, compact: what the trend is drawn and analysed from.
import type { Better } from './sample.ts'

/** One session of the history; nights are in order of time. */
export type Night = {
  /** A digest of when and where its runs were made: the same session has the same id wherever it is found. */
  id: string
  /** When its first run started, ISO 8601 in UTC. */
  date: string
  commit: string | null
  ref: string | null
  /** The releases that it is the first night of: their tags. Derived from `TrendHistory.releases`. */
  tags: string[]
  /** Address of the workflow run and attempt, where there is one. */
  url: string | null
  machine: string
  fingerprint: string
  /** The facts that must match for nights to be compared, so that a change can be named. */
  facts: Record<string, string>
  /** The id of the artifact that its session was found in. */
  artifact?: number
}

/** One benchmark's metric on one machine over the nights: `nights[i]` is the index of the night of `runs[i]`. */
export type TrendSeries = {
  benchmark: string
  metric: string
  unit: string
  better: Better
  machine: string
  gates: boolean
  /** Ascending. */
  nights: number[]
  /** One number per run, six significant digits; one number in all for a night so old that its runs were let go. */
  runs: number[][]
}

export type Trend = {
  suite: string
  /** `https://github.com/owner/repo` for links to commits, or null. */
  repository: string | null
  nights: Night[]
  series: TrendSeries[]
}

/** A tag that names a version; `date` is its commit's, null where the nights' branch does not descend from it. */
export type Release = { tag: string; commit: string; date: string | null }

/** A change of one series that was told already, so that it is never told twice. */
export type ToldChange = {
  benchmark: string
  metric: string
  machine: string
  direction: 'worse' | 'better'
  /** Ids of the nights that its first one was credibly among. */
  nights: string[]
  /** Id of the newest night when it was told. */
  told: string
  /** The level before it, in the series' unit, and what became of it. */
  before: number
  ratio: number
  /** Id of the night when it was found to be over; null as long as it lasts. */
  recovered: string | null
  /** The number of the issue that tracks it. */
  issue?: number
}

/** A trend, and what must be remembered from night to night. */
export type TrendHistory = Trend & { releases: Release[]; told: ToldChange[] }
