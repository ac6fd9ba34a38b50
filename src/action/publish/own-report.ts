// Makes the report on what a job compared by itself.
import { branchInto, type JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { JoinedResult } from '../attempts/join.ts'
import { writtenValues } from '../measure/written-commands.ts'
import { nightlyOf } from '../nightly/recent-history.ts'
import { reproduceText } from '../pull-request/reproduce.ts'
import type { Sessions } from '../upload-results.ts'
import type { JobReport } from './job-report.ts'

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
    unmet: [],
    attemptsLost: false,
    selfReported: false,
    ofPull: context.pullRequest !== null,
    into: branchInto(context),
    accepted: null,
    ended: false,
    runUrl: context.runUrl,
    pageUrl: null,
    head: context.pullRequest?.headSha,
    record,
  }
}
