// Publishes what the jobs of a run measured: the legs of a matrix, or the pull request of a fork after its run has
// ended. Reads artifacts as data and computes everything itself; checks nothing out and runs nothing.
import * as core from '@actions/core'
import { type Decided, exitCodeOf } from '../exit-codes.ts'
import { reportArtifactName } from '../github/artifact-name.ts'
import { firstParentDistances, type Octokit } from '../github/base-commits.ts'
import { readLegs } from '../github/candidate-artifacts.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { needing } from '../github/explain-refusal.ts'
import { uploadArtifact } from '../github/upload-artifact.ts'
import type { Values } from '../inputs.ts'
import type { Warning } from '../model.ts'
import type { Judged } from './judge-pull-request.ts'
import { compareLegs, type Section } from './publish-compare.ts'
import { judgeRun } from './publish-judge.ts'
import { type MeasuredLeg, readLeg } from './publish-leg.ts'
import { withNights } from './publish-nights.ts'
import {
  postReport,
  publishedOutcome,
  setRunOutputs,
  writeRunReports,
  writeRunSummary,
} from './publish-output.ts'
import { isWhole, type RunReport } from './publish-overview.ts'
import { problemsOf } from './publish-problems.ts'
import { findSource, type Source } from './publish-source.ts'
import { hastyConnection } from './recent-history.ts'
import { baselinesFrom } from './stored-baseline.ts'

/** Of the sixty requests that a job may make, those to list and read legs, for their baselines, and last the nights before. */
const callsForResults = 40

/** The sections: what was measured, judged as `judged` says. */
async function compared(
  octokit: Octokit,
  { judged, source }: { judged: Judged; source: Source },
  { measured, doubts, calls }: { measured: MeasuredLeg[]; doubts: Warning[]; calls: number },
): Promise<Section[]> {
  const { context } = source
  const { base, policy, values, notes } = judged
  let left = callsForResults - calls
  let distances: Map<string, number> | null = null
  const sections = await compareLegs(measured, policy, async ({ suite, blocks }, waiting) => {
    distances ??= await needing('contents: read', firstParentDistances(octokit, context, base))
    const share = Math.floor(left / waiting)
    const calls = { left: share }
    const testbed = blocks[0]?.candidate.testbed ?? null
    const request = { suite, testbed, branch: context.pullRequest.baseRef, distances, calls }
    const stored = await baselinesFrom(octokit, context, request)
    left -= share - calls.left
    return stored
  })
  const noted = withNotes(sections, [...doubts, ...notes])
  return withNights(hastyConnection(values), context, { sections: noted, calls: { left } })
}

/** What there is to say of all of them is said once, on the first section that has a report. */
function withNotes(sections: Section[], notes: Warning[]): Section[] {
  const first = sections.findIndex(section => section.comparison !== null)
  return sections.map((section, i) =>
    section.comparison === null || i !== first
      ? section
      : {
          ...section,
          comparison: { ...section.comparison, warnings: [...notes, ...section.comparison.warnings] },
        },
  )
}

function endJob({ values, policy }: Judged, source: Source, report: RunReport): void {
  const outcome = publishedOutcome(report)
  core.info(`The outcome is ${outcome}.`)
  // The run that measured has failed by itself where it had to; this one is not among the pull request's checks.
  if (source.ended) return
  const lacking: Decided = {
    outcome: 'not-established',
    reason: 'nothing-compared',
    policy: { shadow: policy.shadow },
  }
  const decided = report.sections.flatMap(({ comparison }) => comparison ?? [])
  const all: Decided[] = isWhole(report) ? decided : [...decided, lacking]
  const fails = all.some(each => exitCodeOf(each, values['fail-on']) !== 0)
  if (fails) core.setFailed(`${outcome}: see the summary of this job`)
}

async function publish(octokit: Octokit, given: Values, source: Source): Promise<string[]> {
  const { context, fork } = source
  const { runId, runUrl } = context
  const read = (name: string, files: Map<string, Uint8Array>) => readLeg(name, files, fork)
  const found = await needing('actions: read', readLegs(octokit, context, { runId, read }))
  const measured = found.legs.flatMap(leg => (leg.problem === null ? [leg.read] : []))
  const problems = await problemsOf(octokit, context, { found, expected: given.legs })
  const doubts = found.notes.map(message => ({ code: 'not-verified', message }))
  const judged = await judgeRun(octokit, given, source, measured[0]?.commit ?? '')
  const { values } = judged
  const sections =
    measured.length === 0
      ? []
      : await compared(octokit, { judged, source }, { measured, doubts, calls: found.calls })
  const report = { title: values.name, sections, problems, selfReported: fork !== null, runUrl }
  setRunOutputs(report)
  const files = writeRunReports(report)
  await writeRunSummary(report)
  await postReport(octokit, values, source, report)
  endJob(judged, source, report)
  return files
}

/**
 * Reports on the legs that the event's run left: of this very run, or of the one whose end started it. Throws when
 * they cannot even be listed, or when the base commit's configuration is broken.
 */
export async function publishRun(values: Values, context: JobContext): Promise<void> {
  const octokit = connect(values.token)
  const { source, reason } = await needing('pull-requests: write', findSource(octokit, context))
  if (source) {
    const files = await publish(octokit, values, source)
    if (files.length > 0) await uploadArtifact(reportArtifactName(values.name), files, context.runAttempt)
    return
  }
  core.setOutput('outcome', 'not-established')
  core.notice(`Nothing was published: ${reason}.`)
  await core.summary.addRaw(`Nothing was published: ${reason.replaceAll(/[<@`]/g, '')}.`, true).write()
}
