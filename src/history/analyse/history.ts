// The whole trend, analysed anew every night: change points of all series with the share of false ones controlled,
// and which of them are alerts. The alert rule is calibrated for a look every night (docs/change-points.md).
import { benjaminiHochberg } from '../../stats/tests/multiple-testing.ts'
import { type ChangePoint, isSameChange, type KnownChange } from './change-point.ts'
import { checkNights, type Night } from './judged-nights.ts'
import { analysisOf, type Search, type SeriesAnalysis, searchSeries } from './series.ts'
import type { TrendPolicy } from './settings.ts'

/** `known` are the changes that have been announced: they are no alerts again, and need not be found to see others. */
export type Series = { id: string; nights: Night[]; known: KnownChange[] }

export type SeriesTrend = SeriesAnalysis & { id: string }
export type Alert = { id: string; change: ChangePoint }
export type History = { series: SeriesTrend[]; alerts: Alert[] }

/** Whether a change can be announced as far as its place goes. */
function isFresh(change: ChangePoint, known: KnownChange[], { alertNights }: TrendPolicy): boolean {
  if (change.testbedChanged || change.nightsAfter < alertNights) return false
  return !known.some(other => isSameChange(change, other))
}

/** So many permutations that the smallest p is half of what `count` findings among `tests` have to reach. */
function permutationsFor(count: number, tests: number, { falseDiscoveryRate }: TrendPolicy): number {
  return Math.ceil((2 * tests) / (falseDiscoveryRate * count)) - 1
}

/** A quick search of each series; where it finds something, again with as many permutations as are needed. */
function searchAll(series: Series[], policy: TrendPolicy): Search[] {
  const quick = series.map(({ nights, known }) => searchSeries(nights, policy, policy.permutations, known))
  const found = quick.reduce((sum, { steps }) => sum + steps.length, 0)
  const tests = quick.reduce((sum, { steps, lastP }) => sum + steps.length + Number(lastP !== null), 0)
  const fresh = quick.map(({ judged, steps }, i) => {
    const known = series[i]?.known as KnownChange[]
    return analysisOf(judged, steps, policy).changePoints.some(change => isFresh(change, known, policy))
  })
  const forAll = permutationsFor(found, tests, policy)
  const freshCount = fresh.filter(Boolean).length
  const forAlerts = Math.max(
    Math.ceil(1 / policy.alertAlpha) - 1,
    permutationsFor(freshCount, series.length, policy),
  )
  return quick.map((search, i) => {
    if (search.steps.length === 0) return search
    const needed = Math.min(policy.maxPermutations, fresh[i] ? Math.max(forAll, forAlerts) : forAll)
    if (needed <= policy.permutations) return search
    const { nights, known } = series[i] as Series
    return searchSeries(nights, policy, needed, known)
  })
}

/** The adjusted p-value of each p, over all tests that were made. */
function adjustedPs(searches: Search[]): Map<number, number> {
  const p = searches.flatMap(({ steps, lastP }) => [
    ...steps.map(step => step.p),
    ...(lastP === null ? [] : [lastP]),
  ])
  const adjusted = benjaminiHochberg(p)
  return new Map(p.map((value, i) => [value, adjusted[i] as number]))
}

/** Alerts have a family of their own, one member a series: old changes must not make room for new false ones. */
function alertsOf(trends: SeriesTrend[], series: Series[], policy: TrendPolicy): Alert[] {
  const fresh = trends.map(({ changePoints }, i) =>
    changePoints.filter(change => isFresh(change, series[i]?.known as KnownChange[], policy)),
  )
  const adjusted = benjaminiHochberg(fresh.map(changes => Math.min(1, ...changes.map(change => change.p))))
  return fresh.flatMap((changes, i) => {
    if ((adjusted[i] as number) > policy.falseDiscoveryRate) return []
    const alerts = changes.filter(change => change.p <= policy.alertAlpha)
    return alerts.map(change => ({ id: series[i]?.id as string, change }))
  })
}

/**
 * All series, each with its nights in order of time; the result is in the same order. The same input and policy give
 * the same result. Throws an InputError that names the series for a value that is no finite number.
 */
export function analyseHistory(series: Series[], policy: TrendPolicy): History {
  for (const { id, nights } of series) checkNights(nights, id)
  const searches = searchAll(series, policy)
  const adjusted = adjustedPs(searches)
  const trends = searches.map(({ judged, steps }, i) => {
    const accepted = steps.filter(({ p }) => (adjusted.get(p) as number) <= policy.falseDiscoveryRate)
    const analysis = analysisOf(judged, accepted, policy)
    const changePoints = analysis.changePoints.map(change => ({
      ...change,
      adjustedP: adjusted.get(change.p) ?? null,
    }))
    return { id: series[i]?.id as string, ...analysis, changePoints }
  })
  return { series: trends, alerts: alertsOf(trends, series, policy) }
}
