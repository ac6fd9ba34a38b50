// The interval of each design for a single level.
import type { Block } from '../../src/stats/block.ts'
import { blockedIntervals } from '../../src/stats/blocked-interval.ts'
import { combinedIntervals } from '../../src/stats/combined-interval.ts'
import { pairedIntervals } from '../../src/stats/paired-interval.ts'

type Interval = [low: number, high: number]

export const blockedInterval = (blocks: Block[], level: number) =>
  blockedIntervals(blocks, [level])[0] as Interval

export const combinedInterval = (a: number[], b: number[], level: number) =>
  combinedIntervals(a, b, [level])[0] as Interval

export const pairedInterval = (differences: number[], level: number) =>
  pairedIntervals(differences, [level])[0] as Interval
