// The record of an attempt, for later attempts of the job: the findings that failed, and the runs that they rest on. It is a
// file in the attempt's artifact, and hidden in the comment and the check run, where no re-run can lose it.
import * as z from 'zod'
import { readDocument } from '../../formats/documents/read.ts'
import type { JobContext } from '../../github/api/context.ts'
import { hidden } from '../../github/posts/hidden-text.ts'
import type { BudgetResult, Comparison, Row } from '../../model/index.ts'
import { comparisonSchema } from '../../report/comparison-document.ts'
import type { AttemptSessions } from './candidate-files.ts'

/** A row or a budget that failed in the report of attempt `by`, measured by the runs in the artifacts `of`. */
export type Finding = { by: number; of: string[]; suite: string; machine: string | null } & (
  | { row: Row; budget: null }
  | { row: null; budget: BudgetResult }
)

/**
 * `accounts` are the earlier attempts that this one has taken into account: their findings are among `findings`, unless a
 * test refuted them. `left` counts the findings that were left out to keep the record short. `machine` is the runner's name.
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
function readRow(row: z.infer<typeof rows.element>): Row {
  const [low, high] = row.interval ?? [null, null]
  return { ...row, interval: low === null || high === null ? null : [low, high] } as Row
}

/** The room for a hidden record: some thirty findings in a comment, some two hundred in a check run. */
export const maxRecordBytes = { comment: 10_000, check: 60_000 }

/** The whole record. */
export const renderRecord = (record: AttemptRecord): string =>
  JSON.stringify({ schema: schemaName, ...record })

/** The record without the values of single runs, and with as many findings as fit into `maxBytes` once hidden. */
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

/** The record of this attempt; without findings, that of one that measured nothing. */
export const attemptRecord = (
  { runId, runAttempt, runnerName }: JobContext,
  more: Partial<Pick<AttemptRecord, 'fingerprint' | 'accounts' | 'findings'>> = {},
): AttemptRecord => ({
  runId,
  attempt: runAttempt,
  machine: runnerName,
  fingerprint: null,
  accounts: [],
  findings: [],
  left: 0,
  ...more,
})

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

/** Marks a row that an earlier attempt found. */
export const carried = 'attempt-stands'

/** A record that may be another job's: its findings count here as well, and it accounts for no attempt. */
export const withoutAccount = (record: AttemptRecord): AttemptRecord => ({
  ...record,
  left: Math.max(1, record.left),
})

type Origin = Pick<Finding, 'by' | 'of' | 'suite' | 'machine'>

/**
 * The regressions that `comparison` found by itself. Rows of earlier attempts in it have an origin of their own, and a row
 * that was missing is refuted by its presence.
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

/** Marks a row of another testbed, whose own artifact has it. */
const elsewhere = 'machine-stands'

/**
 * The record for an artifact of a version that wrote none: made from its comparison `text` and its `attempts`, the newest
 * first. Throws an InputError that names `source` for another document.
 */
export function recordOfReport(
  text: string,
  source: string,
  attempts: AttemptSessions[],
): AttemptRecord | null {
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
        row: readRow(row),
        budget: null,
      })),
      ...over.map(budget => ({ ...origin, of: [newest.run], row: null, budget })),
    ],
    left: 0,
  }
}
