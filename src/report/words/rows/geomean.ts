// The geometric mean of the changes, over all rows of a metric: how benchmarks moved together. It decides nothing.
import { grouped } from '../../../grouped.ts'
import type { Row } from '../../../model/index.ts'
import { geometricMean } from '../../../stats/describe/summary.ts'
import { counted, formatChange, formatCount } from '../numbers.ts'
import { shortenMiddle, visibleText } from '../visible-text.ts'

/** The longest name or unit of a metric that is shown whole. Only hostile documents have longer ones. */
const LONGEST = 40

/** The ratio of a row for the mean. From 0 to 0 nothing changed: 1. From 0 or to 0 there is no logarithm: null. */
function usableRatio({ baseline, candidate, ratio }: Row): number | null {
  if (baseline === 0 && candidate === 0) return 1
  return ratio !== null && ratio > 0 && Number.isFinite(ratio) ? ratio : null
}

const short = (text: string) => shortenMiddle(visibleText(text).trim(), LONGEST)

/**
 * A line per metric that several rows have: `geomean of time: −1.2 % (22 of 24 rows)`. As in benchstat it is the mean
 * of the rows' own ratios, whatever their verdict. Rows without a ratio are left out, and the count says so: those on
 * one side only, and those that grew from 0 or fell to it. A metric with fewer than two ratios has no line. `gates` says whether rows of
 * the metric can fail the comparison.
 */
export function geomeans(rows: Row[]): { gates: boolean; text: string }[] {
  // A row without a metric failed.
  const measured = rows.filter(({ metric }) => metric !== '')
  const keyOf = ({ metric, unit, better }: Row) => JSON.stringify([metric, unit, better])
  const groups = [...grouped(measured, keyOf).values()]
  // The rows of a metric with several groups differ in unit or direction.
  const byMetric = grouped(groups, ([first]) => first?.metric)
  return groups.flatMap(group => {
    const ratios = group.map(usableRatio).filter(ratio => ratio !== null)
    const [first] = group
    if (first === undefined || ratios.length < 2) return []
    const { metric, unit, better } = first
    const isOne = byMetric.get(metric)?.length === 1
    const which = isOne ? '' : ` in ${short(unit) || 'no unit'}, ${better} is better`
    const change = formatChange(geometricMean(ratios))
    const count = ratios.length === group.length ? '' : `${formatCount(ratios.length)} of `
    const text = `geomean of ${short(metric)}${which}: ${change} (${count}${counted(group.length, 'row')})`
    return [{ gates: group.some(({ gates }) => gates), text }]
  })
}
