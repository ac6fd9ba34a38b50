// Analyses all series together, anew every night. It finds change points with a controlled share of false ones, and
// chooses those to announce. The rule for that is calibrated for a look every night (docs/change-points.md).
import { isUncertain } from '../../model/index.ts'
import { benjaminiHochberg } from '../../stats/inference/multiple-testing.ts'
import { refinedSearch, type SearchedSeries, searchSeries, standsAlone } from './analyse-series.ts'
import { type SeriesFindings, seriesFindings } from './describe-changes.ts'
import { checkLevels, type SeriesLevels } from './judged-nights.ts'
import { type FoundChange, isRecent, isSameChange } from './same-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** `toAnnounce` are those of its change points that are sure enough and were not announced yet. */
export type AnalysedSeries = SeriesFindings & { toAnnounce: FoundChange[] }

/** Whether a change was announced already. */
export function isAnnounced(change: FoundChange, { nights, announced }: SeriesLevels): boolean {
  const own = nights.map(({ night }) => night)
  return announced.some(other => isSameChange(own, change, other))
}

/** Whether a change may be announced, if it is sure enough. */
function isFresh(change: FoundChange, series: SeriesLevels, { announceNights }: TrendPolicy): boolean {
  if (change.testbedChanged || change.nightsAfter < announceNights || isUncertain(change)) return false
  return !isAnnounced(change, series)
}

/** The permutations with which the smallest p is half of the level of `count` findings among `tests`. */
function permutationsFor(count: number, tests: number, { falseDiscoveryRate }: TrendPolicy): number {
  return Math.ceil((2 * tests) / (falseDiscoveryRate * count)) - 1
}

/** A quick search of each series. Its findings are tested again where more permutations are needed. */
function searchAll(series: SeriesLevels[], policy: TrendPolicy): SearchedSeries[] {
  const quick = series.map(each => searchSeries(each, policy, policy.permutations))
  const found = quick.reduce((sum, { steps }) => sum + steps.length, 0)
  const tests = quick.reduce((sum, { steps, lastP }) => sum + steps.length + Number(lastP !== null), 0)
  const fresh = quick.map(({ judged, steps }, i) => {
    const levels = series[i] as SeriesLevels
    const nights = levels.nights.map(({ night }) => night)
    // An older change needs no exact p-value, since it is not announced.
    const changes = seriesFindings(judged, steps, policy).changePoints.filter(
      change => isFresh(change, levels, policy) && isRecent(change, nights, policy.recentNights),
    )
    return new Set(changes.map(({ p }) => p))
  })
  const forAll = permutationsFor(found, tests, policy)
  const freshCount = fresh.filter(({ size }) => size > 0).length
  const forAnnouncing = Math.max(
    Math.ceil(1 / policy.announceAlpha) - 1,
    permutationsFor(freshCount, series.length, policy),
  )
  return quick.map((search, i) =>
    refinedSearch(search, policy, ({ p }) => {
      const needed = fresh[i]?.has(p) ? Math.max(forAll, forAnnouncing) : forAll
      return Math.min(policy.maxPermutations, needed)
    }),
  )
}

/** The adjusted p-value of each p, over all tests that were made. */
function adjustedPs(searches: SearchedSeries[]): Map<number, number> {
  const p = searches.flatMap(({ steps, lastP }) => [
    ...steps.map(step => step.p),
    ...(lastP === null ? [] : [lastP]),
  ])
  const adjusted = benjaminiHochberg(p)
  return new Map(p.map((value, i) => [value, adjusted[i] as number]))
}

/** Adds the changes to announce, a family of their own: old changes do not make room for new false ones. */
function withAnnouncements(
  findings: SeriesFindings[],
  { series, searches }: { series: SeriesLevels[]; searches: SearchedSeries[] },
  policy: TrendPolicy,
): AnalysedSeries[] {
  const fresh = findings.map(({ changePoints }, i) =>
    changePoints.filter(change => isFresh(change, series[i] as SeriesLevels, policy)),
  )
  const adjusted = benjaminiHochberg(fresh.map(changes => Math.min(1, ...changes.map(change => change.p))))
  return findings.map((each, i) => {
    const isSure = (adjusted[i] as number) <= policy.falseDiscoveryRate
    const sure = isSure ? (fresh[i] as FoundChange[]) : []
    const toAnnounce = sure.filter(
      change =>
        change.p <= policy.announceAlpha && standsAlone(searches[i] as SearchedSeries, change, policy),
    )
    return { ...each, toAnnounce }
  })
}

/** All series, in their order. Throws an InputError that names the series for a value that is not a finite number. */
export function analyseHistory(series: SeriesLevels[], policy: TrendPolicy): AnalysedSeries[] {
  for (const each of series) checkLevels(each)
  const searches = searchAll(series, policy)
  const adjusted = adjustedPs(searches)
  const findings = searches.map(({ judged, steps }) => {
    const accepted = steps.filter(
      ({ p, isKnown }) => isKnown || (adjusted.get(p) as number) <= policy.falseDiscoveryRate,
    )
    return seriesFindings(judged, accepted, policy)
  })
  return withAnnouncements(findings, { series, searches }, policy)
}
