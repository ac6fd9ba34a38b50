// The CPU time that it takes to read, plan and report 200 suites: `npm run bench:suites`. Nothing is measured: each suite
// has five benchmarks with twenty runs a side.
import { plannedSuites } from '../src/cli/suites/plan.ts'
import { reportOn, type SuiteFate, sectionsOf } from '../src/cli/suites/report.ts'
import { parseInputs } from '../src/inputs/parse.ts'
import { assertSuite, requestOfBoth } from '../src/job/suites/suite-request.ts'
import { defaultPolicy, type Session } from '../src/model/index.ts'
import { parseConfig } from '../src/policy/config-file.ts'
import type { DescribedSuite } from '../src/policy/suite-schema.ts'
import { suitePairs, valuesOfPair } from '../src/policy/suites.ts'
import { renderReportDocument } from '../src/report/documents.ts'
import { reportHtml } from '../src/report/sections/html.ts'
import { reportMarkdown } from '../src/report/sections/markdown.ts'
import { reportText } from '../src/report/sections/text.ts'
import { simulatedSession } from './simulated-session.ts'

const SUITES = 200
const BENCHMARKS = 5
const RUNS = 20
const FILES = 20_000

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

const fileOf = (version: string) =>
  `suites:\n${numbers(SUITES)
    .map(
      i => `  suite-${i}:
    setup: make -C part-${i}
    command: ./part-${i}/bench {benchmark} ${version}
    benchmarks: [${numbers(BENCHMARKS).map(each => `b${each}`)}]
    paths: [part-${i}/**, shared/**]\n`,
    )
    .join('')}`

const sessionOf = (suite: number, side: number): Session =>
  simulatedSession(
    numbers(BENCHMARKS).map(b =>
      numbers(RUNS).map(r => [1e6 * (1 + 0.01 * Math.sin(suite + side * 3 + b * 7 + r * r))]),
    ),
    { order: numbers(RUNS).map(r => 2 * r + side), looks: [5, 10, RUNS] },
  )

const tracked = numbers(FILES).map(i => `part-${i % SUITES}/src/file-${i}.c`)
const change = { changed: tracked.slice(0, 50), tracked: [...tracked, 'shared/a'], submodules: [] }
const fates = numbers(SUITES).map(
  (i): SuiteFate => ({
    name: `suite-${i}`,
    fate: 'measured',
    sessions: { baseline: sessionOf(i, 0), candidate: sessionOf(i, 1), warnings: [] },
  }),
)

/** The CPU time of this process so far, in milliseconds. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let last = spent()
let total = 0
function lap(what: string): void {
  const took = spent() - last
  total += took
  console.log(`${what.padEnd(32)} ${took.toFixed(0).padStart(5)} ms`)
  last = spent()
}

const texts = [fileOf('old'), fileOf('new')]
last = spent()
const [base, candidate] = texts.map(text => parseConfig(text, '.stable-bench.yml')) as [
  ReturnType<typeof parseConfig>,
  ReturnType<typeof parseConfig>,
]
lap('read both files')
const values = parseInputs('ab', () => undefined)
const roots = { baseline: '/', candidate: '/' }
const measured = suitePairs(base, candidate).map(pair => {
  const own = valuesOfPair(pair as typeof pair & { candidate: DescribedSuite }, base, candidate)
  const sides = {
    baseline: { ...values, ...(own.baseline ?? own.candidate) },
    candidate: { ...values, ...own.candidate },
  }
  assertSuite(requestOfBoth(sides, roots))
  return { pair: { ...pair, baseline: pair.candidate }, values: sides }
})
const { suites, untouched } = await plannedSuites(
  { measured, missing: [] },
  { roots, within: '', change, policy: defaultPolicy, notes: [], shared: undefined },
)
lap(`plan: ${suites.length} touched, ${untouched.length} not`)
const report = reportOn(sectionsOf(fates, defaultPolicy), defaultPolicy, untouched)
lap('compare, as one family')
reportText(report, { colour: true })
lap('text')
reportMarkdown(report, 65_000)
lap('Markdown')
reportHtml(report)
lap('HTML')
renderReportDocument(report)
lap('JSON')
console.log(`${'all'.padEnd(32)} ${total.toFixed(0).padStart(5)} ms`)
