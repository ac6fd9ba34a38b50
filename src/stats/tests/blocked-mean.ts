// The difference of means that several blocks share, each block weighted by the inverse of its estimated
// variance, with the block as a fixed effect. Graybill & Deal (1959), Biometrics 15.

import { pooledSd } from '../describe/pooled-sd.ts'
import { tTwoSidedP } from '../distributions/t.ts'
import type { Block } from './block.ts'
import { sharedScale, type WeightedBlock } from './shared-scale.ts'
import { welch } from './welch.ts'

/** mean(b) − mean(a) − shift of one block, and how sure it is. */
export type BlockMean = WeightedBlock & { difference: number }

export type BlockedMean = {
  difference: number
  standardError: number
  t: number
  df: number
  p: number
  blocks: BlockMean[]
}

/** Welch's difference of every block; a block whose runs do not vary is taken to vary as the others do. */
function blockMeans(blocks: Block[], shift: number): BlockMean[] {
  const tests = blocks.map(({ a, b }) => welch(a, b, shift))
  const varying = blocks.filter((_, i) => (tests[i]?.standardError as number) > 0)
  const isMixed = varying.length > 0 && varying.length < blocks.length
  const sd = isMixed ? pooledSd(varying.flatMap(({ a, b }) => [a, b])) : 0
  const means = tests.map(({ difference, standardError, df }, i) => {
    const { a, b } = blocks[i] as Block
    const reciprocals = 1 / a.length + 1 / b.length
    if (standardError === 0) {
      return { difference, variance: sd ** 2 * reciprocals, df: a.length + b.length - 2, reciprocals }
    }
    return { difference, variance: standardError ** 2, df, reciprocals }
  })
  const precision = means.map(({ variance, reciprocals }) => 1 / (variance || reciprocals))
  const all = precision.reduce((sum, one) => sum + one, 0)
  return means.map(({ difference, variance, df }, i) => {
    return { difference, variance, df, weight: (precision[i] as number) / all }
  })
}

/**
 * Tests whether the mean of b − a that all blocks share differs from `shift`. Takes one number per run, at
 * least two a side of each of at least one block; gives the weighted difference − shift with its standard
 * error, t, df and two-sided p, and the blocks' own. With one block this is Welch's test. When no run of any
 * block varies, p is 1 for a difference of zero and 0 for any other.
 */
export function blockedMean(blocks: Block[], shift = 0): BlockedMean {
  if (blocks.length === 0) throw new RangeError('a blocked comparison needs at least one block')
  const means = blockMeans(blocks, shift)
  const difference = means.reduce((sum, mean) => sum + mean.weight * mean.difference, 0)
  const { variance, df } = sharedScale(means)
  const standardError = Math.sqrt(variance)
  const t = difference === 0 ? 0 : difference / standardError
  return { difference, standardError, t, df, p: tTwoSidedP(t, df), blocks: means }
}
