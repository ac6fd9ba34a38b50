// What one attempt of a job reported, as later attempts need it: the results that failed, and whose runs they rest on. It
// is a file of the attempt's artifact, and hidden in comment and check run, where no re-run can lose it.
import * as z from 'zod'
import { readDocument } from '../../formats/documents/read.ts'
import { hidden } from '../../github/posts/hidden-text.ts'
import type { BudgetResult, Comparison, Row } from '../../model/index.ts'
import { comparisonSchema } from '../../report/comparison-document.ts'

/** A row or a budget that failed in the report of attempt `by`, from the runs in the artifacts `of`. */
export type Finding = { by: number; of: string[]; suite: string; machine: string | null } & (
  | { row: Row; budget: null }
  | { row: null; budget: BudgetResult }
)

/**
 * `accounts` are the earlier attempts whose findings are among `findings` as far as they still stand. `left` counts
 * those that were left out to keep it short. `machine` is the runner's name.
 */
export type AttemptRecord = {
  runId: number
  attempt: number
  machine: string | null
  fingerprint: string | null
  accounts: number[]
  findings: Finding[]
  left: number
}

/** The file in an artifact. */
export const recordFile = 'attempt.json'

const schemaName = 'stable-bench/attempt@1'
const { rows, budgets } = comparisonSchema.shape

const noValues = { baseline: [], candidate: [] }
const findingSchema = z.object({
  by: z.int().positive(),
  of: z.array(z.string()),
  suite: z.string(),
  machine: z.string().nullable(),
  row: rows.element.extend({ values: rows.element.shape.values.default(noValues) }).nullable(),
  budget: budgets.element.nullable(),
})
const recordSchema = z.object({
  schema: z.literal(schemaName),
  runId: z.int(),
  attempt: z.int().positive(),
  machine: z.string().nullable(),
  fingerprint: z.string().nullable(),
  accounts: z.array(z.int().positive()),
  findings: z.array(findingSchema),
  left: z.int().nonnegative(),
})

/** JSON has no infinity: an interval with an open end is left out. */
export function readRow(row: z.infer<typeof rows.element>): Row {
  const [low, high] = row.interval ?? [null, null]
  return { ...row, interval: low === null || high === null ? null : [low, high] } as Row
}

/** What is hidden beside a report may take: some thirty findings in a comment, some two hundred in a check run. */
export const maxRecordBytes = { comment: 10_000, check: 60_000 }

/** The whole record. */
export const renderRecord = (record: AttemptRecord): string =>
  JSON.stringify({ schema: schemaName, ...record })

/** The record without the values of single runs, hidden in about `maxBytes`: as many of its findings as fit. */
export function shortRecord(record: AttemptRecord, maxBytes: number): string {
  const short = record.findings.map(each =>
    each.row === null ? each : { ...each, row: { ...each.row, values: undefined } },
  )
  const { length } = record.findings
  let room = maxBytes - Buffer.byteLength(renderRecord({ ...record, findings: [], left: length }))
  const fits = short.findIndex(each => {
    room -= Buffer.byteLength(hidden(JSON.stringify(each)))
    return room < 0
  })
  const findings = fits < 0 ? short : short.slice(0, fits)
  return JSON.stringify({
    schema: schemaName,
    ...record,
    findings,
    left: record.left + length - findings.length,
  })
}

/** Throws an InputError that names `source` for another document. */
export function readRecord(text: string, source: string): AttemptRecord {
  const { schema: _, findings, ...record } = readDocument(recordSchema, text, source)
  return {
    ...record,
    findings: findings.flatMap(({ row, budget, ...of }): Finding[] => {
      if (row !== null) return [{ ...of, row: readRow(row), budget: null }]
      return budget === null ? [] : [{ ...of, row: null, budget }]
    }),
  }
}

/** On a row that an earlier attempt found. */
export const carried = 'attempt-stands'

/** A record that may be another job's: what it found stands here as well, and it accounts for no attempt. */
export const withoutAccount = (record: AttemptRecord): AttemptRecord => ({
  ...record,
  left: Math.max(1, record.left),
})

type Origin = Pick<Finding, 'by' | 'of' | 'suite' | 'machine'>

/**
 * The regressions that `comparison` found by itself: what stands in it of earlier attempts has an origin of its own, and
 * a row that was missing is cleared by being there.
 */
export function findingsOf({ rows, budgets, policy }: Comparison, origin: Origin): Finding[] {
  const failing = rows.filter(
    row => row.fails && row.verdict === 'regression' && row.warnings.every(({ code }) => code !== carried),
  )
  const over = budgets.filter(each => policy.budgetsGate && each.verdict === 'over' && each.reason === null)
  return [
    ...failing.map(row => ({ ...origin, row, budget: null })),
    ...over.map(budget => ({ ...origin, row: null, budget })),
  ]
}
