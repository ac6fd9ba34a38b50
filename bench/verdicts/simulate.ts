// Runs stable-bench over a range of cases of one cell and counts its answers.

import { ADVICE, advised } from './advice.ts'
import { type Case, caseOf, type RealRuns, summarised } from './cases.ts'
import type { Cell } from './cells.ts'
import { againstStored, allRuns, oneLook, plannedLooks, sayings, welchAlone } from './engine.ts'
import { type Call, count, emptyTally, type Said, type Score, type Tally } from './score.ts'

export const METHODS = {
  oneLook: 'stable-bench, 10 runs',
  looks: 'stable-bench, 5 to 20 runs',
  stored: 'stable-bench, stored baseline',
  family: 'stable-bench, 20 benchmarks, 5 to 20 runs',
  welch: 'Welch alone, 10 runs',
  unequal: 'stable-bench, unequal runs',
  ...ADVICE,
} as const

export type Range = { from: number; to: number; seed: number; real: RealRuns }

type Counter = (method: string, shift: number, said: Said) => void

function interleavedCase(one: Case, shift: number, add: Counter): void {
  const single = oneLook([one], shift)
  add(METHODS.oneLook, shift, sayings(single)[0] as Said)
  add(METHODS.welch, shift, welchAlone(single))
  add(METHODS.looks, shift, sayings(plannedLooks([one], shift))[0] as Said)
}

/** A comparison of many benchmarks is one case: an alarm anywhere is an alarm. */
function familyCase(cases: Case[], shift: number, add: Counter): void {
  const said = sayings(plannedLooks(cases, shift))
  const has = (call: Call) => said.some(each => each.call === call)
  const call = has('slower') ? 'slower' : has('faster') ? 'faster' : has('open') ? 'open' : 'same'
  const significant = said.some(each => each.significant)
  add(METHODS.family, shift, { call, significant, runs: (said[0] as Said).runs ?? 0 })
}

/** Calls `add` with each answer to case number `index` of a cell. */
export function eachCase(cell: Cell, index: number, { seed, real }: Range, add: Counter): void {
  if (cell.trial === 'advice') {
    for (const [method, said] of advised(cell, index, seed)) add(method, 0, said)
    return
  }
  const cases = Array.from({ length: cell.benchmarks }, (_, i) =>
    summarised(caseOf(cell, index, seed, real, i)),
  )
  for (const shift of cell.shifts) {
    const [one] = cases as [Case]
    if (cell.benchmarks > 1) familyCase(cases, shift, add)
    else if (cell.design === 'stored') {
      add(METHODS.stored, shift, sayings(againstStored(one, shift, cell.grade))[0] as Said)
    } else if (cell.trial === 'unequal') {
      add(METHODS.unequal, shift, sayings(allRuns(one, shift))[0] as Said)
    } else interleavedCase(one, shift, add)
  }
}

/** The scores of stable-bench for the cases `from` (inclusive) to `to` (exclusive) of a cell. */
export function simulate(cell: Cell, range: Range): Score[] {
  const tallies = new Map<string, { method: string; shift: number; tally: Tally }>()
  const add: Counter = (method, shift, said) => {
    const key = `${method} ${shift}`
    const known = tallies.get(key) ?? { method, shift, tally: emptyTally() }
    tallies.set(key, known)
    count(known.tally, said, shift)
  }
  for (let index = range.from; index < range.to; index++) eachCase(cell, index, range, add)
  return [...tallies.values()].map(score => ({ cell: cell.key, ...score }))
}
