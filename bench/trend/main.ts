// Scores the trend's change points and their rivals on the same simulated nights: `npm run bench:trend [-- --quick]
// [--seed N] [--threads N]`. Writes results.md and results.json beside this file and their short form into
// docs/change-points.md (--quick writes to the temporary folder), and exits with 1 when a promise is missed.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { trendAnswers } from '../engine-answers.ts'
import { progress, say, seconds } from '../progress.ts'
import { type About, type Findings, markdown } from './markdown.ts'
import { performAll } from './pool.ts'
import { withFindings } from './summary.ts'
import { heldTargets, type Target } from './targets.ts'
import { type Effort, tasksOf } from './tasks.ts'
import { installRivals, VERSIONS } from './tools.ts'

const FULL: Effort = {
  cleanLooks: 2000,
  looks: 500,
  cleanYears: 600,
  hardYears: 60,
  waits: 250,
  afterwards: 60,
  rivalLooks: 200,
  rivalYears: 50,
  rivalWaits: 50,
}
const QUICK: Effort = {
  cleanLooks: 400,
  looks: 50,
  cleanYears: 40,
  hardYears: 10,
  waits: 20,
  afterwards: 10,
  rivalLooks: 50,
  rivalYears: 5,
  rivalWaits: 10,
}

function printTargets(targets: Target[]): void {
  const words = { met: 'ok', unclear: 'unclear', missed: 'MISSED' }
  for (const { name, limit, found, state } of targets) {
    const [share, low, high] = [found.share, found.low, found.high].map(value => (100 * value).toFixed(2))
    console.log(`${words[state].padEnd(8)} ${name.padEnd(72)} ${share} % (${low}–${high}), limit ${limit}`)
  }
}

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

function write(findings: Findings): void {
  const dir = values.quick ? tmpdir() : beside('.')
  writeFileSync(join(dir, 'results.json'), `${JSON.stringify(findings)}\n`)
  writeFileSync(join(dir, 'results.md'), markdown(findings))
  const page = beside('../../docs/change-points.md')
  if (!values.quick) writeFileSync(page, withFindings(readFileSync(page, 'utf8'), findings))
  say(`${seconds()} s: wrote results.md and results.json to ${dir}`)
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, seed: { type: 'string' }, threads: { type: 'string' } },
})
const seed = Number(values.seed ?? 1)
const effort = values.quick ? QUICK : FULL
const { folder, reason } = installRivals()
if (folder === null) say(`left out: ${reason}`)
const tasks = tasksOf(effort, seed, folder)
const scores = await performAll(tasks, Number(values.threads ?? availableParallelism()), progress())
const targets = heldTargets(scores)
const used = process.cpuUsage()
const about: About = {
  seed,
  effort,
  machine: {
    cpu: cpus()[0]?.model ?? 'unknown',
    processors: availableParallelism(),
    node: process.version,
  },
  versions: VERSIONS,
  missing: reason,
  seconds: seconds(),
  cpuSeconds: Math.round((used.user + used.system) / 1e6),
  answers: trendAnswers(),
}
write({ about, targets, scores })
printTargets(targets)
// The few histories of --quick leave much unclear; all of them must not.
const failing = values.quick ? ['missed'] : ['missed', 'unclear']
process.exitCode = targets.some(({ state }) => failing.includes(state)) ? 1 : 0
