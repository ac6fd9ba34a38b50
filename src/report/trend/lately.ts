// "What changed lately" as HTML: complete without the script, which only makes the names open their chart.

import type { ChangePoint, Trend, TrendAnalysis } from '../../model/index.ts'
import { escapeHtml, nameHtml, proseHtml } from '../html/escape.ts'
import { counted, formatChange, formatCount, formatInterval, formatPair } from '../words/numbers.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { visibleText } from '../words/visible-text.ts'
import { seriesId } from './data.ts'
import { nightDate } from './dates.ts'
import type { ChangeGroup, SeriesChange } from './groups.ts'
import { commitLink, compareLink, shortCommit } from './links.ts'
import { commitsOfDay, isSameCommit, nightBefore } from './nights.ts'

/** Changes of one night that are listed before the rest is folded away. */
const SHOWN = 5
/** Groups that are listed before the rest is folded away. */
const GROUPS = 5

/** `machines`: whether there are several, so that they are named. */
type LatelyOptions = { trend: Trend; analysis: TrendAnalysis; testbed: string[][]; machines: boolean }

const link = (href: string | null, text: string): string =>
  href === null ? text : `<a href="${escapeHtml(href)}" rel="noreferrer">${text}</a>`

/** The commits between two nights, as a link where there is one; says so when no commit is between them. */
function commitsHtml(trend: Trend, from: number | null, to: number): string {
  const after = trend.nights[to]?.commit ?? null
  const before = from === null ? null : (trend.nights[from]?.commit ?? null)
  const code = (commit: string | null): string => `<code>${escapeHtml(shortCommit(commit))}</code>`
  if (before === null) return link(commitLink(trend.repository, after), code(after))
  if (before === after)
    return `the same commit ${link(commitLink(trend.repository, after), code(after))} both nights`
  return link(compareLink(trend.repository, before, after), `${code(before)} … ${code(after)}`)
}

/** The nights in which it may have happened, if they are several, with all commits that may have caused it. */
function rangeHtml(change: SeriesChange, trend: Trend): string {
  const [first, last] = change.point.range
  if (first === last) return ''
  const [from, to] = [trend.nights[first], trend.nights[last]].map(night => nightDate(night?.date ?? ''))
  const before = nightBefore(change.series.nights, first)
  // Where only the machine changed, no commit is named.
  const isMachine = change.point.testbedChanged && isSameCommit(trend, before, last)
  const commits = isMachine ? '' : `: ${commitsHtml(trend, before, last)}`
  const span = commitsOfDay(trend, change.point.range, change.series.nights) ?? `${from} to ${to}`
  return `<small class="range">credibly ${proseHtml(span)}${commits}</small>`
}

function levelsHtml({ index, series, point }: SeriesChange, analysis: TrendAnalysis): string {
  const segments = analysis.series[index]?.segments ?? []
  const at = segments.findIndex(({ from, to }) => from <= point.night && point.night <= to)
  const [before, after] = [segments[at - 1], segments[at]]
  if (before === undefined || after === undefined) return ''
  const [from, to] = formatPair(before.level, after.level, series.unit)
  return `${proseHtml(from)} → ${proseHtml(to)}`
}

/** ▲ and ▼ say where the numbers went, the word says whether that is good. */
function changeTone({ direction }: ChangePoint, gates: boolean): string {
  return !gates ? 'calm' : direction === 'worse' ? 'bad' : 'good'
}

function changeRow(change: SeriesChange, { trend, analysis, machines }: LatelyOptions): string {
  const { series, point } = change
  const name = shortenMiddle(visibleText(series.benchmark).trim() || '(empty)', 300)
  const interval =
    point.interval === null ? '' : `<small>${proseHtml(formatInterval(point.interval))}</small>`
  const about = [
    series.metric,
    ...(machines ? [series.machine] : []),
    ...(series.gates ? [] : ['informational']),
  ]
  return `<tr class="${changeTone(point, series.gates)}"><td class="number moved">${point.ratio > 1 ? '▲' : '▼'}
${proseHtml(formatChange(point.ratio))} <span class="word">${point.direction}</span></td><td class="number">${interval}</td>
<td class="number">${levelsHtml(change, analysis)}</td>
<th scope="row"><a href="#series=${seriesId(series)}"><bdi>${nameHtml(name)}</bdi></a>
<small class="metric"><bdi>${escapeHtml(about.join(' · '))}</bdi></small>${rangeHtml(change, trend)}</th></tr>`
}

function changesTable(changes: SeriesChange[], options: LatelyOptions): string {
  if (changes.length === 0) return ''
  return `<div class="scroll"><table class="changes"><thead class="unseen"><tr><th scope="col">Change</th>
<th scope="col">Interval</th><th scope="col">From and to</th><th scope="col">Benchmark</th></tr></thead>
<tbody>${changes.map(change => changeRow(change, options)).join('\n')}</tbody></table></div>`
}

function tally(changes: SeriesChange[]): string {
  const worse = changes.filter(({ point }) => point.direction === 'worse').length
  const parts = [worse && `${formatCount(worse)} worse`, `${formatCount(changes.length - worse)} better`]
  return parts.filter(part => part !== 0 && part !== '0 better').join(', ')
}

function machineHtml({ series, point: { range } }: SeriesChange, trend: Trend): string {
  if (range[0] === range[1]) return '<b>The machine changed that night</b>, so no commit is blamed.'
  const changed = '<b>The machine changed within these nights</b>'
  const before = nightBefore(series.nights, range[0])
  if (isSameCommit(trend, before, range[1])) return `${changed}, so no commit is blamed.`
  return `${changed}; so did commits: ${commitsHtml(trend, before, range[1])}`
}

function causeHtml(group: ChangeGroup, { trend, testbed }: LatelyOptions): string {
  const [worst] = group.changes
  if (worst === undefined) return ''
  const { night, lastGood } = worst.point
  if (!group.testbedChanged) {
    const since =
      worst.point.direction === 'worse'
        ? 'First bad night; since the last good one'
        : 'First better night; since the one before'
    return `<p>${since}: ${commitsHtml(trend, lastGood, night)}</p>`
  }
  const within = trend.nights.map((_, i) => i).slice(worst.point.range[0], worst.point.range[1] + 1)
  const ours = [...within, night].filter(i => trend.nights[i]?.machine === worst.series.machine)
  const facts = [...new Set(ours.flatMap(i => testbed[i] ?? []))]
  const list =
    facts.length === 0 ? '' : `<ul>${facts.map(fact => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>`
  return `<p class="event">${machineHtml(worst, trend)}</p>${list}`
}

function groupTone({ testbedChanged, changes: [worst] }: ChangeGroup): string {
  if (testbedChanged || worst === undefined) return 'unsure'
  return changeTone(worst.point, worst.series.gates)
}

function groupHtml(group: ChangeGroup, options: LatelyOptions): string {
  const [shown, folded] = [group.changes.slice(0, SHOWN), group.changes.slice(SHOWN)]
  const rest =
    folded.length === 0 ? '' : folding(counted(folded.length, 'more change'), changesTable(folded, options))
  const machines = [...new Set(group.changes.map(({ series }) => series.machine))]
  const on = options.machines
    ? `on ${machines.map(name => `<bdi>${escapeHtml(name)}</bdi>`).join(', ')}: `
    : ''
  return `<article class="${groupTone(group)}"><h3><time>${escapeHtml(nightDate(group.night.date))}</time>
<span>${on}${tally(group.changes)}</span></h3>
${causeHtml(group, options)}
${changesTable(shown, options)}${rest}</article>`
}

function folding(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`
}

/** All groups, the first ones unfolded; empty for none. */
export function latelyHtml(groups: ChangeGroup[], options: LatelyOptions): string {
  if (groups.length === 0) return ''
  const articles = groups.map(group => groupHtml(group, options))
  const more = articles.slice(GROUPS)
  const rest = more.length === 0 ? '' : folding(counted(more.length, 'more night'), more.join('\n'))
  return `<section id="lately"><h2>What changed lately</h2>${articles.slice(0, GROUPS).join('\n')}${rest}</section>`
}
