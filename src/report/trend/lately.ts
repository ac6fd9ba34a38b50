// "What changed lately" as HTML: complete without the script, which only makes the names open their chart.
import type { ChangePoint, Trend, TrendAnalysis } from '../../model/index.ts'
import { capital } from '../../phrases.ts'
import { escapeHtml, listHtml, nameHtml, proseHtml } from '../html/escape.ts'
import { counted, formatChange, formatInterval, formatPair } from '../words/numbers.ts'
import { nameText } from '../words/rows/row.ts'
import { shortenMiddle } from '../words/visible-text.ts'
import { causeOf, commitsHtml, commitsWithin, firstNightWords, levelsAround } from './cause.ts'
import { nightDate } from './dates.ts'
import { type ChangeGroup, machinesOf, type SeriesChange, seriesAbout, tally } from './groups.ts'
import { seriesId } from './page/data.ts'

/** Changes of a night, and groups, that are listed before the rest is folded away. */
const SHOWN = 5
const GROUPS = 5

/** `machines`: whether there are several, so that they are named. */
type LatelyOptions = { trend: Trend; analysis: TrendAnalysis; testbed: string[][]; machines: boolean }

/** The nights in which it may have happened, if they are several, with all commits that may have caused it. */
function rangeHtml({ point, series }: SeriesChange, trend: Trend): string {
  const nights = firstNightWords(trend, point, series)
  if (nights === null) return ''
  const within = commitsWithin(trend, point, series)
  // Where only the machine changed, no commit is named.
  const commits = point.testbedChanged && within.isSame ? '' : `: ${commitsHtml(within)}`
  return `<small class="range">may have been ${proseHtml(nights)}${commits}</small>`
}

/** ▲ and ▼ say where the numbers went, the word says whether that is good. */
const changeTone = ({ direction }: ChangePoint, gates: boolean): string =>
  !gates ? 'calm' : direction === 'worse' ? 'bad' : 'good'

function changeRow(change: SeriesChange, { trend, analysis, machines }: LatelyOptions): string {
  const { series, point } = change
  const name = shortenMiddle(nameText(series), 300)
  const interval =
    point.interval === null ? '' : `<small>${proseHtml(formatInterval(point.interval))}</small>`
  const about = seriesAbout(series, machines)
  const [before, after] = levelsAround(analysis, change.index, point)
  const [from, to] = formatPair(before, after, series.unit).map(proseHtml)
  const levels = before === null || after === null ? '' : `${from} → ${to}`
  return `<tr class="${changeTone(point, series.gates)}"><td class="number moved">${point.ratio > 1 ? '▲' : '▼'}
${proseHtml(formatChange(point.ratio))} <span class="word">${point.direction}</span></td><td class="number">${interval}</td>
<td class="number">${levels}</td>
<th scope="row"><a href="#series=${seriesId(series)}"><bdi>${nameHtml(name)}</bdi></a>
<small class="metric"><bdi>${escapeHtml(about.join(' · '))}</bdi></small>${rangeHtml(change, trend)}</th></tr>`
}

function changesTable(changes: SeriesChange[], options: LatelyOptions): string {
  if (changes.length === 0) return ''
  return `<div class="scroll"><table class="changes"><thead class="unseen"><tr><th scope="col">Change</th>
<th scope="col">Interval</th><th scope="col">From and to</th><th scope="col">Benchmark</th></tr></thead>
<tbody>${changes.map(change => changeRow(change, options)).join('\n')}</tbody></table></div>`
}

function causeHtml(group: ChangeGroup, { trend, testbed }: LatelyOptions): string {
  const [worst] = group.changes
  if (worst === undefined) return ''
  const { said, commits, facts } = causeOf(trend, worst.point, worst.series, testbed)
  const text = capital(said).replace(/^[^,;]+/, begin => `<b>${begin}</b>`)
  const list = facts.length === 0 ? '' : listHtml(facts.map(escapeHtml))
  const end = commits === null ? '.' : `: ${commitsHtml(commits)}`
  return `<p${group.testbedChanged ? ' class="event"' : ''}>${text}${end}</p>${list}`
}

function groupTone({ testbedChanged, changes: [worst] }: ChangeGroup): string {
  if (testbedChanged || worst === undefined) return 'unsure'
  return changeTone(worst.point, worst.series.gates)
}

function groupHtml(group: ChangeGroup, options: LatelyOptions): string {
  const [shown, folded] = [group.changes.slice(0, SHOWN), group.changes.slice(SHOWN)]
  const rest =
    folded.length === 0 ? '' : folding(counted(folded.length, 'more change'), changesTable(folded, options))
  const names = machinesOf(group).map(name => `<bdi>${escapeHtml(name)}</bdi>`)
  const on = options.machines ? `on ${names.join(', ')}: ` : ''
  return `<article class="${groupTone(group)}"><h3><time>${escapeHtml(nightDate(group.night.date))}</time>
<span>${on}${tally(group)}</span></h3>
${causeHtml(group, options)}
${changesTable(shown, options)}${rest}</article>`
}

const folding = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>${content}</details>`

/** All groups, the first ones unfolded; empty for none. */
export function latelyHtml(groups: ChangeGroup[], options: LatelyOptions): string {
  if (groups.length === 0) return ''
  const articles = groups.map(group => groupHtml(group, options))
  const more = articles.slice(GROUPS)
  const rest = more.length === 0 ? '' : folding(counted(more.length, 'more night'), more.join('\n'))
  return `<section id="lately"><h2>What changed lately</h2>${articles.slice(0, GROUPS).join('\n')}${rest}</section>`
}
