// Shows one night, all changes and all nights of the open series in words and links.
import type { ChangePoint } from '../../../model/index.ts'
import { isUncertain } from '../../../model/uncertain-change.ts'
import { counted, formatChange, formatInterval, formatPair, formatValue } from '../../words/numbers.ts'
import { dateOf } from '../dates.ts'
import { commitLink, compareLink, shortCommit } from '../links.ts'
import { withdrawnText } from '../withdrawn.ts'
import type { ChartData, Drawn } from './chart/data.ts'
import { element, linked } from './elements.ts'
import type { PageData, PageNight } from './page-data.ts'

const HALF_A_DAY = 43_200

function commitOf(data: PageData, night: PageNight | undefined): Node | string {
  const commit = night?.commit ?? null
  return linked(commitLink(data.repository, commit), element('code', '', shortCommit(commit)))
}

function compareOf(data: PageData, from: PageNight | undefined, to: PageNight | undefined): Node | string {
  if (from === undefined || from.commit === null) return commitOf(data, to)
  if (from.commit === to?.commit) return 'the same commit both nights'
  const text = `${shortCommit(from.commit)} … ${shortCommit(to?.commit ?? null)}`
  return linked(compareLink(data.repository, from.commit, to?.commit ?? null), element('code', '', text))
}

function fact(name: string, ...content: (Node | string)[]): Node {
  return element('div', '', element('dt', '', name), element('dd', '', ...content))
}

function valueFacts({ series, points, runs }: Drawn, place: number, machine: string): Node[] {
  const { unit } = series
  const [median = 0, low = 0, high = 0] = [points.median[place], points.low[place], points.high[place]]
  const spread = low === high ? '' : `, runs ${formatPair(low, high, unit).join(' to ')}`
  const count = runs[place]?.length ?? 0
  const night = points.nights[place] ?? -1
  const spike = series.spikes.includes(night) ? ', far from its neighbours' : ''
  const all = count > 0 ? ` (${counted(count, 'run')})` : ''
  return [fact(machine, element('b', '', formatValue(median, unit)), `${spread}${all}${spike}`)]
}

/** The night of a series that is nearest to a time, if it is the same night: within twelve hours. */
function nearestNight({ points }: Drawn, data: PageData, seconds: number): number {
  const away = points.nights.map(night => Math.abs((data.nights[night]?.at ?? 0) - seconds))
  const least = Math.min(...away)
  return least <= HALF_A_DAY ? away.indexOf(least) : -1
}

/** The night at position `index` of the chart. */
export function nightPanel(chart: ChartData, data: PageData, index: number, kept: boolean): Node[] {
  const seconds = chart.at[index] ?? 0
  const facts = chart.drawn.flatMap(drawn => {
    const place = nearestNight(drawn, data, seconds)
    const night = data.nights[drawn.points.nights[place] ?? -1]
    if (night === undefined) return []
    return [
      ...valueFacts(drawn, place, night.machine),
      fact('commit', commitOf(data, night)),
      ...(night.tags.length > 0 ? [fact('release', night.tags.join(', '))] : []),
      ...(night.testbed.length > 0 ? [fact('machine changed', night.testbed.join('; '))] : []),
      ...(night.disturbed ? [fact('not judged', 'the machine was disturbed')] : []),
      ...(night.url === null ? [] : [fact('run', linked(night.url, 'workflow run'))]),
    ]
  })
  const title = element(
    'h3',
    '',
    dateOf(seconds),
    kept ? element('small', '', ' kept; click again to let go') : null,
  )
  return [title, element('dl', '', ...facts)]
}

/** Names the cause of a change: the commits since night number `before`, the machine, or one of both. */
function causeOf(
  { testbedChanged, range, interval }: ChangePoint,
  data: PageData,
  before: number | undefined,
): (Node | string)[] {
  const [from, to] = [data.nights[before ?? -1], data.nights[range[1]]]
  if (isUncertain({ interval })) return ['not sure: it may be no change at all']
  const commits = compareOf(data, from, to)
  if (!testbedChanged) return [commits]
  if (range[0] === range[1]) return ['the machine changed that night: no commit is blamed']
  const isSame = from !== undefined && from.commit !== null && from.commit === to?.commit
  if (isSame) return ['the machine changed within these nights: no commit is blamed']
  return ['the machine changed within these nights; so did commits: ', commits]
}

/** All changes of a series, the newest first; then those that were announced and are not found any more. */
export function changesPanel({ series, points }: Drawn, data: PageData): Node[] {
  const day = (night: number): string => dateOf(data.nights[night]?.at ?? 0)
  const items = series.changes.toReversed().map(change => {
    const isUnsure = change.testbedChanged || isUncertain(change)
    const tone = isUnsure ? 'unsure' : change.direction === 'worse' ? 'bad' : 'good'
    const [first, last] = change.range
    const before = points.nights.findLast(night => night < first)
    const when = first === last ? day(change.night) : `${day(change.night)} (${day(first)} to ${day(last)})`
    const size = element('b', 'moved', `${formatChange(change.ratio)} ${change.direction}`)
    const interval = change.interval === null ? '' : ` ${formatInterval(change.interval)}`
    const cause = causeOf(change, data, before)
    return element(
      'li',
      tone,
      size,
      element('span', 'muted', interval),
      element('br', ''),
      when,
      element('br', ''),
      ...cause,
    )
  })
  const dayIfKnown = (night: number | null) => (night === null ? null : day(night))
  const lost = series.withdrawn.toReversed().map(({ ratio, direction, told, isOver, over }) => {
    const size = element('b', 'moved', `${formatChange(ratio)} ${direction}`)
    return element(
      'li',
      'unsure',
      size,
      element('br', ''),
      withdrawnText(dayIfKnown(told), isOver, dayIfKnown(over)),
    )
  })
  const title = element('h3', '', items.length === 0 ? 'No change was found' : 'Changes')
  const all = [...items, ...lost]
  return all.length === 0 ? [title] : [title, element('ul', '', ...all)]
}

/** Every night in numbers, the newest first. */
export function nightsTable({ series, points }: Drawn, data: PageData): Node {
  const rows = points.nights.map((night, i) => {
    const cells = [points.median[i], points.low[i], points.high[i]].map(value =>
      element('td', 'number', formatValue(value ?? null, series.unit)),
    )
    const known = data.nights[night]
    const away = known?.disturbed ? ['not judged: the machine was disturbed'] : []
    const notes = [...(known?.tags ?? []), ...(known?.testbed ?? []), ...away].join('; ')
    const head = element('th', '', dateOf(known?.at ?? 0))
    head.scope = 'row'
    return element(
      'tr',
      '',
      head,
      ...cells,
      element('td', '', commitOf(data, known)),
      element('td', '', notes),
    )
  })
  const heads = ['Night', 'Median', 'Lowest', 'Highest', 'Commit', 'Notes'].map(text => {
    const head = element('th', '', text)
    head.scope = 'col'
    return head
  })
  const body = element('tbody', '', ...rows.toReversed())
  return element('table', '', element('thead', '', element('tr', '', ...heads)), body)
}
