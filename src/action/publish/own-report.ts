// Makes the report on what a job compared by itself: a section for each suite.
import { missingSuite } from '../../compare/verdict/lone-suite.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy } from '../../model/index.ts'
import { type Section, withNotes, withoutUntouched } from '../../report/sections/report.ts'
import { combinedRecord } from '../attempts/attempt-record.ts'
import type { JoinedResult } from '../attempts/join.ts'
import { writtenValues } from '../measure/written-commands.ts'
import { nightlyOf } from '../nightly/recent-history.ts'
import { reproduceText } from '../pull-request/reproduce.ts'
import type { Judged } from '../pull-request/what-judges.ts'
import type { Sessions } from '../upload-results.ts'
import { aboutRun, type JobReport, unmatchedIn } from './job-report.ts'

/** What became of a suite of a job, with the values and the context that count for it. */
export type OwnResult = { values: Values; context: ConnectedJob } & (
  | { result: JoinedResult; problem: null }
  | { result: null; problem: string }
)

/** What a job measured: suites, untouched ones, those that only the base commit has, and notes on the whole. */
export type OwnResults = { results: OwnResult[]; untouched: string[]; missing: string[] } & Pick<
  Judged,
  'policy' | 'notes' | 'broken'
>

/** The benchmarks of the suite that this job measured: a shard has only some of them. */
const benchmarksOf = (
  { benchmarks, shard }: Pick<Values, 'benchmarks' | 'shard'>,
  sessions: Sessions,
): string[] =>
  shard === ''
    ? benchmarks
    : [...new Set(Object.values(sessions).flatMap(({ plan }) => plan?.benchmarks ?? []))]

async function sectionOf({ values, context, result, problem }: OwnResult): Promise<Section> {
  const about = { suite: values.name, runs: [] }
  if (result === null) return { ...about, machines: [], comparison: null, problem }
  const { comparison, sessions } = result
  if (comparison === null) return { ...about, machines: [], comparison, problem: result.problem }
  const { testbed } = comparison.candidate
  return {
    ...about,
    machines: [testbed?.facts.machine ?? 'another machine'],
    comparison,
    problem: null,
    nightly: await nightlyOf(values, context, { testbed, renamed: comparison.policy.renamed }),
    reproduce: reproduceText(
      { ...values, ...writtenValues(values, context), benchmarks: benchmarksOf(values, sessions) },
      context,
      comparison,
    ),
  }
}

const missingSection = (suite: string, policy: Policy): Section => ({
  suite,
  machines: [],
  runs: [],
  comparison: missingSuite(suite, policy),
  problem: null,
})

/** The report of a job under the name of `values`. Of several suites, those that are untouched have no section. */
export async function ownReport(
  values: Pick<Values, 'name' | 'suite'>,
  context: JobContext,
  { results, missing, policy, notes, broken, ...own }: OwnResults,
): Promise<JobReport> {
  const all: Section[] = []
  for (const each of results) all.push(await sectionOf(each))
  all.push(...missing.map(name => missingSection(name, policy)))
  const { sections, untouched } = withoutUntouched(all, own.untouched)
  const isAll = values.suite.length === 0 && untouched.length === 0
  const records = results.flatMap(({ result }) => result?.record ?? [])
  const noted = withNotes(sections, [...notes, ...(isAll ? unmatchedIn(sections, policy) : [])])
  return {
    title: values.name,
    sections: noted,
    policy,
    problems: broken === null ? [] : [broken],
    unmet: [],
    untouched,
    attemptsLost: false,
    selfReported: false,
    ...aboutRun(context),
    accepted: null,
    ended: false,
    record: combinedRecord(context, records),
  }
}
