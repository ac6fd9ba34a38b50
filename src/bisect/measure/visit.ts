// One commit between the ends, measured in turn with the old end, so that a drift of the machine meets both.

import { measureTo } from '../../job/make-runs.ts'
import { sessionOf } from '../../job/session.ts'
import type { Job } from '../../job/start.ts'
import { whileMeasuring } from '../../job/until-stopped.ts'
import type { KnownCommit } from '../../measure/checkout/commit-range.ts'
import { MeasureError, Stopped } from '../../measure/runs/errors.ts'
import type { Session } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { median } from '../../stats/describe/summary.ts'
import { visitRuns } from '../search/differences.ts'
import type { VisitCosts } from '../search/next-visit.ts'
import { type Bisecting, type CommitPlan, keepWarnings } from './bisecting.ts'
import { builtCommit } from './build.ts'
import { type KeptBisection, type KeptEnds, saveKept } from './kept.ts'

/** What looking at the machine and starting a job takes, in seconds. */
const JOB_START = 1

/** What setups and rounds cost, from those so far. */
export function visitCosts({ builds, visits }: KeptBisection, warmups: number): VisitCosts {
  const round = median(visits.map(({ seconds, rounds }) => seconds / rounds))
  return { build: builds.length === 0 ? 0.5 : median(builds), round, visit: JOB_START + warmups * round }
}

const first = (text: string) => text.split('\n')[0] ?? text

function skip({ file, tell }: Bisecting, { sha, subject }: KnownCommit, reason: string): void {
  file.kept.skipped[sha] = { subject, reason }
  tell(`passed over ${shortSha(sha)} (${subject}): ${reason}`)
}

/** Only the benchmark that is searched for, where the command is a template that names it. */
function onlyAsked({ benchmarks }: CommitPlan['request'], { metric }: KeptEnds) {
  const names = benchmarks.candidate.includes(metric.benchmark) ? [metric.benchmark] : null
  return names === null ? benchmarks : { baseline: names, candidate: names }
}

/** Adds the rounds of a job to those of its commit; a commit without the benchmark is passed over. */
function addRounds(running: Bisecting, commit: KnownCommit, job: Job): void {
  const { kept } = running.file
  const ends = kept.ends as KeptEnds
  const sides = { baseline: sessionOf(job, 'baseline'), candidate: sessionOf(job, 'candidate') }
  kept.runs += job.record.runs.length
  const visit = visitRuns(sides, ends.metric)
  keepWarnings(running, sides.candidate.warnings)
  if (visit === null) skip(running, commit, whyMissing(sides.candidate, ends))
  else kept.measured[commit.sha] = [...(kept.measured[commit.sha] ?? []), visit]
}

function whyMissing({ benchmarks, failures }: Session, { metric: { benchmark, metric } }: KeptEnds): string {
  const failed = failures.find(({ name }) => name === benchmark)
  if (failed) return `${benchmark} failed: ${failed.reason}`
  const has = benchmarks.some(sample => sample.name === benchmark && sample.metric === metric)
  return has ? `${benchmark} has a run of 0, which has no ratio` : `it does not report ${benchmark}`
}

async function measureVisit(running: Bisecting, commit: KnownCommit, rounds: number): Promise<void> {
  const { range, values, file, ownCheckout } = running
  const candidate = await builtCommit(running, commit.sha, 'candidate')
  const baseline = await builtCommit(running, range.old.sha, 'baseline')
  const { request } = await running.planOf(commit.sha)
  const benchmarks = onlyAsked(request, file.kept.ends as KeptEnds)
  const cwds = { baseline, candidate }
  const begun = performance.now()
  let last: Job | null = null
  try {
    const quiet = values.quiet || process.stderr.isTTY !== true
    const job = await whileMeasuring(
      { ...request, cwds, ownCheckout, benchmarks, looks: [rounds], waitIdleSeconds: 0, quiet },
      stopped => {
        last = stopped
      },
      async (started, told) => {
        await measureTo(started, rounds, told, benchmarks)
        return started
      },
    )
    addRounds(running, commit, job)
    const seconds = (performance.now() - begun) / 1000 - JOB_START
    file.kept.visits.push({ seconds: Math.max(0.001, seconds), rounds: rounds + values['warmup-runs'] })
  } catch (error) {
    // The rounds of a commit that fails say nothing; those before a signal are good.
    if (error instanceof Stopped && last !== null) addRounds(running, commit, last)
    throw error
  }
}

/** Measures `commit` for so many rounds and keeps them, or why it cannot be measured. Throws where the old end fails, or at a signal. */
export async function visitCommit(running: Bisecting, commit: KnownCommit, rounds: number): Promise<void> {
  const { file } = running
  const begun = performance.now()
  try {
    await measureVisit(running, commit, rounds)
  } catch (error) {
    // What was stopped may have failed for that, such as git or setup, and says nothing of the commit.
    if (running.signal.aborted || !(error instanceof MeasureError) || error.side === 'baseline') throw error
    skip(running, commit, running.shown === null ? error.published : first(error.message))
  } finally {
    file.kept.seconds += (performance.now() - begun) / 1000
    saveKept(file)
  }
}
