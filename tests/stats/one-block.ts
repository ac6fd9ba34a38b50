// The blocked test, the shift and the interval of two sides that make one block.

import { blockedShift, blockedTest } from '../../src/stats/inference/blocked-test.ts'
import { stratifiedHodgesLehmann } from '../../src/stats/ranks/hodges-lehmann.ts'
import type { Block } from '../../src/stats/ranks/stratified-ranks.ts'

type Interval = [low: number, high: number]

export const moved = (values: number[], shift: number) => values.map(value => value - shift)

/** The p of a shift of b − a. */
export const oneBlockTest = (a: number[], b: number[], shift = 0) => blockedTest([{ a, b: moved(b, shift) }])

export const hodgesLehmann = (a: number[], b: number[]) => stratifiedHodgesLehmann([{ a, b }])

export const oneBlockIntervals = (a: number[], b: number[], levels: number[]) =>
  levels.map(blockedShift([{ a, b }]).intervalAt)

export const oneBlockInterval = (a: number[], b: number[], level: number) =>
  oneBlockIntervals(a, b, [level])[0] as Interval

export const blockedInterval = (blocks: Block[], level: number) => blockedShift(blocks).intervalAt(level)
