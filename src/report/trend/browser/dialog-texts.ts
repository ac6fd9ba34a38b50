// Writes the texts around the open chart: its name, its legend, the machines to compare with, and the chart in words.
import { escapeHtml } from '../../html/escape.ts'
import { counted, formatValue } from '../../words/numbers.ts'
import { dateOf } from '../dates.ts'
import { MACHINE_SIGNS } from './chart/colours.ts'
import type { ChartData } from './chart/data.ts'
import { byId } from './elements.ts'
import type { PageData, PageSeries } from './page-data.ts'

/** The same benchmark and metric on other machines. */
export const others = ({ id, name, metric, unit }: PageSeries, data: PageData): PageSeries[] =>
  data.series.filter(
    each => each.id !== id && each.name === name && each.metric === metric && each.unit === unit,
  )

/** As many as there are signs and colours that can be told apart. */
const MOST_MACHINES = MACHINE_SIGNS.length
const ALL = 'all'

/** The other machines that a route's `with` means: one by its id, all of them, or none. */
export function chosenMachines(wanted: string, offered: PageSeries[]): PageSeries[] {
  if (wanted === ALL) return offered.slice(0, MOST_MACHINES - 1)
  return offered.filter(({ id }) => id === wanted)
}

/** The chart in words, for those who cannot see it. */
function chartSummary({ drawn, at }: ChartData, disturbed: number): string {
  const texts = drawn.map(({ series, points }) => {
    const [first, last] = [points.median[0], points.median.at(-1)].map(value =>
      formatValue(value ?? null, series.unit),
    )
    const changes = counted(series.changes.length, 'change')
    const ended = series.withdrawn.filter(({ isOver }) => isOver).length
    const lasting = series.withdrawn.length - ended
    const lost =
      (lasting === 0 ? '' : `, ${lasting} announced and not shown any more`) +
      (ended === 0 ? '' : `, ${ended} announced and over`)
    return `${series.name} on ${series.machine}: ${counted(points.nights.length, 'night')}, from ${first} to ${last}, ${changes}${lost}`
  })
  const [from, to] = [at[0], at.at(-1)]
  if (from === undefined || to === undefined) return 'Chart without a night: none has a value.'
  const nights = `Chart of nights from ${dateOf(from)} to ${dateOf(to)}.`
  const away = disturbed === 0 ? '' : `. Not judged, since the machine was disturbed: ${disturbed}`
  return `${nights} ${texts.join('. ')}${away}`
}

/** Offers the other machines, where there are any; `chosen` are those that are drawn. */
export function offerMachines(offered: PageSeries[], chosen: PageSeries[]): void {
  const select = byId<HTMLSelectElement>('other')
  const most = MOST_MACHINES - 1
  const every = offered.length > most ? `the first ${most} others` : `all ${offered.length} others`
  select.replaceChildren(
    new Option('no other machine', ''),
    ...(offered.length > 1 ? [new Option(every, ALL)] : []),
    ...offered.map(({ id, machine }) => new Option(machine, id)),
  )
  select.value = chosen.length > 1 ? ALL : (chosen[0]?.id ?? '')
  byId('compare').hidden = offered.length === 0
}

/** Marks the button of a group that is in force. */
export function markPressed(name: 'scale' | 'days', value: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`#chart [data-${name}]`)) {
    button.setAttribute('aria-pressed', String(button.dataset[name] === value))
  }
}

const LEGEND =
  'Line: median of each night. Dashed: level. Shaded: lowest to highest run. Circles: far from their neighbours.'

const DISTURBED = 'Amber dots: the machine was disturbed, and the night is not judged.'

/** Writes the name of the series, the legend, and the chart in words. */
export function describeChart(chart: ChartData, data: PageData): void {
  const [first] = chart.drawn
  if (first === undefined) return
  const { name, metric, better, machine, placement } = first.series
  byId('chart-name').textContent = name
  byId('chart-about').textContent =
    `${metric === '' ? 'value' : metric}, ${better} is better, on ${machine}${placement === undefined ? '' : `; ${placement}`}`
  const nights = new Set(chart.drawn.flatMap(({ points }) => points.nights))
  const disturbed = [...nights].filter(night => data.nights[night]?.disturbed).length
  byId('plot').setAttribute('aria-label', chartSummary(chart, disturbed))
  const keys = chart.drawn.map(
    ({ series }, i) =>
      `<span class="key series${i}">${MACHINE_SIGNS[i] ?? ''} ${escapeHtml(series.machine)}</span>`,
  )
  const away = disturbed > 0 ? ` ${DISTURBED}` : ''
  byId('legend').innerHTML = `${chart.drawn.length > 1 ? keys.join('') : ''}${LEGEND}${away}`
}
