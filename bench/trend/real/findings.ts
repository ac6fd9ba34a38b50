// Whether a change of the search changes what it finds: `npm run bench:findings -- FILE [BEFORE]` writes all change
// points of real, short, simulated and long histories to FILE, with the CPU time of each kind. With BEFORE, a file of an
// earlier run, it prints every difference. EVERY=4 takes every fourth series only, LONG=24 fewer than
// 354 long ones.
import { readFileSync, writeFileSync } from 'node:fs'
import { type AnalysedSeries, analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import { disturbedNights } from '../../../src/history/analyse/disturbed-nights.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { cleanYears, hardYears, middleSteps } from '../cells.ts'
import { nightsOf } from '../simulate.ts'
import { histories } from './histories.ts'
import { longHistory } from './long.ts'
import { levelsOf } from './methods.ts'
import type { RealHistory, RealSeries } from './parse.ts'

const EVERY = Number(process.env.EVERY ?? 1)
const LONG = { series: Number(process.env.LONG ?? 354), nights: 3239 }
const SHORT = 45
const SIMULATED = Math.ceil(20 / EVERY)
/** After this share of its nights a series has a first look, whose announcements the second one knows. */
const FIRST = 0.6

/** By series: its change points as text. */
type Findings = Record<string, string[]>
type Kind = { seconds: number; findings: Findings }

const textOf = (toAnnounce: unknown[]) => (change: AnalysedSeries['changePoints'][number]) => {
  const { range, ratio, night, p } = change
  const marks = toAnnounce.includes(change) ? ' announced' : ''
  return `${night} [${range}] ×${ratio.toPrecision(6)} p ${p.toPrecision(4)}${marks}`
}

function findingsOf(levels: SeriesLevels[]): { findings: Findings; analysed: AnalysedSeries[] } {
  const analysed = analyseHistory(levels, defaultTrendPolicy)
  const texts = analysed.map(each => each.changePoints.map(textOf(each.toAnnounce)))
  return { findings: Object.fromEntries(levels.map(({ id }, i) => [id, texts[i] as string[]])), analysed }
}

/** All series together, as one history. */
function together(series: RealSeries[]): Findings {
  const measured = series.map(levelsOf)
  const disturbed = new Set(disturbedNights(measured).map(({ night }) => night))
  return findingsOf(measured.map((each, i) => ({ ...each, id: `${i} ${each.id}`, disturbed }))).findings
}

/** A look at the first nights, and one at all that knows what the first one announced. */
function twice(series: RealSeries[]): Findings {
  const levels = series.map((each, i) => ({ ...levelsOf(each), id: `${i} ${each.name}` }))
  const first = levels.map(each => ({
    ...each,
    nights: each.nights.slice(0, FIRST * each.nights.length),
  }))
  const { analysed } = findingsOf(first)
  return findingsOf(
    levels.map((each, i) => ({ ...each, announced: (analysed[i] as AnalysedSeries).toAnnounce })),
  ).findings
}

const shortened = ({ series }: RealHistory) =>
  series.map(each => ({ ...each, values: each.values.slice(0, SHORT) }))

const simulated = (): SeriesLevels[] =>
  [...cleanYears, ...hardYears, ...middleSteps].flatMap(cell =>
    Array.from({ length: SIMULATED }, (_, index) => ({
      id: `${cell.key} ${index}`,
      better: 'lower' as const,
      nights: nightsOf(cell, 1, index),
      announced: [],
    })),
  )

function timed(name: string, find: () => Findings): Kind {
  const begin = process.cpuUsage()
  const findings = find()
  const { user, system } = process.cpuUsage(begin)
  const seconds = (user + system) / 1e6
  const count = Object.values(findings).reduce((sum, { length }) => sum + length, 0)
  console.log(
    `${name}: ${Object.keys(findings).length} series, ${count} change points, ${seconds.toFixed(1)} s`,
  )
  return { seconds, findings }
}

function printDifferences(name: string, before: Kind, after: Kind): void {
  const ids = Object.keys(after.findings).filter(id => id in before.findings)
  const differing = ids.filter(id => `${before.findings[id]}` !== `${after.findings[id]}`)
  console.log(
    `${name}: ${differing.length} of ${ids.length} series differ; ${before.seconds.toFixed(1)} s → ${after.seconds.toFixed(1)} s`,
  )
  for (const id of differing) {
    const [was, is] = [before.findings[id] as string[], after.findings[id] as string[]]
    console.log(`  ${id}`)
    for (const each of was) if (!is.includes(each)) console.log(`    − ${each}`)
    for (const each of is) if (!was.includes(each)) console.log(`    + ${each}`)
  }
}

const [file, earlier] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: npm run bench:findings -- FILE [BEFORE]')
const suites = histories().map(each => ({ ...each, series: each.series.filter((_, i) => i % EVERY === 0) }))
const kinds: Record<string, Kind> = {
  ...Object.fromEntries(suites.map(each => [each.suite, timed(each.suite, () => together(each.series))])),
  short: timed('short', () => findingsOf(suites.flatMap(shortened).map(levelsOf)).findings),
  'looked at twice': timed('looked at twice', () => twice(suites.flatMap(({ series }) => series))),
  simulated: timed('simulated', () => findingsOf(simulated()).findings),
  long: timed('long', () => together(longHistory(suites, LONG.series, LONG.nights))),
}
writeFileSync(file, JSON.stringify(kinds))
if (earlier !== undefined) {
  const before = JSON.parse(readFileSync(earlier, 'utf8')) as Record<string, Kind>
  for (const [name, kind] of Object.entries(kinds)) {
    const was = before[name]
    if (was) printDifferences(name, was, kind)
  }
}
