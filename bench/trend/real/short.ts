// Short histories: the first months of every user. Made ones with one to five gross steps, and with none, whose noise
// carries on or does not; and the first sessions of the real ones.
import { type AnalysedSeries, analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { type Random, randomStream } from '../../verdicts/random.ts'
import { type Found, foundIn, levelsOf, valuesOf } from './methods.ts'
import type { RealSeries } from './parse.ts'
import { isAt, NEAR, scoreOf, sum } from './score.ts'

const LENGTHS = [15, 30, 60]
const AUTOCORRELATIONS = [0, 0.3, 0.6]
/** Standard deviations of the noise: 0.5 to 5 %. */
const NOISES = [0.005, 0.01, 0.02, 0.05]
const MOST_STEPS = 5
/** The fewest nights of a level, and the size of a step in standard deviations of the noise. */
const LEAST_LEVEL = 6
const SIZES = [12, 40]
const LEAST_CHANGE = Math.log(1.05)

type Made = { values: number[]; steps: number[] }

function noiseOf(count: number, autocorrelation: number, random: Random): number[] {
  let state = random.normal()
  return Array.from({ length: count }, () => {
    const value = state
    state = autocorrelation * state + Math.sqrt(1 - autocorrelation ** 2) * random.normal()
    return value
  })
}

/** A history of `count` nights with so many gross steps, up or down, at least six nights apart. */
function made(count: number, steps: number, autocorrelation: number, index: number): Made {
  const random = randomStream(1, `short ${count} ${steps} ${autocorrelation}`, index)
  const sd = NOISES[index % NOISES.length] as number
  const spare = count - LEAST_LEVEL * (steps + 1)
  const places = Array.from({ length: steps }, () => Math.floor(random.uniform() * (spare + 1)))
    .sort((a, b) => a - b)
    .map((place, i) => place + LEAST_LEVEL * (i + 1))
  const moves = places.map(() => {
    const size =
      sd * ((SIZES[0] as number) + random.uniform() * ((SIZES[1] as number) - (SIZES[0] as number)))
    return Math.max(size, LEAST_CHANGE) * (random.uniform() < 0.5 ? 1 : -1)
  })
  const values = noiseOf(count, autocorrelation, random).map((noise, night) => {
    const level = moves.reduce((total, move, i) => total + (night >= (places[i] as number) ? move : 0), 0)
    return Math.exp(level + sd * noise)
  })
  return { values, steps: places }
}

function foundAlone(values: number[]): Found[] {
  const levels = levelsOf({ name: 'made', unit: '', values })
  return foundIn(levels, analyseHistory([levels], defaultTrendPolicy)[0] as AnalysedSeries)
}

const percent = (some: number, all: number) => (all === 0 ? '–' : `${((100 * some) / all).toFixed(1)} %`)

/** The steps found of so many made histories, and the marks where there is none. */
function madeRow(count: number, autocorrelation: number, histories: number): string[] {
  let [steps, found, marks] = [0, 0, 0]
  for (let index = 0; index < histories; index++) {
    const most = Math.min(MOST_STEPS, Math.floor(count / LEAST_LEVEL) - 1)
    const each = made(count, 1 + (index % most), autocorrelation, index)
    const places = foundAlone(each.values)
    steps += each.steps.length
    found += each.steps.filter(step => places.some(isAt(step, NEAR))).length
    marks += foundAlone(made(count, 0, autocorrelation, index).values).length
  }
  const perHundred = (100 * marks) / (histories * count)
  return [
    `made, autocorrelation ${autocorrelation}`,
    `${count}`,
    percent(found, steps),
    perHundred.toFixed(3),
  ]
}

/** Each `count` sessions of the series in turn, as histories of their own. */
function windowsOf(series: RealSeries[], count: number): RealSeries[] {
  return series.flatMap(each => {
    const values = valuesOf(each)
    return Array.from({ length: Math.floor(values.length / count) }, (_, i) => ({
      ...each,
      values: values.slice(i * count, (i + 1) * count),
    }))
  })
}

/** The gross steps found in short parts of real series, and the change points at no gross step. */
function realRow(series: RealSeries[], count: number): string[] {
  const windows = windowsOf(series, count)
  const found = windows.map(each => foundAlone(valuesOf(each)))
  const score = sum(windows.map((each, i) => scoreOf(each, found[i] as Found[], undefined).score))
  const perHundred = (100 * (score.changePoints - score.grossFound)) / (windows.length * count)
  return ['real', `${count}`, percent(score.steadyFound, score.steady), perHundred.toFixed(3)]
}

/** A table of short histories; `real` are series of which every stretch of the length is a history. */
export function shortTable(real: RealSeries[], histories: number): string {
  const rows = LENGTHS.flatMap(count => [
    ...AUTOCORRELATIONS.map(autocorrelation => madeRow(count, autocorrelation, histories)),
    ...(real.length === 0 ? [] : [realRow(real, count)]),
  ])
  const header = [
    'short histories',
    'nights',
    'gross steps found',
    'marks per 100 nights where there is none',
  ]
  return [header, ['---', '---:', '---:', '---:'], ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}
