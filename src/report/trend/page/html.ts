// A trend as one HTML file: what changed lately, a table of all series, and a chart of any of them on demand.
import type { Trend, TrendAnalysis } from '../../../model/index.ts'
import { htmlPage } from '../../html/document.ts'
import { escapeHtml, proseHtml } from '../../html/escape.ts'
import { pageAssets } from '../../html/page-assets.ts'
import { REPORT_STYLE } from '../../html/style.ts'
import { creepsLately, creepTexts } from '../creeps.ts'
import { recentGroups } from '../groups.ts'
import { type TrendHeadline, trendHeadline } from '../headline.ts'
import { latelyHtml } from '../lately.ts'
import { testbedChanges, trendSize } from '../nights.ts'
import { type Searched, seenSteps } from '../seen-steps.ts'
import { latelyOf, RECENT_NIGHTS } from '../since.ts'
import { unjudgedTexts } from '../unjudged.ts'
import { packTrend } from './data.ts'
import { trendRows } from './rows.ts'
import { TREND_STYLE } from './style.ts'
import { trendTable } from './table.ts'

function headerHtml(trend: Trend, { symbol, tone, title }: TrendHeadline): string {
  return `<header class="${tone}">
<p class="outcome"><span>${symbol}</span> <bdi>${escapeHtml(trend.suite)}</bdi></p>
<h1>${proseHtml(title)}</h1>
<p class="advice">${proseHtml(`${trendSize(trend)}.`)}</p>
</header>`
}

const FOOTER = `<footer>
<h2>How to read this</h2>
<p>A night’s value is the median of its runs. <b>Changes</b> are tested over the whole history; the interval is that of
their size, and where more than one night may be the first bad one, all of them are named. <b>${RECENT_NIGHTS} nights</b> and
<b>since release</b> without an interval are described, not tested: the median of the last three nights against that of
three nights then. <b>9&nbsp;% would show</b>: no change was found, and one of that size in the middle of the nights would have
been; near the end only a larger one. <b>Other machine state</b>: the machine changed in between, so the difference may not be the code’s.</p>
<p>The small charts share one time axis; each has its own scale, at least ±2&nbsp;% high. A dot is a change, a ring one that was
announced and that the nights do not show any more, a vertical line a night on which the machine changed.</p>
</footer>`

/** The place of the chart: empty until a series is opened. */
const DIALOG = `<dialog id="chart" aria-labelledby="chart-name">
<div><div><h2 id="chart-name"></h2><p id="chart-about"></p></div>
<button type="button" id="close" aria-label="Close the chart">✕</button></div>
<div class="tools">
<div class="chips" role="group" aria-label="Scale">
<button type="button" data-scale="linear">linear</button>
<button type="button" data-scale="log">logarithmic</button>
<button type="button" data-scale="percent">% of latest</button></div>
<div class="chips" role="group" aria-label="Nights shown">
<button type="button" data-days="30">30 days</button>
<button type="button" data-days="90">90 days</button>
<button type="button" data-days="0">all</button></div>
<label id="compare" hidden>compare with <select id="other"><option value="">no other machine</option></select></label>
</div>
<div class="sides"><div>
<div id="plot" tabindex="0" role="application" aria-describedby="chart-keys"></div>
<p id="legend"></p>
<p id="chart-keys">Drag or turn the wheel to zoom, double-click for all nights, click a night to keep it. Keys: ← → night,
+ − zoom, 0 all nights, Esc close.</p></div>
<aside><section id="night" aria-live="polite"></section><section id="changes"></section>
<details id="numbers"><summary>All nights as a table</summary><div></div></details></aside></div>
</dialog>`

/** Since when disturbed nights are named: the charts show all of them. */
const ALL = ''

/** The trend as a self-contained HTML document; a link to the chart of a series is `#series=` and its `seriesId`. */
export function renderTrendHtml(
  trend: Trend,
  analysis: TrendAnalysis,
  { tooFew = null, smallest = new Map() }: Searched = {},
): string {
  const testbed = testbedChanges(trend.nights)
  const groups = recentGroups(trend, analysis, RECENT_NIGHTS)
  const creeps = creepsLately(trend, analysis, RECENT_NIGHTS)
  const rows = trendRows(trend, analysis, { groups, creeps, testbed, smallest })
  const { words } = latelyOf(trend, RECENT_NIGHTS)
  const top = trendHeadline({ groups, creeps }, words, tooFew, seenSteps(smallest, trend, analysis))
  const machines = new Set(trend.nights.map(night => night.machine)).size > 1
  const figures = new Map(rows.map(row => [row.series, row.figures]))
  const inOrder = trend.series.flatMap(series => figures.get(series) ?? [])
  const { trendScript, trendStyle } = pageAssets()
  const body = [
    headerHtml(trend, top),
    '<main>',
    latelyHtml(groups, { trend, analysis, testbed, machines }),
    ...[...creepTexts(trend, creeps), ...unjudgedTexts(trend, analysis, ALL)].map(
      text => `<p class="event">${proseHtml(text)}</p>`,
    ),
    '<h2 class="all">All series</h2>',
    '<noscript><p>Charts, sorting and search need JavaScript; the figures do not.</p></noscript>',
    trendTable(rows, trend),
    '</main>',
    FOOTER,
    DIALOG,
  ]
  return htmlPage({
    title: `${trend.suite}: ${top.title}`,
    style: `${trendStyle}${REPORT_STYLE}${TREND_STYLE}`,
    script: trendScript,
    body: body.filter(part => part !== '').join('\n'),
    data: packTrend(trend, analysis, { figures: inOrder, testbed }),
  })
}
