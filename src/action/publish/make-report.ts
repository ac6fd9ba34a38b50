// Makes a report on the sessions of other jobs. A failure that an earlier attempt of this job or another run on the
// same commit found stays until one test of the old and new runs together clears it.
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { earlierArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { reportArtifactName } from '../../github/artifacts/name.ts'
import { jobsOfRun } from '../../github/runs/run-jobs.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy } from '../../model/index.ts'
import { isCompared, type Report, type Section, withoutUntouched } from '../../report/sections/report.ts'
import {
  type AttemptRecord,
  attemptRecord,
  type Finding,
  findingsInComparison,
  recordOfArtifact,
  withoutAccount,
} from '../attempts/attempt-record.ts'
import { type EarlierReports, earlierReports } from '../attempts/earlier-reports.ts'
import type { PostingInputs } from '../attempts/posted-records.ts'
import { saysNothingMeasured, unmeasuredRecord } from '../attempts/unmeasured-artifact.ts'
import { findingLabel, keepUnrefutedFailures } from '../attempts/unrefuted-failures.ts'
import { aboutRun, type JobReport } from './job-report.ts'
import type { Source } from './run/reported-run.ts'

async function recordsOf(values: Pick<Values, 'name'>, context: ConnectedJob): Promise<AttemptRecord[]> {
  const own = reportArtifactName(values.name)
  const isWanted = (name: string) => saysNothingMeasured({ suite: null, report: values.name }, name)
  const nothing = { found: [], lost: [] }
  const { found } = await earlierArtifacts(context, { own, isWanted }).catch(() => nothing)
  const jobsOf = jobsOfRun(context)
  const records: AttemptRecord[] = []
  for (const artifact of found) {
    try {
      if (artifact.name !== own) records.push(...(await unmeasuredRecord(artifact, context, jobsOf)))
      else records.push(...[recordOfArtifact(artifact)].filter(each => each !== null))
    } catch {
      // Another version wrote it: the comment or a check run may have a record, too.
    }
  }
  return records
}

/**
 * Reads what earlier attempts of this publish job reported, and what was `posted` of other runs. The jobs of a run that has
 * ended are no attempts of this job. Then only the comment and the check run hold earlier findings. Never throws.
 */
async function earlierPublished(
  { values, posted }: { values: PostingInputs; posted: AttemptRecord[] },
  { context, ended }: Source,
): Promise<EarlierReports> {
  const records = ended ? [] : await recordsOf(values, context)
  const jobsOf = ended ? null : jobsOfRun(context)
  return earlierReports(context, { records, posted, joined: [], isOwn: () => true, jobsOf })
}

/** The index of the section that a finding belongs to: the test of the same runs, else its suite; -1 for none. */
function indexFor(sections: Section[], finding: Finding): number {
  const candidates = sections.flatMap((section, i) =>
    section.suite === finding.suite && isCompared(section) ? [i] : [],
  )
  const isTested = (i: number) => finding.of.every(run => sections[i]?.runs.includes(run))
  return candidates.find(isTested) ?? candidates[0] ?? -1
}

type Kept = { sections: Section[]; standing: Finding[]; unplaced: Finding[] }

/** The sections with the failures of earlier attempts that they do not refute; `unplaced` have no section. */
export function keepInSections(sections: Section[], findings: Finding[], runId: number): Kept {
  const indexes = findings.map(finding => indexFor(sections, finding))
  const unplaced = findings.filter((_, i) => indexes[i] === -1)
  const standing = [...unplaced]
  const kept = sections.map((section, index) => {
    if (section.comparison === null) return section
    const own = findings.filter((_, i) => indexes[i] === index)
    const result = keepUnrefutedFailures(section.comparison, own, { runs: section.runs, runId, name: null })
    standing.push(...result.standing)
    return { ...section, comparison: result.comparison }
  })
  return { sections: kept, standing, unplaced }
}

/** A sentence for each suite that failed in an earlier attempt and was not compared now. */
export function unplacedText(unplaced: Finding[], runId: number): string[] {
  const suites = new Map(
    unplaced.map(finding => [finding.suite, findingLabel(finding, { runId, name: null })]),
  )
  return [...suites].map(
    ([suite, label]) => `${label} found a regression in ${suite}, and this one did not compare that suite`,
  )
}

/** The findings of this attempt, and those of earlier ones that still count. */
export const findingsOfRun = (
  { sections, standing }: Pick<Kept, 'sections' | 'standing'>,
  { runId: run, runAttempt: by }: Pick<JobContext, 'runId' | 'runAttempt'>,
) => [
  ...standing,
  ...sections.flatMap(({ comparison, suite, runs: of }) =>
    comparison === null ? [] : findingsInComparison(comparison, { run, by, of, suite, machine: null }),
  ),
]

/** The parts of a report, and the records that earlier reports hid where this one will be posted. */
type Compared = Pick<Report, 'sections' | 'problems' | 'unmet' | 'accepted'> & {
  untouched: string[]
  posted: AttemptRecord[]
  /** Whether every job of the run has left what it found, or that it measured nothing. */
  isAccounted: boolean
}

/**
 * The report on `sections`, with the findings of earlier attempts of this job. Never throws where those cannot be read.
 */
export async function runReport(
  { values, policy, base }: { values: PostingInputs; policy: Policy; base: string },
  measured: Source,
  { sections, untouched, problems, unmet, accepted, posted, isAccounted }: Compared,
): Promise<JobReport> {
  const context = { ...measured.context, judgedBase: base }
  const source = { ...measured, context }
  const earlier = await earlierPublished({ values, posted }, source)
  const kept = keepInSections(sections, earlier.findings, context.runId)
  const record = attemptRecord(context, {
    // Any machine publishes for all jobs.
    machine: null,
    accounts: earlier.accounts,
    knows: earlier.knows,
    findings: findingsOfRun(kept, context),
  })
  const unclear = [...unplacedText(kept.unplaced, context.runId), ...earlier.lost]
  return {
    title: values.name,
    ...withoutUntouched(kept.sections, untouched),
    policy,
    problems: [...unclear, ...problems],
    unmet,
    attemptsLost: unclear.length > 0,
    selfReported: source.fork !== null,
    ...aboutRun(context),
    accepted,
    ended: source.ended !== null,
    // The jobs of a run that has ended ask this record what they found before.
    record: isAccounted || source.ended === null ? record : withoutAccount(record),
  }
}
