// Counts on public histories how often a candidate that did not change is called against the sessions before it, with none,
// 20 and 100 nights known. The constants of the nights were chosen on one half of the histories; the other half confirms
// them. What is seen as a step is left out: smaller steps count as unchanged. Writes its table into docs/statistics.md:
// `npm run bench:night-histories`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { storedPrior } from '../src/compare/sides/baseline-sessions.ts'
import { defaultPolicy, type Grade } from '../src/model/index.ts'
import { NORMAL_MAD } from '../src/stats/describe/spread.ts'
import { mean, median } from '../src/stats/describe/summary.ts'
import { tTwoSidedP } from '../src/stats/distributions/continuous.ts'
import { storedScale } from '../src/stats/inference/stored-test.ts'
import { levelSegments } from '../src/stats/series/last-step.ts'
import { withRegion } from './page-region.ts'
import { digits, rate, table } from './rate-table.ts'
import { histories } from './trend/real/histories.ts'

const SESSIONS = [1, 3, 10]
const NIGHTS = [0, 20, 100]
const GRADES: Grade[] = ['tuned', 'untuned']
const HALVES = { 'chosen on': /^(?:hyper|numpy)/, 'confirmed on': /^(?!hyper|numpy)/ }
/** So many series of a suite, and values of each at least. */
const [SERIES, FEWEST] = [30, 80]
/** Every so many-th value is a candidate, from this one on. */
const [EVERY, FIRST] = [7, 45]
/** A step so soon after a candidate may have begun with it. */
const SOON = 5

/** Where the level of the values steps. */
function stepsOf(levels: number[]): number[] {
  const moves = levels.slice(1).map((level, i) => Math.abs(level - (levels[i] as number)))
  const usual = Math.max(1e-9, (NORMAL_MAD * median(moves)) / Math.SQRT2)
  let at = 0
  return levelSegments(levels, { priorVariance: usual ** 2, priorDf: 4, alpha: 0.01 }).map(size => {
    at += size
    return at
  })
}

/** Whether the value at `at` is called against the `sessions` before it. */
function isCalled(levels: number[], at: number, setting: { sessions: number; nights: number; grade: Grade }) {
  const { sessions, nights, grade } = setting
  const before = levels.slice(at - sessions, at)
  const known = nights === 0 ? [] : levels.slice(Math.max(0, at - nights), at)
  const prior = storedPrior(defaultPolicy, grade, { sessions, nights: known.map(level => [Math.exp(level)]) })
  const segments = [before.map(level => [level])]
  const { standardError: scale, df } = storedScale({ segments, candidateRuns: [1], runVariance: 0, prior })
  return tTwoSidedP(((levels[at] as number) - mean(before)) / scale, df) < defaultPolicy.alpha
}

/** Log values of the series of a half. */
function levelsOf(half: RegExp): number[][] {
  return histories()
    .filter(({ suite }) => half.test(suite))
    .flatMap(({ series }) => {
      const step = Math.max(1, Math.floor(series.length / SERIES))
      return series.filter((_, i) => i % step === 0)
    })
    .map(({ values }) => values.flatMap(value => (value ? [Math.log(value)] : [])))
    .filter(({ length }) => length >= FEWEST)
}

type Place = { levels: number[]; at: number }

/** The values that did not change against so many sessions before them. */
const unchanged = (all: { levels: number[]; steps: number[] }[], sessions: number): Place[] =>
  all.flatMap(({ levels, steps }) => {
    const places = Array.from(
      { length: Math.ceil((levels.length - SOON - 1 - FIRST) / EVERY) },
      (_, i) => FIRST + i * EVERY,
    )
    const isNear = (at: number) => steps.some(step => step >= at - sessions && step <= at + SOON)
    return places.filter(at => !isNear(at)).map(at => ({ levels, at }))
  })

const rows = Object.entries(HALVES).flatMap(([half, pattern]) => {
  const all = levelsOf(pattern).map(levels => ({ levels, steps: stepsOf(levels) }))
  const places = SESSIONS.map(sessions => ({ sessions, unchanged: unchanged(all, sessions) }))
  const share = (nights: number, grade: Grade) =>
    places.map(({ sessions, unchanged: those }) => {
      const called = those.filter(({ levels, at }) => isCalled(levels, at, { sessions, nights, grade }))
      return digits(rate(called.length, those.length).share)
    })
  return GRADES.map(grade => [
    `as if ${grade}`,
    half,
    ...NIGHTS.map(nights => share(nights, grade).join(' · ')),
  ])
})
const made = table(['testbed', 'histories', 'without nights', '20 nights', '100 nights'], rows.toSorted(), 2)
console.log(made)
const page = fileURLToPath(new URL('../docs/statistics.md', import.meta.url))
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'night-histories', made))
