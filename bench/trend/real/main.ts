// Compares the findings of the trend and of Otava in histories of real benchmarks:
// `npm run bench:histories [-- SUITE…]`. Prints the steps that stable-bench loses, and writes the table of
// docs/change-points.md. With named suites it only prints the table. That counts the steps found, of those that nobody
// could miss and of those marked by eye. It counts the change points, and those that more nights take back. It also
// says whether announced changes are on the last page, and what a large look costs. results.json tells which engine it
// was. The first time it fetches the histories from GitHub.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { trendAnswers } from '../../engine-answers.ts'
import { withRegion } from '../../page-region.ts'
import { installRivals } from '../tools.ts'
import { histories } from './histories.ts'
import { readMarks } from './marks.ts'
import { type Found, otavaFinds, secondsOfThousand, stableBenchLooks, valuesOf } from './methods.ts'
import type { RealHistory } from './parse.ts'
import { scoreOf, sum } from './score.ts'
import { shortTable } from './short.ts'
import { historiesTable } from './table.ts'
import { sumOfKept, takenBackByOtava, takenBackByUs } from './taken-back.ts'
import { sumOfTold, toldOf } from './told.ts'

/** Looking again and again takes long, so that only every so many-th series is. */
const EVERY = 5
/** Made short histories for each row of their table. */
const SHORT = 80

const { folder, reason } = installRivals()
if (folder === null) throw new Error(`Otava cannot be installed: ${reason}`)
const wanted = process.argv.slice(2)
const rows = histories().filter(({ suite }) => wanted.length === 0 || wanted.includes(suite))
const marks = readMarks()

const scoresOf = ({ suite, series }: RealHistory, found: Found[][]) =>
  series.map((each, i) => {
    const mark = marks.find(other => other.suite === suite && other.series === each.name)
    return { name: each.name, ...scoreOf(each, found[i] as Found[], mark) }
  })

const ours = rows.map(history => {
  const { found, disturbed, seconds } = stableBenchLooks(history.series)
  const scores = scoresOf(history, found)
  console.log(
    `${history.suite}: ${history.sessions.length} sessions, ${scores.length} series, ${disturbed} disturbed nights, ${seconds.toFixed(1)} s`,
  )
  for (const { name, lost } of scores) {
    if (lost.length > 0) console.log(`  ${name}: not found at ${lost.join(', ')}`)
  }
  return sum(scores.map(({ score }) => score))
})
const others = rows.map(history => {
  const scores = scoresOf(history, otavaFinds(history.series.map(valuesOf), folder))
  return sum(scores.map(({ score }) => score))
})

const some = rows.flatMap(({ series }) => series).filter((_, i) => i % EVERY === 0)
const kept = some.map(takenBackByUs)
const table = historiesTable(
  {
    score: sum(ours),
    all: sumOfKept(kept.map(({ all }) => all)),
    announced: sumOfKept(kept.map(({ announced }) => announced)),
    told: sumOfTold(some.map(toldOf)),
    seconds: secondsOfThousand(rows.flatMap(({ series }) => series)),
  },
  { score: sum(others), all: takenBackByOtava(some, folder), announced: null, told: null, seconds: null },
)
console.log(table)
const short = shortTable(some, SHORT)
console.log(short)
if (wanted.length === 0) {
  const page = fileURLToPath(new URL('../../../docs/change-points.md', import.meta.url))
  writeFileSync(page, withRegion(withRegion(readFileSync(page, 'utf8'), 'histories', table), 'short', short))
  const results = new URL('results.json', import.meta.url)
  writeFileSync(results, `${JSON.stringify({ answers: trendAnswers() })}\n`)
}
