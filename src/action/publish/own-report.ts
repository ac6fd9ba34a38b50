// The report of a job that compares by itself: one section.
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/table.ts'
import type { JoinedResult } from '../attempts/join.ts'
import { nightlyOf } from '../nightly/recent-history.ts'
import { reproduceText } from '../pull-request/reproduce.ts'
import type { Report } from './report.ts'

/** The comparison of a job as a report, with the nights before and the commands that repeat it. */
export async function ownReport(
  values: Values,
  context: JobContext,
  { comparison, record }: Pick<JoinedResult, 'comparison' | 'record'>,
): Promise<Report> {
  const { testbed } = comparison.candidate
  const section = {
    suite: values.name,
    machines: [testbed?.facts.machine ?? 'another machine'],
    runs: [],
    comparison,
    problem: null,
    nightly: await nightlyOf(values, context, testbed),
    reproduce: reproduceText(values, context, comparison),
  }
  return {
    title: values.name,
    sections: [section],
    problems: [],
    attemptsLost: false,
    selfReported: false,
    ended: false,
    runUrl: context.runUrl,
    record,
  }
}
