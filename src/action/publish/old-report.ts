// The report in an artifact of a version that kept no record of its own: its comparison, and the attempts it had joined.
import { readDocument } from '../../formats/documents/read.ts'
import { comparisonSchema } from '../../model/index.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { type AttemptRecord, carried } from '../attempts/record.ts'

/** On a row of another testbed, whose own artifact has it. */
const elsewhere = 'machine-stands'

/**
 * The record that the comparison `text` of `attempts` (those of one artifact, the newest first) stands for. Throws an
 * InputError that names `source` for another document.
 */
export function recordOfReport(text: string, source: string, attempts: Attempt[]): AttemptRecord | null {
  const { rows, budgets, policy } = readDocument(comparisonSchema, text, source)
  const [newest, ...older] = attempts
  if (!newest) return null
  const { suite, testbed } = newest.candidate
  const machine = testbed?.facts.machine ?? null
  const origin = { by: newest.number, suite: suite ?? '', machine }
  const all = attempts.map(({ run }) => run)
  const has = (row: (typeof rows)[number], code: string) => row.warnings.some(each => each.code === code)
  const failing = rows.filter(row => row.fails && !has(row, elsewhere))
  const over = budgets.filter(each => policy.budgetsGate && each.verdict === 'over' && each.reason === null)
  return {
    runId: 0,
    attempt: newest.number,
    machine,
    fingerprint: testbed?.fingerprint ?? null,
    accounts: older.map(({ number }) => number),
    findings: [
      ...failing.map(row => ({
        ...origin,
        of: has(row, carried) ? all : [newest.run],
        row,
        budget: null,
      })),
      ...over.map(budget => ({ ...origin, of: [newest.run], row: null, budget })),
    ],
    left: 0,
  }
}
