// Publishes what the jobs of a run measured: the legs of a matrix, or the pull request of a fork after its run has
// ended. Reads artifacts as data and computes everything itself; checks nothing out and runs nothing.
import { writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import type { Octokit } from '../../github/api/base-commits.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { ofAttempt, reportArtifactName } from '../../github/artifacts/name.ts'
import { uploadArtifact } from '../../github/artifacts/upload.ts'
import type { Values } from '../../inputs/table.ts'
import { type Decided, exitCodeOf } from '../../policy/exit-codes.ts'
import { type AttemptRecord, recordFile, renderRecord } from '../attempts/record.ts'
import type { Judged } from '../pull-request/judge.ts'
import { workFile } from '../work-file.ts'
import { earlierPublished, recordOfRun, unplacedText, withStandingSections } from './attempts.ts'
import { comparedLegs } from './compared-legs.ts'
import type { Progress } from './failure.ts'
import { postReport, publishedOutcome, setRunOutputs, writeRunReports, writeRunSummary } from './output.ts'
import { isWhole, type RunReport } from './overview.ts'
import { findSource, type Source } from './source.ts'

function endJob({ values, policy }: Judged, source: Source, report: RunReport): void {
  const outcome = publishedOutcome(report)
  core.info(`The outcome is ${outcome}.`)
  // The run that measured has failed by itself where it had to; this one is not among the pull request's checks.
  if (source.ended) return
  const lacking = (reason: Decided['reason']): Decided => ({
    outcome: 'not-established',
    reason,
    policy: { shadow: policy.shadow },
  })
  const decided: Decided[] = [
    ...report.sections.flatMap(({ comparison }) => comparison ?? []),
    ...(isWhole(report) ? [] : [lacking('nothing-compared')]),
    ...(report.attemptsLost ? [lacking('attempts-lost')] : []),
  ]
  const fails = decided.some(each => exitCodeOf(each, values['fail-on']) !== 0)
  if (fails) core.setFailed(`${outcome}: see the summary of this job`)
}

async function publish(
  octokit: Octokit,
  given: Values,
  source: Source,
  progress: Progress,
): Promise<string[]> {
  const { context, fork, ended } = source
  const { judged, sections, problems } = await comparedLegs(octokit, given, source)
  const { values } = judged
  progress.values = values
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
  endJob(judged, source, report)
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
