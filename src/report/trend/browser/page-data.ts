// The data that the trend page is made with, and how a series is unpacked. The maker and the page share this file:
// nothing here may need a document or Node.
import type { ChangePoint, LevelSegment, WithdrawnChange } from '../../../model/index.ts'

export type PageNight = {
  /** Seconds since 1970. */
  at: number
  commit: string | null
  tags: string[]
  url: string | null
  machine: string
  /** The facts of the machine that changed since its night before, such as `kernel: 6.1 → 6.2`. */
  testbed: string[]
  /** Whether the machine was disturbed: the night is judged in no series. */
  disturbed: boolean
}

export type PageSeries = {
  /** The name of the series in links. It stays the same from night to night. */
  id: string
  name: string
  metric: string
  unit: string
  machine: string
  better: 'lower' | 'higher'
  /** The place in `calendars` of the nights of its points. */
  calendar: number
  /** Base64 of little-endian numbers: all medians (float32), then all `median − low`, then all `high − median`
   * (bfloat16 each). */
  levels: string
  /** Runs per night: one number where all nights have the same. */
  counts: number | number[]
  /** A letter of `RUN_CODES` per run: the first stands for its night's lowest run, the last for the highest. Null where
   * runs were left out. */
  runs: string | null
  changes: ChangePoint[]
  /** The changes that were announced and that are not found any more. */
  withdrawn: WithdrawnChange[]
  /** What the place of the code alone does to it, in words, where nights say so. */
  placement?: string
  spikes: number[]
  segments: LevelSegment[]
  /** The values that the table sorts by. */
  keys: { latest: number; recent: number | null; release: number | null; change: number | null }
}

export type PageData = {
  repository: string | null
  nights: PageNight[]
  /** Sets of nights, each shared by all series that were measured in just these: base64 of a bit per night, the
   * lowest bit of each byte first. */
  calendars: string[]
  series: PageSeries[]
}

/** 64 places between the lowest and the highest run of a night: closer than pixels are. */
export const RUN_CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
export const LAST_CODE = RUN_CODES.length - 1

/** A series unpacked: index for index one night, by its index in the page's nights. */
export type Points = { nights: number[]; median: number[]; low: number[]; high: number[] }

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))

function nightsOf(calendar: string): number[] {
  return Array.from(bytesOf(calendar)).flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter(bit => byte & (1 << bit)).map(bit => 8 * i + bit),
  )
}

/** The level that a series has on a night; undefined where it has none. */
export const levelAt = ({ segments }: Pick<PageSeries, 'segments'>, night: number): number | undefined =>
  segments.find(({ from, to }) => from <= night && night <= to)?.level

/** The nights of a series. */
export function decodePoints(series: PageSeries, data: PageData): Points {
  const nights = nightsOf(data.calendars[series.calendar] ?? '')
  const view = new DataView(bytesOf(series.levels).buffer)
  const count = nights.length
  const single = new DataView(new ArrayBuffer(4))
  const half = (index: number): number => {
    single.setUint16(0, view.getUint16(4 * count + 2 * index, true))
    return single.getFloat32(0)
  }
  const median = nights.map((_, i) => view.getFloat32(4 * i, true))
  return {
    nights,
    median,
    low: median.map((value, i) => value - half(i)),
    high: median.map((value, i) => value + half(count + i)),
  }
}

/** Every run, night by night; none where they were left out. They are exact to 1/126 of the night's spread. */
export function decodeRuns({ counts, runs }: PageSeries, { low, high }: Points): number[][] {
  if (runs === null) return low.map(() => [])
  let at = 0
  return low.map((from, i) => {
    const end = at + (typeof counts === 'number' ? counts : (counts[i] ?? 0))
    const step = ((high[i] ?? from) - from) / LAST_CODE
    const values = Array.from(runs.slice(at, end), code => from + RUN_CODES.indexOf(code) * step)
    at = end
    return values
  })
}
