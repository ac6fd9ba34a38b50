// The blocked test and interval of two sides that make one block.

import { blockedShift, blockedTest } from '../../src/stats/inference/blocked-test.ts'
import type { Block } from '../../src/stats/ranks/stratified-ranks.ts'

type Interval = [low: number, high: number]

export const oneBlockTest = (a: number[], b: number[], shift = 0) => blockedTest([{ a, b }], shift)

export const oneBlockIntervals = (a: number[], b: number[], levels: number[]) =>
  levels.map(blockedShift([{ a, b }]).intervalAt)

export const oneBlockInterval = (a: number[], b: number[], level: number) =>
  oneBlockIntervals(a, b, [level])[0] as Interval

export const blockedInterval = (blocks: Block[], level: number) => blockedShift(blocks).intervalAt(level)
