// What a report decided, as a digest: a later report says where it decides the same.
import { shortDigest } from '../../model/digest.ts'
import { type Report, sectionTitle } from './report.ts'

const DIGITS = 16

/** A digest of all verdicts and of what is missing, without sizes and numbers: equal ones differ in no verdict. */
export function verdictsDigest(report: Report): string {
  const { sections, problems, untouched = [], into, selfReported } = report
  const said = sections.map(section => {
    const { outcome, reason, rows = [], budgets = [], unmeasured } = section.comparison ?? {}
    const verdicts = [
      ...rows.map(row => [row.benchmark, row.metric, row.verdict, String(row.gates), String(row.fails)]),
      ...budgets.map(budget => [budget.benchmark, budget.metric, budget.verdict]),
    ].map(each => JSON.stringify(each))
    const whole = [sectionTitle(section, report), section.problem, outcome, reason, unmeasured?.reason]
    return JSON.stringify([whole, verdicts.toSorted()])
  })
  return shortDigest(JSON.stringify([said.toSorted(), problems, untouched, into, selfReported]), DIGITS)
}
