// Publishes what the jobs of a run measured: the legs of a matrix, or the pull request of a fork after its run has
// ended. Reads artifacts as data and computes everything itself; checks nothing out and runs nothing.
import { writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import { exitCodeOf } from '../exit-codes.ts'
import { ofAttempt, reportArtifactName } from '../github/artifact-name.ts'
import type { Octokit } from '../github/base-commits.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { needing } from '../github/explain-refusal.ts'
import { uploadArtifact } from '../github/upload-artifact.ts'
import type { Values } from '../inputs.ts'
import type { Policy } from '../model.ts'
import { type AttemptRecord, recordFile, renderRecord } from './attempt-record.ts'
import { comparedLegs } from './compared-legs.ts'
import { earlierPublished, recordOfRun, unplacedText, withStandingSections } from './publish-attempts.ts'
import type { Progress } from './publish-failure.ts'
import {
  postReport,
  publishedOutcome,
  setRunOutputs,
  writeRunReports,
  writeRunSummary,
} from './publish-output.ts'
import type { RunReport } from './publish-overview.ts'
import { findSource, type Source } from './publish-source.ts'
import { workFile } from './work-file.ts'

function endJob(values: Values, { ended }: Source, report: RunReport, policy: Policy | null): void {
  const outcome = publishedOutcome(report)
  core.info(`The outcome is ${outcome}.`)
  // The run that measured has failed by itself where it had to; this one is not among the pull request's checks.
  if (ended) return
  const untuned = report.sections.some(section => section.comparison?.reason === 'untuned')
  const reason = report.attemptsLost ? 'attempts-lost' : untuned ? 'untuned' : null
  const decided = { outcome, reason, policy: { shadow: policy?.shadow ?? false } } as const
  const code = exitCodeOf(decided, values['fail-on'])
  if (code !== 0) core.setFailed(`${outcome}: see the summary of this job`)
}

async function publish(
  octokit: Octokit,
  values: Values,
  source: Source,
  progress: Progress,
): Promise<string[]> {
  const { context, fork, ended } = source
  const { sections, policy, problems } = await comparedLegs(octokit, values, source)
  const earlier = await earlierPublished(octokit, values, source)
  progress.measured = true
  const stood = withStandingSections(sections, earlier.findings)
  const unclear = [...unplacedText(stood.unplaced), ...earlier.lost]
  const report = {
    title: values.name,
    sections: stood.sections,
    problems: [...unclear, ...problems],
    attemptsLost: unclear.length > 0,
    selfReported: fork !== null,
    runUrl: context.runUrl,
  }
  const record = recordOfRun(context, stood, earlier)
  setRunOutputs(report)
  const files = writeRunReports(report)
  await writeRunSummary(report)
  await postReport(octokit, values, source, { report, record })
  endJob(values, source, report, policy)
  return ended ? files : [...files, writeRecord(record)]
}

function writeRecord(record: AttemptRecord): string {
  const path = workFile(recordFile)
  writeFileSync(path, renderRecord(record))
  return path
}

/**
 * Reports on the legs that the event's run left: of this very run, or of the one whose end started it. Throws when
 * they cannot even be listed, or when the base commit's configuration is broken.
 */
export async function publishRun(values: Values, context: JobContext, progress: Progress): Promise<void> {
  const octokit = connect(values.token)
  const { source, reason } = await needing('pull-requests: write', findSource(octokit, context))
  if (source) {
    const files = await publish(octokit, values, source, progress)
    const name = ofAttempt(reportArtifactName(values.name), context.runAttempt)
    if (files.length > 0) await uploadArtifact(name, files)
    return
  }
  core.setOutput('outcome', 'not-established')
  core.notice(`Nothing was published: ${reason}.`)
  await core.summary.addRaw(`Nothing was published: ${reason.replaceAll(/[<@`]/g, '')}.`, true).write()
}
