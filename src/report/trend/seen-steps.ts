// Says how much "no change" means: which step would have been found in the series in which none was.
import {
  quietSeries,
  type SmallestSteps,
  type TooFewNights,
  type Trend,
  type TrendAnalysis,
} from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { visibleText } from '../words/visible-text.ts'

/** Rounded up to two digits: a smaller step might not be found. */
function atLeastText(size: number): string {
  const unit = 10 ** (Math.floor(Math.log10(size)) - 1)
  return formatShare(Math.ceil(size / unit - 1e-9) * unit)
}

/** For one series: `9 % would show`. */
export const seenStepText = (size: number | null): string =>
  size === null ? 'no step would show yet' : `${atLeastText(size)} would show`

/**
 * How a trend was searched: `tooFew` is set where the history is too short to look for changes, `smallest` has the smallest
 * step that would have been found, for series in which none was: of many, only some are tried.
 */
export type Searched = { tooFew?: TooFewNights | null; smallest?: SmallestSteps }

/** Half a sentence about the series in which nothing was found; `blind` says why where nothing could be found. */
export type SeenSteps = { text: string; blind: '? Too early' | '? Too noisy' | null }

/** A series with more nights than this, in which no step would show, is noisy. */
const MANY_NIGHTS = 60

/** Where nothing could be found in any series that was looked at: said of the whole suite if these are most of what gates. */
function unseen(steps: SmallestSteps, series: Trend['series']): SeenSteps {
  const gating = series.filter(({ gates }) => gates).length
  const isMost = 2 * steps.size >= gating
  const where = isMost ? '' : ` in ${steps.size} of the ${gating} series`
  const text = `no step, however large, would have been${where}: too few nights for their noise`
  const most = Math.max(...[...steps.keys()].map(index => series[index]?.nights.length ?? 0))
  return { text, blind: isMost ? (most > MANY_NIGHTS ? '? Too noisy' : '? Too early') : null }
}

/** Sums up the smallest steps in half a sentence; null where there are none. */
export function seenSteps(
  steps: SmallestSteps,
  { series }: Trend,
  analysis: TrendAnalysis,
): SeenSteps | null {
  const seen = [...steps].flatMap(([index, size]) => (size === null ? [] : [{ index, size }]))
  seen.sort((a, b) => a.size - b.size)
  const [smallest, largest] = [seen[0], seen.at(-1)]
  if (steps.size === 0) return null
  if (!smallest || !largest) return unseen(steps, series)
  const named = ({ index, size }: typeof smallest) =>
    `${atLeastText(size)} (${visibleText(series[index]?.benchmark ?? '')})`
  const none = steps.size - seen.length
  const others = none === 0 ? '' : `, and none in ${none} of the ${steps.size} series`
  const text =
    atLeastText(smallest.size) === atLeastText(largest.size)
      ? `a step of ${atLeastText(smallest.size)} or more in the middle of the nights would have been`
      : `a step in the middle of the nights would have been from ${named(smallest)} to ${named(largest)} on`
  const quiet = quietSeries(series, analysis).length
  const tried = steps.size < quiet ? ` (tried in ${steps.size} of ${quiet} series)` : ''
  return { text: `${text}${others}${tried}`, blind: null }
}
