// `stable-bench bisect` on a simulated machine: the engine's own comparison of the ends, and the decisions of src/bisect.

import { isSureChange } from '../../src/bisect/measure/ends.ts'
import type { MeasuredCommit, VisitRuns } from '../../src/bisect/search/commit-levels.ts'
import { decideNext, withVisit } from '../../src/bisect/search/search-step.ts'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { looksAtBoth } from '../../src/job/request/planned-looks.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import { simulatedSession } from '../simulated-session.ts'
import type { History, Machine } from './history.ts'

/** What a method says: a commit, or none; and that it is sure, where it says so. */
export type Answer = { commit: number | null; seconds: number; runs: number; builds: number }

/** Runs a side at most: a user of a noisy machine asks for them with --max-runs. */
const LOOKS = looksAtBoth({ runs: 'auto', 'max-runs': 640 })
/** Looking at the machine, and a warm-up run of each side. */
const JOB_START = 1
/** The command stops by time: after five times what it said. */
const MOST_VISITS = 200
/** `--band 0.5%`: smaller changes than 2 % are searched for, too. */
const policy = { ...defaultPolicy, band: 0.005 }

function addRounds(machine: Machine, commit: number, rounds: number, { old, now }: VisitRuns): void {
  for (let i = 0; i < rounds; i++) {
    old.push(machine.run(0))
    now.push(machine.run(commit))
  }
}

function visit(machine: Machine, commit: number, rounds: number): VisitRuns {
  machine.wait(JOB_START)
  machine.run(0)
  machine.run(commit)
  const runs: VisitRuns = { old: [], now: [] }
  addRounds(machine, commit, rounds, runs)
  return runs
}

function session(runs: number[], first: number) {
  const order = runs.map((_, i) => 2 * i + first)
  return simulatedSession([runs.map(log => [1e6 * Math.exp(log)])], { order, looks: LOOKS })
}

/** The runs of both ends, where their change is sure. */
function ends(machine: Machine, last: number): VisitRuns | null {
  machine.build(0)
  machine.build(last)
  machine.wait(JOB_START)
  const runs: VisitRuns = { old: [], now: [] }
  for (const look of LOOKS) {
    addRounds(machine, last, look - runs.old.length, runs)
    const { rows } = compareSessions({
      baselines: [session(runs.old, 0)],
      candidates: [session(runs.now, 1)],
      assumedGrade: 'untuned',
      design: 'interleaved',
      policy,
    })
    const [row] = rows
    if (row && row.verdict !== 'inconclusive') return isSureChange(row, policy) ? runs : null
  }
  return null
}

/** The answer for one history. */
export function ownAnswer({ scenario, machine: start }: History): Answer {
  const machine = start()
  const { commits: last, build, run } = scenario
  const first = ends(machine, last)
  if (first === null) return { commit: null, ...machine.spent() }
  let measured: MeasuredCommit[] = [{ position: last, visits: [first] }]
  const costs = { build, round: 2 * run, visit: JOB_START + 2 * run }
  const skipped = new Set<number>()
  const built: number[] = [last]
  for (let visits = 0; visits < MOST_VISITS; visits++) {
    const isBuilt = (position: number) => built.slice(-8).includes(position)
    const decision = decideNext({ chain: { last, fromEnd: true, measured }, costs, skipped, isBuilt })
    if ('found' in decision) return { commit: decision.found.to, ...machine.spent() }
    if ('undecided' in decision) break
    const { position, rounds } = decision.visit
    const fine = isBuilt(position) || machine.build(position)
    if (!isBuilt(position)) built.push(position)
    if (!fine) skipped.add(position)
    else measured = withVisit(measured, position, visit(machine, position, rounds))
  }
  return { commit: null, ...machine.spent() }
}
