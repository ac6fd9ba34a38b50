// Counts what planned looks cost and save: error rates, the runs until a row is decided, and how often the interval of
// the last look misses the truth. The test of a case moves with a change and grows with the noise. So each case is tested
// once, for every plan, noise and change. Writes its tables into docs/statistics.md: `npm run bench:looks`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { alphaShare, intervalShare, type Looks, levelsAt } from '../src/compare/looks.ts'
import { defaultPolicy } from '../src/model/index.ts'
import { interleavedShift } from '../src/stats/inference/interleaved-shift.ts'
import { withRegion } from './page-region.ts'
import { digits, range, rate, table } from './rate-table.ts'
import { randomStream } from './verdicts/random.ts'

const CASES = 4000
const PLANS: Looks[] = [[10], [10, 14, 20], [5, 10, 20], [5, 7, 10, 14, 20], [5, 7, 10, 14, 20, 28, 40]]
const SDS = [0.005, 0.01, 0.02, 0.03]
const CHANGES = { none: 0, band: defaultPolicy.band, slower: 0.05 }
const MOST_RUNS = Math.max(...PLANS.flat())

type Interval = [number, number]
type IntervalOf = (runs: number, level: number) => Interval

const remembered = <Value>(make: (key: number) => Value) => {
  const known = new Map<number, Value>()
  return (key: number): Value => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

/** Case `index`: the intervals after so many runs a side, with a run sd of 1 and no change. */
function caseOf(index: number): IntervalOf {
  const random = randomStream(18, 'looks', index)
  const side = () => Array.from({ length: MOST_RUNS }, () => random.normal())
  const [a, b] = [side(), side()]
  const after = remembered(runs => {
    const { intervalAt } = interleavedShift([{ a: a.slice(0, runs), b: b.slice(0, runs) }], true)
    return remembered(intervalAt)
  })
  return (runs, level) => after(runs)(level)
}

type Share = (runs: number, looks: Looks) => number

/** The intervals that were compared with each other, by the share of alpha that the interval of a look leaves out. */
const SHARES: Record<string, Share> = {
  'missed, %: 99 % at every look': () => 1,
  'as they are': intervalShare,
  "the tests' own": alphaShare,
}

type Said = { runs: number; significant: boolean; same: boolean; missed: boolean[] }

/** What the look says that decides, or the last one. */
function decided(of: IntervalOf, looks: Looks, sd: number, change: number): Said {
  const truth = Math.log1p(change)
  const band = Math.log1p(defaultPolicy.band)
  const isIn = (value: number, [low, high]: Interval) => low <= value && value <= high
  const at = (runs: number, level: number): Interval => {
    const [low, high] = of(runs, level)
    return [truth + sd * low, truth + sd * high]
  }
  const look = (runs: number) => {
    const { row, equivalence } = levelsAt(runs, looks, defaultPolicy)
    const [low, high] = at(runs, 1 - 2 * equivalence)
    return { significant: !isIn(0, at(runs, 1 - row)), same: low >= -band && high <= band }
  }
  const isDecided = (runs: number) => Object.values(look(runs)).includes(true)
  const runs = looks.find(isDecided) ?? (looks.at(-1) as number)
  const leftOut = Object.values(SHARES).map(share => defaultPolicy.alpha * share(runs, looks))
  return { runs, ...look(runs), missed: leftOut.map(share => !isIn(truth, at(runs, 1 - share))) }
}

/** What was said of all cases, for each plan and noise and for each change. */
const cells = SDS.flatMap(sd =>
  PLANS.map(looks => ({ sd, looks, said: { none: [], band: [], slower: [] } as Record<string, Said[]> })),
)
for (let i = 0; i < CASES; i++) {
  const intervals = caseOf(i)
  for (const { sd, looks, said } of cells)
    for (const [name, change] of Object.entries(CHANGES))
      said[name]?.push(decided(intervals, looks, sd, change))
}

const meanRuns = (said: Said[]) => (said.reduce((sum, { runs }) => sum + runs, 0) / said.length).toFixed(1)
const often = (said: Said[], holds: (each: Said) => boolean) => rate(said.filter(holds).length, said.length)

const rows = cells.map(({ sd, looks, said: { none = [], band = [], slower = [] } }) => [
  looks.join(', '),
  `${100 * sd} %`,
  range(often(none, ({ significant }) => significant)),
  meanRuns(none),
  range(often(band, ({ same }) => same)),
  meanRuns(slower),
  digits(often(slower, ({ significant, same }) => significant && !same).share),
])
const intervalRows = cells
  .filter(({ looks }) => looks.length > 1)
  .map(({ sd, looks, said: { band = [] } }) => [
    looks.join(', '),
    `${100 * sd} %`,
    ...Object.keys(SHARES).map((_, i) => range(often(band, ({ missed }) => missed[i] === true))),
  ])
const head = [
  'looks after',
  'run sd',
  'unchanged: significant, %',
  'runs',
  '+2 %: no change, %',
  '+5 %: runs',
]
const tables = {
  looks: table([...head, 'found, %'], rows),
  'look-intervals': table(['looks after', 'run sd', ...Object.keys(SHARES)], intervalRows),
}
const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
for (const [region, made] of Object.entries(tables)) {
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), region, made))
  console.log(`${made}\n`)
}
