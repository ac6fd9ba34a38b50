// What stands around the open chart: its name, what is drawn, whom to compare with, and the chart in words.
import { formatValue } from '../../words/numbers.ts'
import type { ChartData } from './chart-data.ts'
import { byId, element } from './elements.ts'
import type { PageData, PageSeries } from './page-data.ts'
import { dayOf } from './route.ts'

/** The same benchmark and metric on other machines. */
export function others({ id, name, metric, unit }: PageSeries, data: PageData): PageSeries[] {
  const same = data.series.filter(each => each.name === name && each.metric === metric && each.unit === unit)
  return same.filter(each => each.id !== id)
}

/** The chart in words, for those who cannot see it. */
function chartSummary({ drawn, at }: ChartData): string {
  const texts = drawn.map(({ series, points }) => {
    const [first, last] = [points.median[0], points.median.at(-1)].map(value =>
      formatValue(value ?? null, series.unit),
    )
    const changes = `${series.changes.length} change${series.changes.length === 1 ? '' : 's'}`
    return `${series.name} on ${series.machine}: ${points.nights.length} nights, from ${first} to ${last}, ${changes}`
  })
  return `Chart of nights from ${dayOf(at[0] ?? 0)} to ${dayOf(at.at(-1) ?? 0)}. ${texts.join('. ')}`
}

/** Offers the other machines, where there are any; `chosen` is the id of one or empty. */
export function offerMachines(series: PageSeries, data: PageData, chosen: string): void {
  const select = byId<HTMLSelectElement>('other')
  const none = element('option', '', 'no other machine')
  none.value = ''
  const options = others(series, data).map(other => {
    const option = element('option', '', other.machine)
    option.value = other.id
    return option
  })
  select.replaceChildren(none, ...options)
  select.value = chosen
  byId('compare').hidden = options.length === 0
}

/** Marks the button of a group that is in force. */
export function markPressed(name: 'scale' | 'days', value: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`#chart [data-${name}]`)) {
    button.setAttribute('aria-pressed', String(button.dataset[name] === value))
  }
}

const LEGEND =
  'Line: median of each night. Dashed: level. Shaded: lowest to highest run. Circles: far from their neighbours.'

/** Names the series, what is drawn, and says the chart in words. */
export function describeChart(chart: ChartData): void {
  const [first] = chart.drawn
  if (first === undefined) return
  const { name, metric, better, machine } = first.series
  byId('chart-name').textContent = name
  byId('chart-about').textContent = `${metric === '' ? 'value' : metric}, ${better} is better, on ${machine}`
  byId('plot').setAttribute('aria-label', chartSummary(chart))
  const keys = chart.drawn.map(({ series }, i) => element('span', `key series${i}`, series.machine))
  byId('legend').replaceChildren(...(chart.drawn.length > 1 ? keys : []), LEGEND)
}
