// A publish job that is run again: what it reported before stands, as far as no test of the same runs together with the
// new ones decides it now.

import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext } from '../../github/api/context.ts'
import { jobsOfRun } from '../../github/api/run-jobs.ts'
import { earlierArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { reportArtifactName } from '../../github/artifacts/name.ts'
import type { Values } from '../../inputs/table.ts'
import { type EarlierReports, earlierReports } from '../attempts/earlier-reports.ts'
import { type AttemptRecord, type Finding, findingsOf, readRecord, recordFile } from '../attempts/record.ts'
import { withStanding } from '../attempts/standing.ts'
import { isUnmeasured, unmeasuredRecord } from '../attempts/unmeasured.ts'
import type { Section } from './compare.ts'
import type { Source } from './source.ts'

async function recordsOf(octokit: Octokit, values: Values, context: JobContext): Promise<AttemptRecord[]> {
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
      // Of another version: the comment or a check run may tell.
    }
  }
  return records
}

/**
 * What earlier attempts of this publish job reported. Of a run that has ended, whose jobs are none of ours, only what
 * comment and check run say. Never throws.
 */
export async function earlierPublished(
  octokit: Octokit,
  values: Values,
  { context, ended }: Source,
): Promise<EarlierReports> {
  if (context.runAttempt < 2) return { findings: [], accounts: [], lost: [] }
  const records = ended ? [] : await recordsOf(octokit, values, context)
  const jobsOf = ended ? null : jobsOfRun(octokit, context)
  return earlierReports(octokit, context, { values, records, joined: [], isOwn: () => true, jobsOf })
}

const isTestedIn = ({ runs }: Section, { of }: Finding) => of.every(run => runs.includes(run))

/** Where a finding belongs: into the test of the same runs, else to its suite. */
function placeOf(sections: Section[], finding: Finding): number {
  const places = sections.flatMap((section, i) =>
    section.suite === finding.suite && section.comparison !== null ? [i] : [],
  )
  return places.find(i => isTestedIn(sections[i] as Section, finding)) ?? places[0] ?? -1
}

type Stood = { sections: Section[]; standing: Finding[]; unplaced: Finding[] }

/** The sections with what stands in them; `unplaced` is of suites that were not compared now. */
export function withStandingSections(sections: Section[], findings: Finding[]): Stood {
  const places = findings.map(finding => placeOf(sections, finding))
  const unplaced = findings.filter((_, i) => places[i] === -1)
  const standing = [...unplaced]
  const stood = sections.map((section, place) => {
    if (section.comparison === null) return section
    const earlier = findings
      .filter((_, i) => places[i] === place)
      .map(finding => ({
        finding,
        label: `attempt ${finding.by}`,
        joined: isTestedIn(section, finding),
      }))
    const result = withStanding(section.comparison, earlier)
    standing.push(...result.standing)
    return { ...section, comparison: result.comparison }
  })
  return { sections: stood, standing, unplaced }
}

/** A sentence for each suite that failed in an earlier attempt and was not compared now. */
export function unplacedText(unplaced: Finding[]): string[] {
  const suites = new Map(unplaced.map(({ suite, by }) => [suite, by]))
  return [...suites].map(
    ([suite, by]) =>
      `attempt ${by} found a regression in ${suite}, which nothing has been compared with since`,
  )
}

/** What later attempts need to know of this one. */
export function recordOfRun(
  { runId, runAttempt: attempt, runnerName }: JobContext,
  { sections, standing }: Pick<Stood, 'sections' | 'standing'>,
  { accounts }: EarlierReports,
): AttemptRecord {
  const own = sections.flatMap(({ comparison, suite, runs: of }) =>
    comparison === null ? [] : findingsOf(comparison, { by: attempt, of, suite, machine: null }),
  )
  return {
    runId,
    attempt,
    machine: runnerName,
    fingerprint: null,
    accounts,
    findings: [...standing, ...own],
    left: 0,
  }
}
