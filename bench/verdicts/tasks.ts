// Splits the work into pieces that do not depend on each other, and does the work of one piece.
import type { RealRuns } from './cases.ts'
import type { Cell } from './cells.ts'
import { rivalScores } from './rival-scores.ts'
import { rivals } from './rivals/index.ts'
import type { Rival, Tools } from './rivals/rival.ts'
import type { Score } from './score.ts'
import { simulate } from './simulate.ts'

export type Task = { cell: Cell; rival: string | null; from: number; to: number }

/** The values that all tasks share. */
export type Setting = { seed: number; real: RealRuns; tools: Tools }

/** How many cases a cell gets. */
export type Effort = { cases: number; familyCases: number; rivalCases: number; slowRivalCases: number }

/** The cases of a cell and how many make a piece; advice is tried with hundreds of runs. */
function effortOf(
  cell: Cell,
  { cases, familyCases }: Pick<Effort, 'cases' | 'familyCases'>,
): [number, number] {
  if (cell.trial === 'advice') return [cases / 10, 100]
  return cell.benchmarks > 1 ? [familyCases, 100] : [cases, 1000]
}

/** stable-bench's cases of these cells, in pieces of about a second. */
export function ownTasks(cells: Cell[], { cases, familyCases }: Effort): Task[] {
  return cells.flatMap(cell => {
    const [total, piece] = effortOf(cell, { cases, familyCases })
    const starts = Array.from({ length: Math.ceil(total / piece) }, (_, i) => i * piece)
    return starts.map(from => ({ cell, rival: null, from, to: Math.min(from + piece, total) }))
  })
}

/** One task per rival that is installed and cell, the slow ones first. */
export function rivalTasks(cells: Cell[], tools: Tools, effort: Effort): Task[] {
  const able = rivals.filter(rival => rival.needs === null || tools[rival.needs] !== null)
  const order = able.toSorted((one, other) => Number(other.slow) - Number(one.slow))
  return order.flatMap(({ name, slow }) => {
    const to = slow ? effort.slowRivalCases : effort.rivalCases
    return cells.map(cell => ({ cell, rival: name, from: 0, to }))
  })
}

/** The scores of one task. */
export async function perform({ cell, rival, from, to }: Task, setting: Setting): Promise<Score[]> {
  if (rival === null) return simulate(cell, { ...setting, from, to })
  const chosen = rivals.find(each => each.name === rival) as Rival
  return rivalScores(cell, chosen, { ...setting, cases: to })
}
