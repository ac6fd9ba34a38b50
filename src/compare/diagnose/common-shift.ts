// Whether most rows move together. A changed machine, toolchain or build layout does that more often than one commit.
// Rows of one job share its runs, so they are no independent witnesses: the test is on the common part of the runs.
import type { Row, Warning } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { blockedTest } from '../../stats/inference/blocked-test.ts'
import { signP } from '../../stats/inference/proportions.ts'
import { changeSizeText } from '../message-words.ts'

const FEWEST_ROWS = 5
/** This share of rows that move one way shows a common shift by itself. */
const NEARLY_ALL = 0.8
/** This share is enough if the sign test finds it too: a slow machine does not slow all benchmarks alike. */
const MOST = 0.6
const SIGN_LEVEL = 0.02
const MOVED = Math.log(1.005)
const LEVEL = 0.005

/** A row on the log scale, above zero for the worse: its change, and its runs from the middle of both sides. */
type Moving = { change: number; baseline: number[]; candidate: number[] }

function moving(row: Row): Moving[] {
  const { baseline, candidate } = row.values
  if (!row.gates || row.ratio === null || row.ratio <= 0) return []
  if ([...baseline, ...candidate].some(value => value <= 0)) return []
  const worse = row.better === 'lower' ? 1 : -1
  const logs = [baseline, candidate].map(values => values.map(value => worse * Math.log(value)))
  const [before, after] = logs as [number[], number[]]
  const middle = (median(before) + median(after)) / 2
  return [
    {
      change: worse * Math.log(row.ratio),
      baseline: before.map(log => log - middle),
      candidate: after.map(log => log - middle),
    },
  ]
}

/** The median over the rows, for each run of a side: the common effect of that process and moment. */
function inCommon(rows: number[][]): number[] {
  const runs = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return Array.from({ length: runs }, (_, i) =>
    median(rows.flatMap(row => (row[i] === undefined ? [] : [row[i]]))),
  )
}

/** Whether a common cause explains that `together` of `all` rows moved one way, and `others` the other way. */
function isMost(together: number, others: number, all: number): boolean {
  if (together >= NEARLY_ALL * all) return true
  return together >= MOST * all && signP(together, others) < SIGN_LEVEL
}

/**
 * A warning about a shift that most rows share, or null. It needs five gating rows, of which 80 % (with the sign test 60 %)
 * move the same way by more than 0.5 %, and a common part of their runs that differs between the sides. It changes no
 * verdict.
 */
export function commonShift(rows: Row[]): Warning | null {
  const all = rows.flatMap(moving)
  const worse = all.filter(({ change }) => change > MOVED)
  const better = all.filter(({ change }) => change < -MOVED)
  const [together, others] = worse.length > better.length ? [worse, better] : [better, worse]
  if (all.length < FEWEST_ROWS || !isMost(together.length, others.length, all.length)) return null
  const sides = [all.map(row => row.baseline), all.map(row => row.candidate)].map(inCommon)
  const [baseline, candidate] = sides as [number[], number[]]
  if (Math.min(baseline.length, candidate.length) < 2) return null
  if (blockedTest([{ a: baseline, b: candidate }]) >= LEVEL) return null
  const change = changeSizeText(median(together.map(row => row.change)))
  const message =
    `${together.length} of ${all.length} gating rows are ${together === worse ? 'worse' : 'better'}, half of them by ` +
    `${change} or more: the machine, the toolchain or the build layout may have changed. ` +
    'Build both sides alike in one job and compare again'
  return { code: 'common-shift', message }
}
