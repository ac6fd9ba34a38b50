// Shows one night, all changes and all nights of the open series in words and links. What users name things is escaped.
import { isUncertain } from '../../../model/uncertain-change.ts'
import { escapeHtml, factHtml, headHtml, proseHtml } from '../../html/escape.ts'
import { counted, formatChange, formatInterval, formatPair, formatValue } from '../../words/numbers.ts'
import { causeOf, commitsHtml, withdrawnText } from '../cause.ts'
import { dateOf } from '../dates.ts'
import { commitLink, linkHtml, shortCommit } from '../links.ts'
import { type ChartData, type Drawn, HALF_A_DAY } from './chart/data.ts'
import type { PageData, PageNight } from './page-data.ts'

const DISTURBED = 'the machine was disturbed'

const commitHtml = ({ repository }: PageData, { commit }: PageNight): string =>
  linkHtml(commitLink(repository, commit), `<code>${escapeHtml(shortCommit(commit))}</code>`)

function valueText({ series, points, runs }: Drawn, place: number): string {
  const { unit } = series
  const [median = 0, low = 0, high = 0] = [points.median[place], points.low[place], points.high[place]]
  const spread = low === high ? '' : `, runs ${formatPair(low, high, unit).join(' to ')}`
  const count = runs[place]?.length ?? 0
  const all = count > 0 ? ` (${counted(count, 'run')})` : ''
  const spike = series.spikes.includes(points.nights[place] ?? -1) ? ', far from its neighbours' : ''
  return `<b>${escapeHtml(formatValue(median, unit))}</b>${escapeHtml(`${spread}${all}${spike}`)}`
}

/** The night of a series that is nearest to a time, if it is the same night: within twelve hours. */
function nearestNight({ points }: Drawn, data: PageData, seconds: number): number {
  const away = points.nights.map(night => Math.abs((data.nights[night]?.at ?? 0) - seconds))
  const least = Math.min(...away)
  return least <= HALF_A_DAY ? away.indexOf(least) : -1
}

/** The night at position `index` of the chart. */
export function nightPanel(chart: ChartData, data: PageData, index: number, kept: boolean): string {
  const seconds = chart.at[index]
  if (seconds === undefined) return '<h3>No night has a value</h3>'
  const facts = chart.drawn.flatMap(drawn => {
    const place = nearestNight(drawn, data, seconds)
    const night = data.nights[drawn.points.nights[place] ?? -1]
    if (night === undefined) return []
    return [
      factHtml(night.machine, valueText(drawn, place)),
      factHtml('commit', commitHtml(data, night)),
      night.tags.length > 0 ? factHtml('release', escapeHtml(night.tags.join(', '))) : '',
      night.testbed.length > 0 ? factHtml('machine changed', escapeHtml(night.testbed.join('; '))) : '',
      night.disturbed ? factHtml('not judged', DISTURBED) : '',
      night.url === null ? '' : factHtml('run', linkHtml(night.url, 'workflow run')),
    ]
  })
  const note = kept ? '<small> kept; click again to let go</small>' : ''
  return `<h3>${dateOf(seconds)}${note}</h3><dl>${facts.join('')}</dl>`
}

const item = (tone: string, size: string, ...lines: string[]): string =>
  `<li class="${tone}"><b class="moved">${size}</b>${lines.join('<br>')}</li>`

/** All changes of a series, the newest first; then those that were announced and are not found any more. */
export function changesPanel({ series, points }: Drawn, data: PageData): string {
  const day = (night: number): string => dateOf(data.nights[night]?.at ?? 0)
  const dayIfKnown = (night: number | null) => (night === null ? '' : day(night))
  const own = { nights: points.nights, machine: series.machine }
  const testbed = data.nights.map(night => night.testbed)
  const found = series.changes.toReversed().map(change => {
    const { direction, ratio, interval, night, testbedChanged } = change
    const isUnsure = isUncertain(change)
    const tone = testbedChanged || isUnsure ? 'unsure' : direction === 'worse' ? 'bad' : 'good'
    const [first, last] = change.range.map(day)
    const span = interval === null ? '' : ` <span class="muted">${formatInterval(interval)}</span>`
    const when = first === last ? day(night) : `${day(night)} (${first} to ${last})`
    const { said, commits } = causeOf(data, change, own, testbed)
    const cause = commits === null ? said : `${said}: ${commitsHtml(commits)}`
    const why = isUnsure ? 'not sure: it may be no change at all' : cause
    return item(tone, `${formatChange(ratio)} ${direction}`, span, when, why)
  })
  const lost = series.withdrawn.toReversed().map(({ ratio, direction, told, isOver, over }) => {
    const text = withdrawnText(dayIfKnown(told), isOver, dayIfKnown(over))
    return item('unsure', `${formatChange(ratio)} ${direction}`, '', text)
  })
  const items = [...found, ...lost].join('')
  if (points.nights.length === 0 && items === '') return ''
  return `<h3>${found.length === 0 ? 'No change was found' : 'Changes'}</h3>${items && `<ul>${items}</ul>`}`
}

/** Every night in numbers, the newest first. */
export function nightsTable({ series, points }: Drawn, data: PageData): string {
  const rows = points.nights.map((index, i) => {
    const night = data.nights[index] as PageNight
    const cells = [points.median[i], points.low[i], points.high[i]].map(
      value => `<td class="number">${escapeHtml(formatValue(value ?? null, series.unit))}</td>`,
    )
    const notes = [...night.tags, ...night.testbed, ...(night.disturbed ? [`not judged: ${DISTURBED}`] : [])]
    return `<tr><th scope="row">${dateOf(night.at)}</th>${cells.join('')}<td>${commitHtml(data, night)}</td>
<td>${proseHtml(notes.join('; '))}</td></tr>`
  })
  return `<table>${headHtml(['Night', 'Median', 'Lowest', 'Highest', 'Commit', 'Notes'])}
<tbody>${rows.toReversed().join('')}</tbody></table>`
}
