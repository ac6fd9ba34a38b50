// The record of an attempt, for later attempts of the job: the findings that failed, and the runs that they rest on. It is
// a file in the attempt's artifact, and hidden in the comment and the check run, where no re-run can lose it.
import * as z from 'zod'
import { isAccepted } from '../../compare/verdict/row-failures.ts'
import { readDocument } from '../../formats/documents/read-document.ts'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import type { AttemptArtifact } from '../../github/artifacts/earlier-attempts.ts'
import { hidden } from '../../github/posts/hidden-text.ts'
import { type Comparison, comparisonSchema } from '../../model/index.ts'
import { checkConclusions } from '../../report/sections/outcome.ts'

/** The run of a record that only refuses what another report has left: any report on the pull request takes its place. */
export const OF_NO_RUN = 0

/** The file in an artifact. */
export const recordFile = 'attempt.json'

const schemaName = 'stable-bench/attempt@1'
const { rows, budgets } = comparisonSchema.shape

const noValues = { baseline: [], candidate: [] }
const originSchema = z.object({
  /** The run and the attempt whose report it is in, and the names of the sessions that it rests on. */
  run: z.int(),
  by: z.int().positive(),
  of: z.array(z.string()),
  suite: z.string(),
  machine: z.string().nullable(),
})
const failedRow = rows.element.extend({ values: rows.element.shape.values.default(noValues) })
const findingSchema = z.union([
  originSchema.extend({ row: failedRow, budget: z.null() }),
  originSchema.extend({ row: z.null(), budget: budgets.element }),
])

/** A row or a budget that failed. */
export type Finding = z.infer<typeof findingSchema>

const recordSchema = z.object({
  schema: z.literal(schemaName),
  runId: z.int(),
  attempt: z.int().positive(),
  /** The runner's name. */
  machine: z.string().nullable(),
  fingerprint: z.string().nullable(),
  /** The workflow file, '' on demand, and the job in it, of a matrix each leg by its name; no job where it is about all jobs of a run that has ended. */
  workflow: z.string(),
  job: z.string(),
  /** The pull request, the commit that it proposes, and the commit that judged it; '' where none is known. */
  pull: z.int().nullable(),
  head: z.string(),
  base: z.string(),
  conclusion: z.enum(checkConclusions),
  /** A digest of the verdicts of all rows; '' where nothing was reported. */
  verdicts: z.string(),
  /** Whether all jobs of the run were skipped, so that it says nothing of the commit. */
  skipped: z.boolean(),
  /** On demand, the suites that the report has. */
  suites: z.array(z.string()),
  /** The suites that fail, and '' where something is missing beside them. */
  failing: z.array(z.string()),
  /** Other runs on the same two commits whose findings are in `findings`, unless they no longer stand. */
  knows: z.array(z.int()),
  /** The earlier attempts whose findings are in `findings`; findings that no longer stand are left out. */
  accounts: z.array(z.int().positive()),
  findings: z.array(findingSchema),
  /** How many findings were left out to keep it short. */
  left: z.int().nonnegative(),
  /** Digests of what else failed, or would have had nobody accepted it. */
  failedBeside: z.array(z.string()),
})

export type AttemptRecord = Omit<z.infer<typeof recordSchema>, 'schema'>

/** The room for a hidden record: some thirty findings in a comment, some two hundred in a check run. */
export const maxRecordBytes = { comment: 10_000, check: 60_000 }

/** The whole record. */
export const renderRecord = (record: AttemptRecord): string =>
  JSON.stringify({ schema: schemaName, ...record })

/** The record without the values of single runs, and with as many findings as fit into `maxBytes` once hidden. */
export function shortRecord(whole: AttemptRecord, maxBytes: number): string {
  // So many bytes for each digest leave most of the room to the findings.
  const failedBeside = whole.failedBeside.slice(0, Math.floor(maxBytes / 60))
  const record = { ...whole, failedBeside }
  const short = record.findings.map(each =>
    each.row === null ? each : { ...each, row: { ...each.row, values: undefined } },
  )
  const { length } = record.findings
  let room = maxBytes - Buffer.byteLength(renderRecord({ ...record, findings: [], left: length }))
  const fits = short.findIndex(each => {
    room -= Buffer.byteLength(hidden(JSON.stringify(each)))
    return room < 0
  })
  const findings = (fits < 0 ? short : short.slice(0, fits)) as Finding[]
  return renderRecord({ ...record, findings, left: record.left + length - findings.length })
}

/** The record of this attempt; without findings, that of one that measured nothing. */
export const attemptRecord = (
  context: JobContext,
  more: Partial<Pick<AttemptRecord, 'machine' | 'fingerprint' | 'accounts' | 'knows' | 'findings'>> = {},
): AttemptRecord => ({
  runId: context.runId,
  attempt: context.runAttempt,
  machine: context.runnerName,
  fingerprint: null,
  workflow: context.requested ? '' : context.workflowPath,
  job: context.jobName ?? context.job,
  pull: context.pullRequest?.number ?? null,
  head: proposalOf(context)?.headSha ?? '',
  base: context.judgedBase ?? '',
  conclusion: 'action_required',
  verdicts: '',
  skipped: false,
  suites: [],
  failing: [],
  failedBeside: [],
  knows: [],
  accounts: [],
  findings: [],
  left: 0,
  ...more,
})

/** The records of the suites of one job as one: it accounts for what each of them accounts for. */
export function combinedRecord(context: JobContext, records: AttemptRecord[]): AttemptRecord {
  const [first, ...others] = records
  if (first === undefined) return attemptRecord(context)
  const ofAll = (each: (record: AttemptRecord) => number[]) =>
    each(first).filter(one => others.every(record => each(record).includes(one)))
  return {
    ...first,
    fingerprint: others.every(each => each.fingerprint === first.fingerprint) ? first.fingerprint : null,
    accounts: ofAll(({ accounts }) => accounts),
    knows: ofAll(({ knows }) => knows),
    findings: records.flatMap(({ findings }) => findings),
    left: Math.max(...records.map(({ left }) => left)),
  }
}

/** Throws an InputError that names `source` for another document. */
export function readRecord(text: string, source: string): AttemptRecord {
  const { schema: _, ...record } = readDocument(recordSchema, text, source)
  return record
}

/** The record in an artifact; null without one: its runs can still be joined. Throws as `readRecord`. */
export function recordOfArtifact({ name, attempt, files }: AttemptArtifact): AttemptRecord | null {
  const bytes = files.get(recordFile)
  if (!bytes) return null
  return readRecord(Buffer.from(bytes).toString('utf8'), `${recordFile} of attempt ${attempt} in ${name}`)
}

/** Marks a row that an earlier attempt found. */
export const carried = 'attempt-stands'

/** A record that may be another job's: its findings count here as well, and it accounts for no attempt. */
export const withoutAccount = (record: AttemptRecord): AttemptRecord => ({
  ...record,
  left: Math.max(1, record.left),
})

/**
 * The regressions and scattered rows that `comparison` found by itself. Accepted ones are included, since an acceptance
 * can be taken back. Rows of earlier attempts have an origin of their own and are left out. So are missing rows, which
 * a later attempt refutes by having them.
 */
export function findingsInComparison(
  { rows, budgets, policy }: Comparison,
  origin: z.infer<typeof originSchema>,
): Finding[] {
  const failing = rows.filter(
    row =>
      (row.fails || isAccepted(row, policy)) &&
      (row.verdict === 'regression' || row.verdict === 'scattered') &&
      row.warnings.every(({ code }) => code !== carried),
  )
  // One of an earlier attempt has a reason.
  const over = budgets.filter(each => policy.budgetsGate && each.verdict === 'over' && each.reason === null)
  return [
    ...failing.map(row => ({ ...origin, row, budget: null })),
    ...over.map(budget => ({ ...origin, row: null, budget })),
  ]
}
