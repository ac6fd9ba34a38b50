// What trends say in a few words, for a list of suites and for a badge: what the benchmarks that gate did lately.
import type { TooFewNights, Trend, TrendAnalysis } from '../../model/index.ts'
import { creepsLately } from '../trend/creeps.ts'
import { dateOf } from '../trend/dates.ts'
import { recentGroups, type SeriesChange } from '../trend/groups.ts'
import { movedLately } from '../trend/headline.ts'
import { RECENT_NIGHTS, type Since } from '../trend/since.ts'
import { counted } from '../words/numbers.ts'

/** `tooFew` is set where the history is too short to look for changes. */
export type SiteTrend = { trend: Trend; analysis: TrendAnalysis; tooFew: TooFewNights | null }
export type Statement = { tone: 'bad' | 'unsure' | 'good' | 'calm'; text: string }

const timeOf = ({ nights }: Trend, night: number): number => Date.parse(nights[night]?.date ?? '') || 0

/** `since 20 May`; with the year where it is not that of the last night. */
function sinceText(at: number, last: number): string {
  const [date, newest] = [at, last].map(time => dateOf(time / 1000)) as [string, string]
  const isThisYear = date.slice(-5) === newest.slice(-5)
  return `since ${isThisYear ? date.slice(0, -5) : date}`
}

/** The changes of the gating series since a night, of one machine or of all, by what they come to. */
function changesSince(trends: SiteTrend[], since: Since, machine: string | null) {
  const found = trends.map(({ trend, analysis }) => {
    const isShown = ({ series }: SeriesChange) => machine === null || series.machine === machine
    const groups = recentGroups(trend, analysis, since)
    const own = groups.map(group => ({ ...group, changes: group.changes.filter(isShown) }))
    const creeps = creepsLately(trend, analysis, since).filter(isShown)
    return { trend, moved: movedLately({ groups: own, creeps }) }
  })
  return (kind: keyof ReturnType<typeof movedLately>) =>
    found.flatMap(({ trend, moved }) =>
      moved[kind].map(({ series: { benchmark }, point }) => ({ benchmark, at: timeOf(trend, point.night) })),
    )
}

/** What the gating series did lately, on one machine or on all, as the headline of a trend has it: `2 worse since 20 May`. */
export function statementOf(trends: SiteTrend[], machine: string | null = null): Statement {
  const times = trends.flatMap(({ trend }) =>
    trend.nights.flatMap((night, i) =>
      machine === null || night.machine === machine ? [timeOf(trend, i)] : [],
    ),
  )
  if (times.length === 0) return { tone: 'unsure', text: 'no night yet' }
  const last = Math.max(...times)
  const lately = changesSince(trends, RECENT_NIGHTS, machine)
  const [worse, byMachine, better] = [lately('worse'), lately('byMachine'), lately('better')]
  const told = (changes: typeof worse) => ({
    count: new Set(changes.map(({ benchmark }) => benchmark)).size,
    since: sinceText(Math.min(...changes.map(({ at }) => at)), last),
  })
  if (worse.length > 0) return { tone: 'bad', text: `${told(worse).count} worse ${told(worse).since}` }
  if (byMachine.length > 0) return { tone: 'unsure', text: `machine changed ${told(byMachine).since}` }
  if (better.length > 0) return { tone: 'good', text: `${told(better).count} better ${told(better).since}` }
  const ever = changesSince(trends, '', machine)
  const all = [...ever('byCode'), ...ever('byMachine')]
  if (all.length === 0 && trends.every(({ tooFew }) => tooFew !== null)) {
    const most = Math.max(...trends.map(({ tooFew }) => tooFew?.nights ?? 0))
    return { tone: 'unsure', text: `${counted(most, 'night')}, too few yet` }
  }
  const quiet = all.length === 0 ? Math.min(...times) : Math.max(...all.map(({ at }) => at))
  return { tone: 'calm', text: `no change ${sinceText(quiet, last)}` }
}

/** The form that shields.io reads from an address: https://shields.io/badges/endpoint-badge */
const BADGE_COLOURS = {
  bad: 'orange',
  unsure: 'lightgrey',
  good: 'brightgreen',
  calm: 'brightgreen',
} as const

/** The JSON of a badge; `label` is what stands at its left. */
export const badgeJson = (label: string, { tone, text }: Statement): string =>
  `${JSON.stringify({ schemaVersion: 1, label, message: text, color: BADGE_COLOURS[tone] })}\n`
