// Measures the trend page of a large history: how long it takes to make, its size, and how long headless Chromium
// needs to open it: `node bench/trend-page.mjs [SERIES [NIGHTS [RUNS]]]`.
import { renderTrendHtml } from '../src/report/trend-html.ts'
import { chromiumPath, openTab } from '../tests/report/trend-browser.ts'
import { trendExample } from '../tests/report/trend-example.ts'

const [series = 1000, nights = 365, runs = 10] = process.argv.slice(2).map(Number)
const REPEATS = 5
const middle = values => [...values].sort((a, b) => a - b)[values.length >> 1]
const seconds = milliseconds => `${(milliseconds / 1000).toFixed(2)} s`

const steps = [
  { at: nights - 200, by: 0.9, of: [2, 9] },
  { at: nights - 12, by: 1.04, of: [3, 40] },
  { at: nights - 5, by: 1.15, of: [1, 25] },
]
const { trend, analysis } = trendExample({ benchmarks: series, nights, runs, steps, kernels: [nights - 12] })

const begin = performance.now()
const html = renderTrendHtml(trend, analysis)
console.log(`${series} series, ${nights} nights, ${runs} runs`)
console.log(`made in ${seconds(performance.now() - begin)}`)
console.log(`size ${(Buffer.byteLength(html) / 1e6).toFixed(1)} MB`)

const chromium = chromiumPath()
if (chromium === null) {
  console.log('skipped: opening, for Chromium is not installed (apt-get install chromium)')
} else {
  const tab = await openTab(chromium)
  const opened = []
  const charted = []
  const searched = []
  for (let i = 0; i < REPEATS; i++) {
    await tab.open(html)
    opened.push(await tab.evaluate("performance.getEntriesByName('painted')[0].startTime"))
    const click = "document.querySelectorAll('#rows tbody a')[3].click()"
    const frame = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'
    const timed = action => `(() => { const start = performance.now(); ${action};
      return ${frame}.then(() => performance.now() - start) })()`
    charted.push(await tab.evaluate(timed(click)))
    await tab.evaluate("document.getElementById('close').click()")
    const type =
      "const s = document.getElementById('search'); s.value = 'json 4'; s.dispatchEvent(new Event('input'))"
    searched.push(await tab.evaluate(timed(type)))
  }
  console.log(`opens in ${seconds(middle(opened))} (from navigation to the second frame with sparklines)`)
  console.log(`a chart in ${seconds(middle(charted))}, a search in ${seconds(middle(searched))}`)
  const heap = await tab.evaluate('performance.memory.usedJSHeapSize')
  console.log(`heap ${(heap / 1e6).toFixed(0)} MB`)
  await tab.close()
}
