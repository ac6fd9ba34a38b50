// Splits the work into pieces that do not depend on each other, and does the work of one piece.
import {
  afterwards,
  type Cell,
  cleanLooks,
  cleanYears,
  creeps,
  endSteps,
  hardYears,
  middleSteps,
  testbedAndSteps,
  testbeds,
  waits,
} from './cells.ts'
import * as engine from './engine.ts'
import { ideal } from './ideal.ts'
import { rivalLook, rivalWait, rivalYear } from './rivals.ts'
import type { Score } from './score.ts'
import type { Piece } from './simulate.ts'

/** How many histories a cell gets. */
export type Effort = {
  cleanLooks: number
  looks: number
  cleanYears: number
  hardYears: number
  waits: number
  afterwards: number
  rivalLooks: number
  rivalYears: number
  rivalWaits: number
}

const KINDS = {
  look: engine.look,
  cleanYear: engine.cleanYear,
  wait: engine.wait,
  afterwards: engine.afterwards,
  ideal: (piece: Piece) => ideal(piece),
  rivalLook,
  rivalYear,
  rivalWait,
}

/** `folder` holds the rivals' packages. */
export type Task = { kind: keyof typeof KINDS; piece: Piece; folder: string }

/** Where spikes are, nobody can know. */
const isKnown = ({ family }: Cell) => family !== 'spikes'

type Plan = { kind: Task['kind']; cells: Cell[]; series: number; piece: number }

/** Pieces of some seconds at most, but one process a cell for a rival, which takes a second to start. */
function plans(effort: Effort): Plan[] {
  const others = [...middleSteps, ...endSteps, ...creeps, ...testbeds, ...testbedAndSteps]
  return [
    { kind: 'rivalYear', cells: cleanYears, series: effort.rivalYears, piece: 50 },
    { kind: 'rivalWait', cells: waits, series: effort.rivalWaits, piece: 100 },
    { kind: 'rivalLook', cells: [...cleanLooks, ...others], series: effort.rivalLooks, piece: 500 },
    { kind: 'wait', cells: waits, series: effort.waits, piece: 50 },
    { kind: 'afterwards', cells: afterwards, series: effort.afterwards, piece: 10 },
    { kind: 'cleanYear', cells: cleanYears, series: effort.cleanYears, piece: 50 },
    { kind: 'cleanYear', cells: hardYears, series: effort.hardYears, piece: 50 },
    { kind: 'look', cells: cleanLooks, series: effort.cleanLooks, piece: 1000 },
    { kind: 'look', cells: others, series: effort.looks, piece: 250 },
    {
      kind: 'ideal',
      cells: [...cleanLooks, ...middleSteps, ...endSteps].filter(isKnown),
      series: effort.looks,
      piece: 500,
    },
  ]
}

/** All tasks, those that take longest first; without the rivals when they are not installed. */
export function tasksOf(effort: Effort, seed: number, folder: string | null): Task[] {
  const able = plans(effort).filter(({ kind }) => folder !== null || !kind.startsWith('rival'))
  return able.flatMap(({ kind, cells, series, piece }) =>
    cells.flatMap(cell =>
      Array.from({ length: Math.ceil(series / piece) }, (_, i): Task => {
        const [from, to] = [i * piece, Math.min(series, (i + 1) * piece)]
        return { kind, piece: { cell, seed, from, to }, folder: folder ?? '' }
      }),
    ),
  )
}

export function perform({ kind, piece, folder }: Task): Score[] {
  return [KINDS[kind](piece, folder)].flat()
}
