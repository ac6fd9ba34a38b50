// The nights of the rows of a comparison: reports draw them, and stored baselines learn from them how sessions differ.
import type { NightRuns } from '../../compare/comparison-request.ts'
import { placementOfSeries } from '../../history/analyse/placement.ts'
import {
  changedFacts,
  isNoTime,
  type Night,
  type RowPlacement,
  type Testbed,
  type TrendHistory,
} from '../../model/index.ts'
import { type Nightly, rowKey } from '../../report/words/night-levels.ts'
import { median } from '../../stats/describe/summary.ts'

/** Enough to see a step, and what came before it. */
export const mostNights = 20

/** The nights on this testbed, by their indices, in order of time. */
function nightsOn({ nights }: TrendHistory, testbed: Testbed): number[] {
  const machine = testbed.facts.machine ?? 'unknown'
  const isSame = (night: Night) => night.machine === machine && changedFacts(night, testbed) === null
  return nights.flatMap((night, i) => (isSame(night) ? [i] : []))
}

/** What the nights on this testbed say of the place of the code. */
export const placementsOf = (history: TrendHistory, testbed: Testbed): RowPlacement[] =>
  nightRuns(history, testbed).flatMap(({ name: benchmark, metric, placement }) =>
    placement ? [{ benchmark, metric, ...placement }] : [],
  )

/** The runs of each row on the nights of this testbed, without nights on which it has no time. */
export function nightRuns(history: TrendHistory, testbed: Testbed): NightRuns[] {
  const own = new Set(nightsOn(history, testbed))
  const measured = history.series.filter(({ nights }) => nights.some(night => own.has(night)))
  return measured.map(series => {
    const { benchmark: name, metric, unit, nights, runs } = series
    const ofTestbed = runs.filter((_, i) => own.has(nights[i] as number))
    const known = ofTestbed.filter(each => !isNoTime(series, median(each)))
    const placement = placementOfSeries(history, series, night => own.has(night))
    return { name, metric, unit, nights: known, ...(placement && { placement }) }
  })
}

/** The levels of the last twenty nights on this testbed, of rows with two nights or more; null where there are none. */
export function nightlyRows(history: TrendHistory, testbed: Testbed): Nightly | null {
  const machine = testbed.facts.machine ?? 'unknown'
  const last = nightsOn(history, testbed).slice(-mostNights)
  const rows: Nightly['rows'] = new Map()
  for (const each of history.series.filter(one => one.machine === machine)) {
    // The level of a night is the median of its runs' summaries, just as the value of a side in a comparison.
    const levels = last
      .map(night => each.runs[each.nights.indexOf(night)])
      .map(runs => runs && median(runs))
      .map(level => (level !== undefined && isNoTime(each, level) ? undefined : level))
    const known = levels.filter(level => level !== undefined)
    if (known.length < 2) continue
    const first = levels.findIndex(level => level !== undefined)
    rows.set(
      rowKey(each),
      levels.slice(first).map(level => level ?? null),
    )
  }
  return rows.size === 0 ? null : { machine, rows }
}
