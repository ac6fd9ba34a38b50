// Counts how often a creep is named: where the level stays, with noise of several kinds, in real histories, and where the level
// creeps indeed. Writes its table into docs/change-points.md: `npm run bench:creep [-- --cases N]`. The first time it fetches the
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

const hasCreep = (levels: SeriesLevels[]): number => {
  const analysed = analyseHistory(levels, defaultTrendPolicy)
  const creeps = levels.map((each, i) => creepOf(each, analysed[i]?.changePoints ?? [], defaultTrendPolicy))
  return creeps.filter(creep => creep !== null).length
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

function named(kind: Family | 'random walk', nights: number, changes: Change[], cases: number): Rate {
  let count = 0
  for (let i = 0; i < cases; i++) {
    const own =
      kind === 'random walk'
        ? randomWalk(nights, i)
        : nightsOf({ key: '', family: kind, nights, changes }, 2026, i)
    count += hasCreep([{ id: 'a', better: 'lower', nights: own, announced: [] }])
  }
  return rate(count, cases)
}

function namedInReal(): Rate {
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
      count += hasCreep(measured.map(levels => ({ ...levels, disturbed })))
    }
  }
  return rate(count, of)
}

const kinds = [...FAMILIES, ...HARD_FAMILIES, 'random walk'] as const
const rows = kinds.flatMap(kind =>
  LENGTHS.map(nights => {
    const found = Object.values(CREEPS).map(sizeOf => {
      if (kind === 'random walk') return '–'
      const creep: Change = { at: 0, size: sizeOf(nights), kind: 'creep' }
      return digits(named(kind, nights, [creep], CASES / 4).share)
    })
    return [kind, String(nights), range(named(kind, nights, [], CASES)), ...found]
  }),
)
const real = namedInReal()
const head = ['noise', 'nights', 'level stays: named, %', ...Object.keys(CREEPS).map(name => `${name}, %`)]
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
