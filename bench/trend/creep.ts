// Counts how often a creep is named: where the level stays, with noise of several kinds, in real histories, and where the level
// creeps indeed; a slow one may be taken for a step. Writes its table into docs/change-points.md: `npm run bench:creep [-- --cases N]`. The first time it fetches the
// real histories from GitHub.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { analyseHistory } from '../../src/history/analyse/analyse-all-series.ts'
import { creepOf } from '../../src/history/analyse/creep.ts'
import { disturbedNights } from '../../src/history/analyse/disturbed-nights.ts'
import type { SeriesLevels } from '../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../src/history/analyse/trend-policy.ts'
import { withRegion } from '../page-region.ts'
import { digits, type Rate, range, rate, table } from '../rate-table.ts'
import { randomStream } from '../verdicts/random.ts'
import { type Change, FAMILIES, type Family, FIXED, HARD_FAMILIES } from './cells.ts'
import { histories } from './real/histories.ts'
import { levelsOf } from './real/methods.ts'
import { nightsOf } from './simulate.ts'

const LENGTHS = [30, 120, 365]
/** The last night's level over that of the first, as 1 + size; `nights` is their number. */
const CREEPS: Record<string, (nights: number) => number> = {
  '+5 % in all': () => 0.05,
  '+0.2 % a night': nights => 1.002 ** (nights - 1) - 1,
  '+1 % a night': nights => 1.01 ** (nights - 1) - 1,
}
/** Parts of a real history after which it is looked at. */
const PARTS = [0.4, 0.7, 1]
const FEWEST = 20

const { values } = parseArgs({ options: { cases: { type: 'string' } } })
const CASES = Number(values.cases ?? 400)

/** How many of these series have a creep, and how many others a step. */
function foundIn(levels: SeriesLevels[]): { creeps: number; steps: number } {
  const analysed = analyseHistory(levels, defaultTrendPolicy)
  const changePoints = levels.map((_, i) => analysed[i]?.changePoints ?? [])
  const creeps = levels.map((each, i) => creepOf(each, changePoints[i] ?? [], defaultTrendPolicy) !== null)
  return {
    creeps: creeps.filter(Boolean).length,
    steps: changePoints.filter((changes, i) => changes.length > 0 && !creeps[i]).length,
  }
}

/** The nights of a level that takes a step of the size of the noise every night, upwards or downwards. */
function randomWalk(nights: number, index: number): SeriesLevels['nights'] {
  const random = randomStream(2026, `random walk ${nights}`, index)
  let log = 0
  return Array.from({ length: nights }, (_, night) => {
    log += FIXED.sd * random.normal()
    return { night, value: FIXED.level * Math.exp(log), testbed: 'one' }
  })
}

function found(kind: Family | 'random walk', nights: number, changes: Change[], cases: number) {
  let [creeps, steps] = [0, 0]
  for (let i = 0; i < cases; i++) {
    const own =
      kind === 'random walk'
        ? randomWalk(nights, i)
        : nightsOf({ key: '', family: kind, nights, changes }, 2026, i)
    const one = foundIn([{ id: 'a', better: 'lower', nights: own, announced: [] }])
    creeps += one.creeps
    steps += one.steps
  }
  return { creeps: rate(creeps, cases), steps: rate(steps, cases) }
}

function creepsInReal(): Rate {
  let [count, of] = [0, 0]
  for (const part of PARTS) {
    for (const { series } of histories()) {
      const measured = series
        .map(each =>
          levelsOf({ ...each, values: each.values.slice(0, Math.floor(part * each.values.length)) }),
        )
        .filter(({ nights }) => nights.length >= FEWEST)
      const disturbed = new Set(disturbedNights(measured).map(({ night }) => night))
      of += measured.length
      count += foundIn(measured.map(levels => ({ ...levels, disturbed }))).creeps
    }
  }
  return rate(count, of)
}

const kinds = [...FAMILIES, ...HARD_FAMILIES, 'random walk'] as const
const rows = kinds.flatMap(kind =>
  LENGTHS.map(nights => {
    const cells = Object.values(CREEPS).map(sizeOf => {
      if (kind === 'random walk') return '–'
      const change: Change = { at: 0, size: sizeOf(nights), kind: 'creep' }
      const { creeps, steps } = found(kind, nights, [change], CASES / 4)
      return `${digits(creeps.share)}, ${digits(steps.share)}`
    })
    return [kind, String(nights), range(found(kind, nights, [], CASES).creeps), ...cells]
  }),
)
const real = creepsInReal()
const head = [
  'noise',
  'nights',
  'level stays: creep, %',
  ...Object.keys(CREEPS).map(name => `${name}: creep, else a step, %`),
]
const last = [
  'real',
  '–',
  `${range(real)}, ${real.count} of ${real.of}`,
  ...Object.keys(CREEPS).map(() => '–'),
]
const made = table(head, [...rows, last])
const page = fileURLToPath(new URL('../../docs/change-points.md', import.meta.url))
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'creep', made))
console.log(made)
