// Makes a report on a job's own comparison, or on the sessions of other jobs. When a publish job is re-run, an earlier
// failure stays until one test of the old and new runs together clears it.

import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { jobsOfRun } from '../../github/api/run-jobs.ts'
import { earlierArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { reportArtifactName } from '../../github/artifacts/name.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy } from '../../model/index.ts'
import { isCompared, type Report, type Section } from '../../report/sections/report.ts'
import {
  type AttemptRecord,
  attemptRecord,
  type Finding,
  findingsInComparison,
  readRecord,
  recordFile,
} from '../attempts/attempt-record.ts'
import { type EarlierReports, earlierReports, type PostingInputs } from '../attempts/earlier-reports.ts'
import type { JoinedResult } from '../attempts/join.ts'
import { isUnmeasured, unmeasuredRecord } from '../attempts/unmeasured-artifact.ts'
import { keepUnrefutedFailures } from '../attempts/unrefuted-failures.ts'
import { writtenValues } from '../measure/written-commands.ts'
import { nightlyOf } from '../nightly/recent-history.ts'
import { reproduceText } from '../pull-request/reproduce.ts'
import type { Sessions } from '../upload-results.ts'
import type { JobReport } from './job-report.ts'
import type { Source } from './reported-run.ts'

async function recordsOf(
  octokit: Octokit,
  values: Pick<Values, 'name'>,
  context: JobContext,
): Promise<AttemptRecord[]> {
  const own = reportArtifactName(values.name)
  const isWanted = (name: string) => isUnmeasured(values, name)
  const nothing = { found: [], lost: [] }
  const { found } = await earlierArtifacts(octokit, context, { own, isWanted }).catch(() => nothing)
  const jobsOf = jobsOfRun(octokit, context)
  const records: AttemptRecord[] = []
  for (const artifact of found) {
    const bytes = artifact.files.get(recordFile)
    try {
      if (artifact.name !== own) records.push(...(await unmeasuredRecord(artifact, context, jobsOf)))
      else if (bytes) records.push(readRecord(Buffer.from(bytes).toString('utf8'), artifact.name))
    } catch {
      // Another version wrote it: the comment or a check run may have a record, too.
    }
  }
  return records
}

/**
 * Reads what earlier attempts of this publish job reported. The jobs of a run that has ended are no attempts of this
 * job. Then only the comment and the check run hold earlier findings. Never throws.
 */
async function earlierPublished(
  octokit: Octokit,
  values: PostingInputs,
  { context, ended }: Source,
): Promise<EarlierReports> {
  if (context.runAttempt < 2) return { findings: [], accounts: [], lost: [] }
  const records = ended ? [] : await recordsOf(octokit, values, context)
  const jobsOf = ended ? null : jobsOfRun(octokit, context)
  return earlierReports(octokit, context, { values, records, joined: [], isOwn: () => true, jobsOf })
}

const isTestedIn = ({ runs }: Section, { of }: Finding) => of.every(run => runs.includes(run))

/** The index of the section that a finding belongs to: the test of the same runs, else its suite; -1 for none. */
function indexFor(sections: Section[], finding: Finding): number {
  const candidates = sections.flatMap((section, i) =>
    section.suite === finding.suite && isCompared(section) ? [i] : [],
  )
  return candidates.find(i => isTestedIn(sections[i] as Section, finding)) ?? candidates[0] ?? -1
}

type Kept = { sections: Section[]; standing: Finding[]; unplaced: Finding[] }

/** The sections with the failures of earlier attempts that they do not refute; `unplaced` are of suites without a section. */
export function keepInSections(sections: Section[], findings: Finding[]): Kept {
  const indexes = findings.map(finding => indexFor(sections, finding))
  const unplaced = findings.filter((_, i) => indexes[i] === -1)
  const standing = [...unplaced]
  const kept = sections.map((section, index) => {
    if (section.comparison === null) return section
    const earlier = findings
      .filter((_, i) => indexes[i] === index)
      .map(finding => ({
        finding,
        label: `attempt ${finding.by}`,
        joined: isTestedIn(section, finding),
      }))
    const result = keepUnrefutedFailures(section.comparison, earlier)
    standing.push(...result.standing)
    return { ...section, comparison: result.comparison }
  })
  return { sections: kept, standing, unplaced }
}

/** A sentence for each suite that failed in an earlier attempt and was not compared now. */
export function unplacedText(unplaced: Finding[]): string[] {
  const suites = new Map(unplaced.map(({ suite, by }) => [suite, by]))
  return [...suites].map(
    ([suite, by]) =>
      `attempt ${by} found a regression in ${suite}, and this attempt did not compare that suite`,
  )
}

/** The findings of this attempt, and those of earlier ones that still count. */
export const findingsOfRun = ({ sections, standing }: Pick<Kept, 'sections' | 'standing'>, by: number) => [
  ...standing,
  ...sections.flatMap(({ comparison, suite, runs: of }) =>
    comparison === null ? [] : findingsInComparison(comparison, { by, of, suite, machine: null }),
  ),
]

/**
 * The report on `sections`, with the findings of earlier attempts of this job. Never throws where those cannot be read.
 */
export async function runReport(
  octokit: Octokit,
  { values, policy }: { values: PostingInputs; policy: Policy },
  source: Source,
  { sections, problems, accepted }: Pick<Report, 'sections' | 'problems' | 'accepted'>,
): Promise<JobReport> {
  const { context } = source
  const earlier = await earlierPublished(octokit, values, source)
  const kept = keepInSections(sections, earlier.findings)
  const unclear = [...unplacedText(kept.unplaced), ...earlier.lost]
  return {
    title: values.name,
    sections: kept.sections,
    policy,
    problems: [...unclear, ...problems],
    attemptsLost: unclear.length > 0,
    selfReported: source.fork !== null,
    ofPull: true,
    accepted,
    ended: source.ended,
    runUrl: context.runUrl,
    pageUrl: null,
    head: context.pullRequest?.headSha,
    record: attemptRecord(context, {
      accounts: earlier.accounts,
      findings: findingsOfRun(kept, context.runAttempt),
    }),
  }
}

/** The benchmarks of the suite that this job measured: a shard has only some of them. */
const benchmarksOf = (
  { benchmarks, shard }: Pick<Values, 'benchmarks' | 'shard'>,
  sessions: Sessions,
): string[] =>
  shard === ''
    ? benchmarks
    : [...new Set(Object.values(sessions).flatMap(({ plan }) => plan?.benchmarks ?? []))]

/** The comparison of a job as a report of one section, with the nights before and the commands that repeat it. */
export async function ownReport(
  values: Values,
  context: JobContext,
  { comparison, record, sessions }: Pick<JoinedResult, 'comparison' | 'record' | 'sessions'>,
): Promise<JobReport> {
  const { testbed } = comparison.candidate
  const section = {
    suite: values.name,
    machines: [testbed?.facts.machine ?? 'another machine'],
    runs: [],
    comparison,
    problem: null,
    nightly: await nightlyOf(values, context, testbed),
    reproduce: reproduceText(
      { ...values, ...writtenValues(values, context), benchmarks: benchmarksOf(values, sessions) },
      context,
      comparison,
    ),
  }
  return {
    title: values.name,
    sections: [section],
    policy: comparison.policy,
    problems: [],
    attemptsLost: false,
    selfReported: false,
    ofPull: context.pullRequest !== null,
    accepted: null,
    ended: false,
    runUrl: context.runUrl,
    pageUrl: null,
    head: context.pullRequest?.headSha,
    record,
  }
}
