// The table of all series. It is complete without the script, which adds sparklines, sorting, search and charts.
import { isUncertain, type Trend } from '../../../model/index.ts'
import { escapeHtml, nameHtml, proseHtml } from '../../html/escape.ts'
import { controlsHtml, foldedTable, sortableHead } from '../../html/table-markup.ts'
import { formatChange, formatInterval, formatValue, NOTHING } from '../../words/numbers.ts'
import { nameText } from '../../words/rows/row.ts'
import { shortenMiddle, visibleText } from '../../words/visible-text.ts'
import { withdrawnText } from '../cause.ts'
import { dayOfNight } from '../dates.ts'
import { seriesAbout } from '../groups.ts'
import { seenStepText } from '../seen-steps.ts'
import { RECENT_NIGHTS } from '../since.ts'
import { seriesId } from './data.ts'
import type { Figures, ShownShift } from './figures.ts'
import type { TrendRow } from './rows.ts'

const LONGEST_NAME = 300

const STATES: Record<TrendRow['state'], { text: string; tone: string }> = {
  worse: { text: 'worse lately', tone: 'bad' },
  machine: { text: 'machine changed', tone: 'unsure' },
  better: { text: 'better lately', tone: 'good' },
  unjudged: { text: 'not judged', tone: 'unsure' },
  steady: { text: 'steady', tone: 'calm' },
}

function shiftHtml(shift: ShownShift | null): string {
  if (shift === null) return NOTHING
  const interval =
    shift.interval === null ? '' : `<small>${proseHtml(formatInterval(shift.interval))}</small>`
  const machine = shift.testbedChanged ? '<small class="event">other machine state</small>' : ''
  return `${proseHtml(formatChange(shift.ratio))}${interval}${machine}`
}

function releaseHtml({ release }: Figures, trend: Trend): string {
  if (release === null) return NOTHING
  const tag = trend.nights[release.since]?.tags.at(-1) ?? ''
  return `${shiftHtml(release)}<small><bdi>${escapeHtml(shortenMiddle(visibleText(tag), 24))}</bdi></small>`
}

function withdrawnHtml({ withdrawn }: Figures, trend: Trend): string {
  if (withdrawn === null) return ''
  const text = `${formatChange(withdrawn.ratio)} ${withdrawnText(dayOfNight(trend, withdrawn.told))}`
  return `<small class="event">${proseHtml(text)}</small>`
}

function changeHtml({ lastChange: change, smallest }: Figures, trend: Trend): string {
  if (change === null)
    return smallest === undefined ? NOTHING : `${NOTHING}<small>${seenStepText(smallest)}</small>`
  const date = dayOfNight(trend, change.night)
  const word = isUncertain(change) ? 'not sure' : change.testbedChanged ? 'machine' : null
  const cause = word === null ? '' : ` <span class="event">${word}</span>`
  return `${proseHtml(formatChange(change.ratio))}${cause}<small>${proseHtml(date)}</small>`
}

function rowHtml({ series, figures, state, story }: TrendRow, trend: Trend, machines: boolean): string {
  const name = shortenMiddle(nameText(series), LONGEST_NAME)
  const texts = seriesAbout(series, machines).map(text =>
    escapeHtml(shortenMiddle(visibleText(text), LONGEST_NAME)),
  )
  const ended = figures.endedAt === null ? null : dayOfNight(trend, figures.endedAt)
  const until = ended === null ? '' : `<small class="event">as of ${proseHtml(ended)}</small>`
  const { text, tone } = STATES[state]
  const said = story === null || story === state ? (state === 'steady' ? '' : text) : `${story} lately`
  const mark = said === '' ? '' : `<span class="verdict">${said}</span>`
  return `<tr class="${series.gates ? tone : 'calm'}" data-kind="${state}"><th scope="row"><a href="#series=${seriesId(series)}">
<bdi>${nameHtml(name)}</bdi></a> ${mark}<small class="metric"><bdi>${texts.join(' · ')}</bdi></small></th>
<td class="chart spark"></td><td class="number" data-label="latest">${proseHtml(formatValue(figures.latest, series.unit))}${until}</td>
<td class="number" data-label="${RECENT_NIGHTS} nights">${shiftHtml(figures.recent)}</td><td class="number" data-label="since release">${releaseHtml(figures, trend)}</td>
<td class="number" data-label="last change">${changeHtml(figures, trend)}${withdrawnHtml(figures, trend)}</td></tr>`
}

/** The controls and the table of these rows in their order. */
export function trendTable(rows: TrendRow[], trend: Trend): string {
  const machines = new Set(trend.series.map(({ machine }) => machine)).size > 1
  const states = rows.map(({ state }) => state)
  const text = (state: string) => STATES[state as TrendRow['state']].text
  const table = { table: 1, searched: 'benchmark, metric or machine', by: 'what happened', text }
  return `${controlsHtml(states, table)}
${foldedTable(
  'All series',
  `<table id="rows" class="rows trend" data-table="1"><caption class="unseen">All series, what changed lately first</caption>
<thead><tr>${sortableHead('name', 'Benchmark')}<th scope="col" class="chart">All nights</th>
${sortableHead('latest', 'Latest', 'number')}${sortableHead('recent', `${RECENT_NIGHTS} nights`, 'number')}
${sortableHead('release', 'Since release', 'number')}${sortableHead('change', 'Last change', 'number')}</tr></thead>
<tbody>${rows.map(row => rowHtml(row, trend, machines)).join('\n')}</tbody>
</table>`,
)}`
}
