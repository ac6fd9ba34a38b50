// The nights of one history.
import type { NightLevel } from '../../src/history/analyse/judged-nights.ts'
import { type Random, randomStream } from '../verdicts/random.ts'
import { type Cell, type Change, FIXED } from './cells.ts'

const { exp, log1p, sqrt } = Math

/** The noise of consecutive nights on the log scale. */
export function noiseOf({ family, nights }: Pick<Cell, 'family' | 'nights'>, random: Random): number[] {
  const rho = FIXED.autocorrelation[family] ?? 0
  const { spikes, wandering, noisier } = FIXED
  let state = random.normal()
  return Array.from({ length: nights }, (_, night) => {
    const value = FIXED.sd * state
    state = rho * state + sqrt(1 - rho * rho) * random.normal()
    if (family === 'wandering') {
      return sqrt(wandering) * value + sqrt(1 - wandering) * FIXED.sd * random.normal()
    }
    if (family === 'noisier' && night >= noisier.at) return noisier.times * value
    const isSpike = family === 'spikes' && random.uniform() < spikes.share
    return isSpike ? value + log1p(spikes.least + (spikes.most - spikes.least) * random.uniform()) : value
  })
}

/** The amount that a change adds to the log value of a night. */
function added({ at, size, kind }: Change, night: number, nights: number): number {
  if (kind === 'creep') return (log1p(size) * night) / (nights - 1)
  return night >= at ? log1p(size) : 0
}

/** Histories number `from` to `to` (exclusive) of a cell. */
export type Piece = { cell: Cell; seed: number; from: number; to: number }

/** History number `index` of a cell. */
export function nightsOf(cell: Cell, seed: number, index: number): NightLevel[] {
  // Cells of a family share their noise: differences between them are not luck.
  const random = randomStream(seed, `${cell.family} ${cell.nights}`, index)
  return noiseOf(cell, random).map((value, night) => {
    const moves = cell.changes.map(change => added(change, night, cell.nights))
    const isOther = cell.changes.some(({ kind, at }) => kind === 'testbed' && night >= at)
    const log = moves.reduce((sum, move) => sum + move, value)
    return { night, value: FIXED.level * exp(log), testbed: isOther ? 'another' : 'one' }
  })
}
