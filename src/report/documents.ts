// The JSON reports: `stable-bench/comparison@1`, and `stable-bench/report@1` for the suites of a repository.
import { type Comparison, comparisonSchemaName, reportSchemaName } from '../model/index.ts'
import { reportAnswer } from './sections/answer.ts'
import { overallOutcome, reportFails } from './sections/outcome.ts'
import type { Report } from './sections/report.ts'

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`

/** The document of a comparison: numbers that JSON cannot hold (an open end of an interval) become null. */
export const renderComparisonDocument = (comparison: Comparison): string =>
  json({ schema: comparisonSchemaName, ...comparison })

/** The document of a report, with the same numbers in each of its sections. */
export function renderReportDocument(report: Report): string {
  const { problems, sections, untouched = [] } = report
  return json({
    schema: reportSchemaName,
    outcome: overallOutcome(report),
    fails: reportFails(report),
    result: reportAnswer(report).title,
    problems,
    untouched,
    sections: sections.map(({ suite, comparison, problem }) => ({ suite, comparison, problem })),
  })
}
