// Scores stable-bench and its rivals on the same samples: `npm run bench:verdicts [-- --quick | --own CASES] [--seed N]`.
// Writes results.md and results.json beside this file and the table of docs/statistics.md; --quick writes to the temporary
// folder. --own asks stable-bench alone, about so many simulated cases a cell: what the rivals said stays, and what all said of real
// runs, since they saw the same ones. Exits with 1 when a promise is missed, and without --quick also when one is not shown to hold.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { verdictAnswers } from '../engine-answers.ts'
import { progress, say, seconds } from '../progress.ts'
import { familyCells, interleavedCells, realCell, rivalCells, storedCells } from './cells.ts'
import { type About, markdown, withScores } from './markdown.ts'
import { performAll } from './pool.ts'
import { measureRealRuns, runSds } from './real-runs.ts'
import type { Tools } from './rivals/rival.ts'
import type { Score } from './score.ts'
import { METHODS } from './simulate.ts'
import { specialCells } from './special-cells.ts'
import type { State, Target } from './target.ts'
import { heldTargets } from './targets.ts'
import { ownTasks, rivalTasks } from './tasks.ts'
import { installTools, VERSIONS } from './tools.ts'

const FULL = { cases: 20_000, familyCases: 5000, rivalCases: 1000, slowRivalCases: 500, processes: 80 }
const QUICK = { cases: 1000, familyCases: 200, rivalCases: 200, slowRivalCases: 100, processes: 44 }

type Findings = { about: About; targets: Target[]; scores: Score[] }

const here = fileURLToPath(new URL('.', import.meta.url))
const NO_TOOLS: Tools = { benchstat: null, python: null, criterion: null, tachometer: null }

/** The last run, with what the rivals said then, and what all said of the real runs. */
function lastRun(): Pick<Findings, 'about' | 'scores'> {
  const { about, scores }: Findings = JSON.parse(readFileSync(join(here, 'results.json'), 'utf8'))
  const own = new Set<string>(Object.values(METHODS))
  return { about, scores: scores.filter(({ method, cell }) => !own.has(method) || cell === realCell.key) }
}

/** The scores of all, or of stable-bench alone beside those that the rivals had in the `last` run. */
async function measure(effort: About['effort'], seed: number, last: ReturnType<typeof lastRun> | null) {
  const { tools, missing } = last ? { tools: NO_TOOLS, missing: [] } : installTools()
  for (const reason of missing) say(`left out: ${reason}`)
  const installSeconds = seconds()
  if (!last)
    say(`${installSeconds} s: measuring ${effort.processes} processes of the demo program for real A/A data`)
  const real = last ? {} : measureRealRuns(effort.processes)
  const simulated = [...familyCells, ...interleavedCells, ...storedCells, ...specialCells]
  const own = last ? simulated : [...simulated, realCell]
  const tasks = [...(last ? [] : rivalTasks(rivalCells, tools, effort)), ...ownTasks(own, effort)]
  say(`${seconds()} s: ${tasks.length} tasks on ${availableParallelism()} threads`)
  const scores = [...(last?.scores ?? []), ...(await performAll(tasks, { seed, real, tools }, progress()))]
  const inOrder = scores.toSorted(
    (x, y) => x.cell.localeCompare(y.cell) || x.method.localeCompare(y.method) || x.shift - y.shift,
  )
  const leftOut = last?.about.missing ?? missing.join('; ')
  return {
    scores: inOrder,
    missing: leftOut,
    realRunSd: last?.about.realRunSd ?? runSds(real),
    installSeconds,
  }
}

function printTargets(targets: Target[]): void {
  const words = { met: 'ok', unclear: 'unclear', missed: 'MISSED' }
  for (const { name, limit, found, state, promised } of targets) {
    const mark = promised ? words[state] : `(${words[state]})`
    const [share, low, high] = [found.share, found.low, found.high].map(value => (100 * value).toFixed(2))
    console.log(`${mark.padEnd(9)} ${name.padEnd(66)} ${share} % (${low}–${high}), limit ${limit}`)
  }
}

function write(dir: string, findings: Findings): void {
  writeFileSync(join(dir, 'results.json'), `${JSON.stringify(findings, null, 2)}\n`)
  writeFileSync(join(dir, 'results.md'), markdown(findings))
  say(`${seconds()} s: wrote results.md and results.json`)
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, own: { type: 'string' }, seed: { type: 'string' } },
})
const last = values.own === undefined ? null : lastRun()
const seed = Number(values.seed ?? 1)
const ownEffort = { ...FULL, cases: Number(values.own), familyCases: Number(values.own) / 4 }
const effort = values.quick ? QUICK : last ? ownEffort : FULL
const { scores, ...findings } = await measure(effort, seed, last)
const targets = heldTargets(scores)
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  processors: availableParallelism(),
  node: process.version,
}
const about: About = {
  seed,
  effort,
  machine,
  versions: VERSIONS,
  ...findings,
  seconds: seconds(),
  ownAlone: last !== null,
  answers: verdictAnswers(),
}
write(values.quick ? tmpdir() : here, { about, targets, scores })
if (!values.quick) {
  const page = join(here, '../../docs/statistics.md')
  writeFileSync(page, withScores(readFileSync(page, 'utf8'), scores))
}
printTargets(targets)
// The few cases of --quick leave much unclear; all cases must not.
const failing: State[] = values.quick ? ['missed'] : ['missed', 'unclear']
process.exitCode = targets.some(({ state, promised }) => promised && failing.includes(state)) ? 1 : 0
