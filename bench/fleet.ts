// Times the work of a publish job for a suite that is spread over a fleet: `npm run bench:fleet [-- LEGS ROWS]`. Each
// leg is a part of the suite with both sides in one job. The documents are written, packed, read and compared as in the
// action. Before that it shows how equally long the parts of a suite take, dealt by count and by cost. Prints one line
// per figure.
import { gzipSync } from 'node:zlib'
import { compareSections, prepareSections } from '../src/action/publish/legs/compare-legs.ts'
import type { MeasuredLeg } from '../src/action/publish/legs/leg.ts'
import { shardProblems } from '../src/action/publish/legs/shards.ts'
import { readStoredSession } from '../src/files/session-file.ts'
import { renderResultDocument } from '../src/formats/documents/result.ts'
import { type Costs, shardsOf } from '../src/job/request/deal.ts'
import { shardName } from '../src/job/request/shard.ts'
import { defaultPolicy, type Session } from '../src/model/index.ts'
import { median } from '../src/stats/describe/summary.ts'
import { normalQuantile } from '../src/stats/distributions/continuous.ts'
import { seededUniform } from '../src/stats/distributions/seeded-uniform.ts'
import { simulatedSession } from './simulated-session.ts'

const [legs = 20, rows = 500] = process.argv.slice(2).map(Number)
const RUNS = 10
const random = seededUniform(20)
const noise = () => Math.exp(0.01 * normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random()))))

const SUITES = 200
const [BENCHMARKS, SHARDS] = [100, 8]

/** Most benchmarks take about a second, one in forty more than seven: log-normal with a standard deviation of 1. */
const suiteCosts = (): Costs => ({
  artifact: 0,
  seconds: new Map(
    Array.from({ length: BENCHMARKS }, (_, i) => [`benchmark ${i}`, Math.exp(normalQuantile(random()))]),
  ),
})

/**
 * The longest shard of a suite, as a multiple of shards of equal length: for the median suite and for the worst one.
 */
function longestShard(suites: Costs[], by: (costs: Costs) => Costs | null): string {
  const shares = suites.map(costs => {
    const cost = (names: string[]) => names.reduce((sum, name) => sum + (costs.seconds.get(name) ?? 0), 0)
    const names = [...costs.seconds.keys()]
    const longest = Math.max(...shardsOf(names, SHARDS, by(costs)).map(cost))
    return longest / (cost(names) / SHARDS)
  })
  const [middle = 0, worst = 0] = [median(shares), Math.max(...shares)]
  return `${middle.toFixed(2)} in the median of ${SUITES} suites, ${worst.toFixed(2)} in the worst`
}

const suites = Array.from({ length: SUITES }, suiteCosts)
console.log(`the longest of ${SHARDS} parts of ${BENCHMARKS} benchmarks, as a multiple of their mean:`)
console.log(`  dealt by count: ${longestShard(suites, () => null)}`)
console.log(`  dealt by cost: ${longestShard(suites, costs => costs)}`)

/** One side of part `number`, whose benchmarks are its own. */
function sideOf(number: number): Session {
  const shard = { number, of: legs, deal: 'one' }
  const measured = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: RUNS }, () => [Math.round(1e6 * (1 + row) * noise())]),
  )
  const session = simulatedSession(measured)
  const names = session.benchmarks.map((sample, row) => ({
    ...sample,
    name: `part ${number}, benchmark ${row}`,
  }))
  const plan = session.plan && { ...session.plan, runs: RUNS, shard }
  return { ...session, suite: shardName('suite', shard), plan, benchmarks: names }
}

let bytes = 0
const timed = <Made>(what: string, make: () => Made): Made => {
  const begun = performance.now()
  const made = make()
  const report = (end: number) => console.log(`${what}: ${((end - begun) / 1000).toFixed(2)} s`)
  if (made instanceof Promise) void made.then(() => report(performance.now()))
  else report(performance.now())
  return made
}

const packed = Array.from({ length: legs }, (_, i) => {
  const sides = [sideOf(i + 1), sideOf(i + 1)].map(side => gzipSync(renderResultDocument(side)))
  bytes += sides.reduce((sum, { length }) => sum + length, 0)
  return sides as [Buffer, Buffer]
})
console.log(`${legs} legs of ${rows} rows, ${RUNS} runs a side`)
console.log(
  `artifacts: ${(bytes / legs / 1024).toFixed(0)} KiB a leg, ${(bytes / 2 ** 20).toFixed(1)} MiB in all`,
)

const read = timed('reading', () =>
  packed.map(([before, after], i): MeasuredLeg => {
    const candidate = readStoredSession('result.json.gz', after, `leg ${i + 1}`)
    const baseline = readStoredSession('baseline.json.gz', before, `leg ${i + 1}`)
    const shard = candidate.plan?.shard ?? null
    const named = {
      suite: candidate.suite ?? '',
      shard,
      fingerprint: 'f00',
      machine: `bench-${i + 1}`,
      commit: '',
      untouched: [],
    }
    return { ...named, attempts: [{ number: 1, run: `run ${i}`, candidate, baseline }] }
  }),
)
const problems = shardProblems(read, { runAttempt: 1 })
if (problems.length > 0) throw new Error(problems.join('\n'))
const sections = await timed('comparing', async () =>
  compareSections(
    await prepareSections(read, defaultPolicy, async () => {
      throw new Error('no leg needs a stored baseline')
    }),
  ),
)
const [section] = sections
console.log(`one comparison of ${section?.comparison?.rows.length} rows: ${section?.comparison?.outcome}`)
console.log(`peak memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`)
