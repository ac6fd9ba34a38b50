// The first page of a site of trends: all suites and machines, the latest changes, and what was said of pull requests.
import { capital } from '../../phrases.ts'
import { htmlPage } from '../html/document.ts'
import { escapeHtml, nameHtml, proseHtml } from '../html/escape.ts'
import { REPORT_STYLE } from '../html/style.ts'
import { nightDate } from '../trend/dates.ts'
import { recentGroups } from '../trend/groups.ts'
import { seriesId } from '../trend/page/data.ts'
import { counted, formatChange, formatCount } from '../words/numbers.ts'
import { shortenMiddle, visibleText } from '../words/visible-text.ts'
import { type SiteTrend, type Statement, statementOf } from './statement.ts'

/** A suite of the site; `folder` is where its page is, below that of the index. */
export type SiteSuite = SiteTrend & { folder: string }

/** What check runs say of a pull request, one for each name that jobs report under. */
export type PullVerdicts = { number: number; title: string; updated: string; verdicts: string[] }

export type Site = {
  /** `owner/name`, and its address. */
  repository: string
  address: string
  /** Where the site is; null where that is not known. */
  url: string | null
  suites: SiteSuite[]
  pulls: PullVerdicts[]
}

const GLYPHS = { bad: '🔴', unsure: '🟡', good: '🟢', calm: '⚪' } as const
const MOST_CHANGES = 10
const LONGEST = 200

const shown = (text: string) => nameHtml(shortenMiddle(visibleText(text).trim() || '(empty)', LONGEST))
const item = ({ tone, text }: Statement, name: string, more: string) =>
  `<li class="${tone}"><span>${GLYPHS[tone]}</span>${name}: ${proseHtml(text)} <small>${proseHtml(more)}</small></li>`

/** A line for each machine of a suite. */
function suiteItems(suite: SiteSuite): string[] {
  const { trend, folder } = suite
  const machines = [...new Set(trend.nights.map(night => night.machine))]
  return machines.map(machine => {
    const nights = trend.nights.filter(night => night.machine === machine)
    const series = trend.series.filter(each => each.machine === machine)
    const name = `<a href="${escapeHtml(folder)}/"><bdi>${shown(trend.suite)}</bdi></a> on <bdi>${shown(machine)}</bdi>`
    const last = nightDate(nights.at(-1)?.date ?? '')
    const size = `${formatCount(series.length)} series, ${counted(nights.length, 'night')}, the last on ${last}`
    return item(statementOf([suite], machine), name, size)
  })
}

/** The newest changes of all gating series that are sure, each with a link to its chart. */
function changesHtml(suites: SiteSuite[]): string {
  const changes = suites.flatMap(({ trend, analysis, folder }) =>
    recentGroups(trend, analysis, '')
      .flatMap(group => group.changes.filter(({ series }) => series.gates))
      .map(({ series, point }) => {
        return { folder, series, point, suite: trend.suite, date: trend.nights[point.night]?.date ?? '' }
      }),
  )
  changes.sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
  if (changes.length === 0) return ''
  const items = changes.slice(0, MOST_CHANGES).map(({ folder, series, point, suite, date }) => {
    const tone = point.testbedChanged ? 'unsure' : point.direction === 'worse' ? 'bad' : 'good'
    const name = `<a href="${escapeHtml(folder)}/#series=${seriesId(series)}"><bdi>${shown(series.benchmark)}</bdi></a>`
    const text = `${formatChange(point.ratio)} ${point.direction}, ${nightDate(date)}`
    return item({ tone, text }, name, `${series.metric} · ${suite} on ${series.machine}`)
  })
  return `<nav aria-labelledby="changes"><h2 id="changes">Latest changes</h2><ol>${items.join('\n')}</ol></nav>`
}

function pullsHtml({ pulls, address }: Site): string {
  if (pulls.length === 0) return ''
  const items = pulls.map(({ number, title, updated, verdicts }) => {
    const link = `<a href="${escapeHtml(`${address}/pull/${number}`)}" rel="noreferrer">#${number} <bdi>${shown(title)}</bdi></a>`
    const said = verdicts.length === 0 ? ['not measured'] : verdicts
    return `<li>${link}: ${said.map(text => proseHtml(shortenMiddle(visibleText(text), LONGEST))).join('; ')} <small>${proseHtml(nightDate(updated))}</small></li>`
  })
  const count = pulls.length === 1 ? 'The last pull request' : `The last ${pulls.length} pull requests`
  return `<nav aria-labelledby="pulls"><h2 id="pulls">${count}</h2><ol>${items.join('\n')}</ol></nav>`
}

/** How to show the badge; empty where the site has no address. */
function badgeHtml(url: string | null, address: string): string {
  if (url === null) return ''
  const badge = `https://img.shields.io/endpoint?url=${encodeURIComponent(`${url}badge.json`)}`
  const line = `[![benchmarks](${badge})](${url || address})`
  return `<h2>Badge</h2><p>For a README; each suite has one of its own beside its page:</p><pre>${escapeHtml(line)}</pre>`
}

/** The page as a self-contained HTML document without a script; links to the other pages are relative. */
export function renderSiteIndex(site: Site): string {
  const { repository, suites, url, address } = site
  const all = statementOf(suites)
  const lines = suites.flatMap(suiteItems)
  const body = [
    `<header class="${all.tone}"><p class="outcome"><span>${GLYPHS[all.tone]} Benchmarks</span> <bdi>${escapeHtml(repository)}</bdi></p>`,
    `<h1>${proseHtml(capital(all.text))}</h1></header>`,
    '<main>',
    `<nav aria-labelledby="suites"><h2 id="suites">Suites</h2>${
      lines.length === 0 ? '<p>No suite has a night yet.</p>' : `<ol>${lines.join('\n')}</ol>`
    }</nav>`,
    changesHtml(suites),
    pullsHtml(site),
    '</main>',
    `<footer><p>A link to a chart (<code>#series=…</code>) stays the same from night to night; <code>&amp;from=</code> and
<code>&amp;to=</code> with a day, such as 2026-11-20, show one night of it.</p>${badgeHtml(url, address)}</footer>`,
  ]
  return htmlPage({
    title: `Benchmarks of ${repository}: ${all.text}`,
    style: REPORT_STYLE,
    script: '',
    body: body.filter(part => part !== '').join('\n'),
    data: {},
  })
}
