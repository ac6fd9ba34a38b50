// Measures the cost of a large history: `npm run bench:trend-page [-- SERIES [NIGHTS [RUNS]]]`. It measures the
// analysis, adding a night, the size, the page, and how long headless Chromium needs to open the page. With the usual
// size (1,000 series, 365 nights, 10 runs) it also writes its tables into docs/trend.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyseTrend } from '../src/history/analyse/analyse-trend.ts'
import { renderTrendHtml } from '../src/report/trend/page/html.ts'
import { chromiumPath, openTab } from '../tests/report/browser.ts'
import { withRegion } from './page-region.ts'
import { yearOf } from './trend/year.ts'

const USUAL = [1000, 365, 10]
const given = process.argv.slice(2).map(Number)
const size = USUAL.map((usual, i) => given[i] ?? usual)
const [series, nights, runs] = size
const REPEATS = 5

const beside = path => fileURLToPath(new URL(path, import.meta.url))
const middle = values => [...values].sort((a, b) => a - b)[values.length >> 1]
const seconds = value => `${value.toFixed(value < 9.95 ? 2 : 0)} s`
const megabytes = bytes => `${(bytes / 1e6).toFixed(bytes < 9.95e6 ? 1 : 0)} MB`

const flags = ['--experimental-strip-types', '--no-warnings', beside('trend/cost.ts')]
const cost = (task, ...more) =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, task, ...size, ...more].map(String), { encoding: 'utf8' }),
  )

/** The time that a person waits, and the CPU time, which other work on the machine changes little. */
const both = ({ seconds: waited, processor }) => `${seconds(waited)} (${seconds(processor)})`

function storageRows() {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-year-'))
  try {
    cost('fill', directory)
    const added = cost('append', directory)
    return [
      ['adding a night: reading the history, adding, writing', both(added), '2 s'],
      ['memory for that', megabytes(added.peak), ''],
      ['the history, packed', megabytes(added.bytes), '50 MB'],
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function analysisRows() {
  const usual = cost('analyse')
  const storm = cost('storm')
  return [
    [`analysing all of it (${usual.changes} change points)`, both(usual), '30 s'],
    ['the same on a night on which every series changes', both(storm), ''],
    [`the smallest steps, of ${usual.smallest.series} series without a change`, both(usual.smallest), '10 s'],
    ['memory for that', megabytes(Math.max(usual.peak, storm.peak)), '1 GB'],
  ]
}

async function opened(html) {
  const chromium = chromiumPath()
  if (chromium === null) return [['opening the page', 'not measured: no Chromium', '2 s']]
  const tab = await openTab(chromium)
  const [shown, charted, searched] = [[], [], []]
  for (let i = 0; i < REPEATS; i++) {
    await tab.open(html)
    shown.push(await tab.evaluate("performance.getEntriesByName('painted')[0].startTime"))
    const click = "document.querySelectorAll('#rows tbody a')[3].click()"
    const frame = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'
    const timed = action => `(() => { const start = performance.now(); ${action};
      return ${frame}.then(() => performance.now() - start) })()`
    charted.push(await tab.evaluate(timed(click)))
    await tab.evaluate("document.getElementById('close').click()")
    const type =
      "const s = document.getElementById('search-1'); s.value = 'json 4'; s.dispatchEvent(new Event('input'))"
    searched.push(await tab.evaluate(timed(type)))
  }
  const heap = await tab.evaluate('performance.memory.usedJSHeapSize')
  await tab.close()
  return [
    ['opening it, to the second frame with sparklines', seconds(middle(shown) / 1000), '2 s'],
    [
      'opening a chart; searching',
      `${seconds(middle(charted) / 1000)}; ${seconds(middle(searched) / 1000)}`,
      '',
    ],
    ['memory of its script', megabytes(heap), ''],
  ]
}

async function pageRows() {
  const trend = yearOf({ series, nights, runs })
  const { analysis } = analyseTrend(trend)
  const begin = performance.now()
  const html = renderTrendHtml(trend, analysis)
  const made = (performance.now() - begin) / 1000
  return [
    ['making the page', seconds(made), ''],
    ['its size', megabytes(Buffer.byteLength(html)), '20 MB'],
    ...(await opened(html)),
  ]
}

const load = loadavg()[0]
const rows = [...storageRows(), ...analysisRows(), ...(await pageRows())]
const { length: processors } = cpus()
const number = value => value.toLocaleString('en')
const text = `${number(series)} series, ${nights} nights, ${runs} runs a night; Node ${process.version}, ${processors} processors (${cpus()[0]?.model ?? 'unknown'}), load
${load.toFixed(1)} before it began:

| | measured (CPU time) | limit |
| --- | ---: | ---: |
${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}
`
process.stdout.write(text)
if (size.every((value, i) => value === USUAL[i])) {
  const page = beside('../docs/trend.md')
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'costs', text))
}
