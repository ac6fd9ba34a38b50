// Shows what the log ratios of the rounds add to the test of runs that alternated. On the same simulated runs it counts
// alarms, coverage and power of three tests: of the two sides alone, of the rounds alone, and of both combined. Some
// machines drift and some do not. Writes its table into docs/statistics.md. Exits with 1 where the combined test breaks
// a promise, or costs a point of power in clean runs: `npm run bench:rounds [-- --cases N]`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { alphaShare } from '../src/compare/looks.ts'
import { blockedShift } from '../src/stats/inference/blocked-test.ts'
import { cauchyCombination } from '../src/stats/inference/cauchy-combination.ts'
import { roundsShift } from '../src/stats/inference/rounds-test.ts'
import type { Shift } from '../src/stats/inference/shift-intervals.ts'
import { oneSampleT } from '../src/stats/inference/t-tests.ts'
import { walshAverages } from '../src/stats/ranks/hodges-lehmann.ts'
import { signedRankP } from '../src/stats/ranks/signed-rank.ts'
import type { Block } from '../src/stats/ranks/stratified-ranks.ts'
import { type Machine, machines } from './machines.ts'
import { withRegion } from './page-region.ts'
import { digits, type Rate, range, rate, table } from './rate-table.ts'
import { positionsOf } from './verdicts/cases.ts'
import { RUNS } from './verdicts/cells.ts'
import { type Random, randomStream } from './verdicts/random.ts'

const ALPHA = 0.01
const RUN_SD = 0.01
/** The smallest is found in every second case on a quiet machine with ten rounds: there most power could be lost. */
const SHIFTS = [0.0125, 0.02, 0.05]
/** The first look has too few rounds for their test. */
const FEWEST_ROUNDS = 10
const LIMITS = { alarms: 0.015, coverage: 0.985, lost: 0.01 }

const { values } = parseArgs({ options: { cases: { type: 'string' } } })
const ALARM_CASES = Number(values.cases ?? 10_000)
const POWER_CASES = ALARM_CASES / 2

/** One job, in the order in which stable-bench measures it. */
function job(machine: Machine, rounds: number, shift: number, random: Random): Block {
  const at = machine(random, 2 * rounds)
  const runs = Array.from({ length: 2 * rounds }, (_, run) => at(run) + RUN_SD * random.normal())
  const { baseline, candidate } = positionsOf(rounds, random.integer(2 ** 31))
  return {
    a: baseline.map(place => runs[place] as number),
    b: candidate.map(place => (runs[place] as number) + Math.log1p(shift)),
  }
}

const firstOf = ({ a, b }: Block, rounds: number): Block => ({ a: a.slice(0, rounds), b: b.slice(0, rounds) })

/** The p-value of the rounds alone. Its interval is not needed: it covers the shifts that the test does not reject. */
function ratiosP({ a, b }: Block): number {
  const ratios = b.map((value, round) => value - (a[round] as number))
  const averages = walshAverages(ratios)
  const above = averages.filter(average => average > 0).length
  return cauchyCombination([oneSampleT(ratios).p, signedRankP(above, averages.length - above, ratios.length)])
}

type Test = { p: (block: Block) => number; shift?: (block: Block) => Shift }

const tests: Record<string, Test> = {
  'both sides': { p: block => blockedShift([block]).p, shift: block => blockedShift([block]) },
  rounds: { p: ratiosP },
  combined: { p: block => roundsShift([block]).p, shift: block => roundsShift([block]) },
}

/** Whether a look finds a difference; one before the tenth round has the test of both sides. */
function isFound(test: Test, block: Block, looks: number[]): boolean {
  return looks.some(rounds => {
    const part = firstOf(block, rounds)
    const { p } = rounds < FEWEST_ROUNDS ? (tests['both sides'] as Test) : test
    return p(part) < ALPHA * alphaShare(rounds, looks)
  })
}

type Found = {
  machine: string
  looks: number[]
  test: string
  alarms: Rate
  coverage: Rate | null
  power: Rate[]
}

function measured(machine: string, looks: number[]): Found[] {
  const rounds = Math.max(...looks)
  const made = (shift: number, i: number) =>
    job(machines[machine] as Machine, rounds, shift, randomStream(18, `${machine} ${looks}`, i))
  const share = (cases: number, holds: (i: number) => boolean) =>
    rate(Array.from({ length: cases }, (_, i) => holds(i)).filter(Boolean).length, cases)
  return Object.entries(tests).map(([name, test]) => {
    const covers = (block: Block) => {
      const [low, high] = (test.shift as (block: Block) => Shift)(block).intervalAt(1 - ALPHA)
      return low <= 0 && high >= 0
    }
    return {
      machine,
      looks,
      test: name,
      alarms: share(ALARM_CASES, i => isFound(test, made(0, i), looks)),
      coverage: test.shift && looks.length === 1 ? share(ALARM_CASES, i => covers(made(0, i))) : null,
      power: SHIFTS.map(shift => share(POWER_CASES, i => isFound(test, made(shift, i), looks))),
    }
  })
}

/** Names the promises that the combined test breaks. */
function broken(all: Found[]): string[] {
  return all
    .filter(({ test }) => test === 'combined')
    .flatMap(({ machine, looks, alarms, coverage, power }) => {
      const sides = all.find(
        each => each.test === 'both sides' && each.machine === machine && each.looks === looks,
      )
      const lost = power.map(({ share }, i) => (sides?.power[i]?.share ?? 0) - share)
      const where = `${machine}, ${looks} runs`
      return [
        ...(alarms.high > LIMITS.alarms ? [`${where}: ${range(alarms)} % alarms`] : []),
        ...(coverage && coverage.share < LIMITS.coverage ? [`${where}: ${range(coverage)} % covered`] : []),
        ...(machine === 'clean' && Math.max(...lost) > LIMITS.lost
          ? [`${where}: ${digits(Math.max(...lost))} points of power lost`]
          : []),
      ]
    })
}

const PLANS = [[10], [20], RUNS.looks]
const all = Object.keys(machines).flatMap(machine => PLANS.flatMap(looks => measured(machine, looks)))

/** A line of the table: the tests side by side. */
function row(machine: string, looks: number[]): string[] {
  const [sides, rounds, combined] = all.filter(each => each.machine === machine && each.looks === looks) as [
    Found,
    Found,
    Found,
  ]
  const share = (one?: Rate | null) => (one ? digits(one.share) : '—')
  return [
    machine,
    looks.join(', '),
    share(sides.alarms),
    share(rounds.alarms),
    range(combined.alarms),
    share(combined.coverage),
    ...SHIFTS.map((_, i) => [sides, rounds, combined].map(({ power }) => share(power[i])).join(' · ')),
  ]
}

const head = ['machine', 'looks after', 'alarms, %: sides', 'rounds', 'combined', 'combined covers, %']
const made = table(
  [...head, ...SHIFTS.map(shift => `found, %: +${100 * shift} %`)],
  Object.keys(machines).flatMap(machine => PLANS.map(looks => row(machine, looks))),
  2,
)
console.log(made)
const failures = broken(all)
for (const failure of failures) console.log(`does not hold: ${failure}`)
if (failures.length > 0) process.exitCode = 1
if (values.cases === undefined) {
  const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'rounds', made))
}
