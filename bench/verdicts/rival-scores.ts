// Shows the cases of a cell to one rival and counts its answers.
import { caseOf, changed, interleave, positionsOf, type RealRuns, type Runs, runsOfJob } from './cases.ts'
import { type Cell, RUNS } from './cells.ts'
import { type Random, randomStream } from './random.ts'
import { HISTORY } from './rivals/bencher.ts'
import {
  type Feed,
  firstProcess,
  mean,
  median,
  type Pair,
  type Rival,
  runMedians,
  type Tools,
} from './rivals/rival.ts'
import { MOST_SAMPLES } from './rivals/tachometer.ts'
import { count, emptyTally, type Said, type Score } from './score.ts'

type Extra = Pick<Pair, 'history' | 'pages'>

const NOTHING: Extra = { history: null, pages: null }

/** Earlier jobs with the same noise, of one process each or of ten. */
function historyOf(cell: Cell, random: Random): Extra['history'] {
  const jobs = Array.from({ length: HISTORY }, () => runsOfJob(cell, RUNS.one, random, {}))
  return {
    single: jobs.map(runs => mean(firstProcess(runs))),
    medians: jobs.map(runs => median(runMedians(runs))),
  }
}

/** Many more processes of the same job. Only the first measurement of each counts. */
function pagesOf(cell: Cell, random: Random): Extra['pages'] {
  const first = (runs: Runs) => runs.map(values => values[0] as number)
  const positions = positionsOf(MOST_SAMPLES, random.integer(2 ** 31))
  const { baseline, candidate } = interleave(runsOfJob(cell, 2 * MOST_SAMPLES, random, {}), positions)
  return { baseline: first(baseline), candidate: first(candidate) }
}

/** The data that a rival needs beyond the runs that all get; nothing where the cell cannot give it. */
function extraOf(cell: Cell, rival: Rival, random: Random): Extra {
  const required = rival.requires?.('shipped')
  // Real runs are too few for either.
  if (!required || cell.noise === null) return NOTHING
  if (required === 'history') return { ...NOTHING, history: historyOf(cell, random) }
  return { ...NOTHING, pages: cell.design === 'stored' ? null : pagesOf(cell, random) }
}

/** Case number `index` under every true change; the first ten runs of what stable-bench gets. */
function pairsOf(cell: Cell, rival: Rival, index: number, { seed, real }: RivalRange): Pair[] {
  const { sessions, candidate } = caseOf(cell, index, seed, real)
  const { history, pages } = extraOf(cell, rival, randomStream(seed, `${cell.key} extra`, index))
  const baseline = (sessions[0] as Runs).slice(0, RUNS.one)
  return cell.shifts.map(shift => ({
    baseline,
    candidate: changed(candidate.slice(0, RUNS.one), shift),
    history,
    pages: pages && { ...pages, candidate: pages.candidate.map(value => value * (1 + shift)) },
  }))
}

export const rivalMethod = (rival: Rival, feed: Feed) => `${rival.name}, ${feed}`

function scoresOf(cell: Cell, method: string, said: Said[]): Score[] {
  return cell.shifts.map((shift, i) => {
    const tally = emptyTally()
    said.forEach((each, k) => {
      if (k % cell.shifts.length === i) count(tally, each, shift)
    })
    return { cell: cell.key, method, shift, tally }
  })
}

export type RivalRange = { cases: number; seed: number; real: RealRuns; tools: Tools }

/** The scores of a rival with both feeds. A feed has no score if it needs data that the cell does not have. */
export async function rivalScores(cell: Cell, rival: Rival, range: RivalRange): Promise<Score[]> {
  const cases = Array.from({ length: range.cases }, (_, index) => pairsOf(cell, rival, index, range))
  const pairs = cases.flat()
  const scores: Score[] = []
  for (const feed of ['shipped', 'per process'] as const) {
    const required = rival.requires?.(feed) ?? null
    if (required !== null && (pairs[0] as Pair)[required] === null) continue
    scores.push(...scoresOf(cell, rivalMethod(rival, feed), await rival.judge(pairs, feed, range.tools)))
  }
  return scores
}
