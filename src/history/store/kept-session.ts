// Sessions that a history keeps for baselines, each in a file of its own. The file has the whole session with one
// number per run, as a comparison needs it. A file is written once and never changes.
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { unpacked } from '../../files/read.ts'
import { decodeText } from '../../formats/decode-text.ts'
import { checkDocument } from '../../formats/documents/read-document.ts'
import { renderResultDocument } from '../../formats/documents/result.ts'
import { BASELINE_SESSIONS, resultSchemaName, type Session } from '../../model/index.ts'
import { runSummary } from '../../stats/describe/summary.ts'

/** The statistic that makes one number of a run, for a metric of a benchmark: `median`, `p99`. */
type SummaryOf = (benchmark: string, metric: string) => string

/** `fileName` and `bytes` are the session's result document; `file` is the file that the history keeps. */
export type KeptSession = {
  commit: string
  runId: number
  createdAt: string
  fingerprint: string
  fileName: string
  bytes: Uint8Array
  file: { name: string; bytes: Uint8Array }
  /** The session's benchmarks and metrics, and the summary of each. */
  summaries: { benchmark: string; metric: string; summary: string }[]
}

const schemaName = 'stable-bench/kept@1'

const keptSchema = z.object({
  schema: z.literal(schemaName),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  runId: z.int().positive(),
  createdAt: z.iso.datetime({ offset: true }),
  fingerprint: z.string().max(200),
  summaries: z
    .array(z.object({ benchmark: z.string(), metric: z.string(), summary: z.string().max(20) }))
    .max(30_000),
  result: z.record(z.string(), z.unknown()),
})

/** The names of the files of kept sessions. */
export const anyKeptName = /^session-[0-9]{1,19}-[0-9a-f]*\.json\.gz$/

/** The names of kept sessions of `fingerprint`, which a stranger may have written: none where it is no fingerprint. */
export const keptName = (fingerprint: string): RegExp =>
  /^[0-9a-f]*$/.test(fingerprint) ? new RegExp(`^session-[0-9]{1,19}-${fingerprint}\\.json\\.gz$`) : /(?!)/

const fileNameOf = ({ runId, fingerprint }: Pick<KeptSession, 'runId' | 'fingerprint'>) =>
  `session-${runId}-${fingerprint}.json.gz`

type SessionOrigin = Pick<KeptSession, 'commit' | 'runId' | 'createdAt' | 'fingerprint'>

/** The form in which the session of a run is kept: one number per run in place of the measurements, all else unchanged. */
export function keptSession(session: Session, found: SessionOrigin, summaryOf: SummaryOf): KeptSession {
  const summaries = session.benchmarks.map(({ name, metric }) => ({
    benchmark: name,
    metric,
    summary: summaryOf(name, metric),
  }))
  const benchmarks = session.benchmarks.map((sample, i) => {
    const { summary = '' } = summaries[i] ?? {}
    return { ...sample, runs: sample.runs.map(run => [runSummary(run, summary)]) }
  })
  const { commit, runId, createdAt, fingerprint } = found
  const kept = { commit, runId, createdAt, fingerprint, summaries }
  const text = renderResultDocument({ ...session, benchmarks })
  // No reader may mistake the file for a result document.
  const { schema: _, ...result } = JSON.parse(text)
  const file = {
    name: fileNameOf(kept),
    bytes: gzipSync(JSON.stringify({ schema: schemaName, ...kept, result })),
  }
  return { ...kept, fileName: 'result.json', bytes: Buffer.from(text), file }
}

/** The session in the file `name` of a history. Throws for anything else; its result document is not looked at. */
export function readKeptSession(name: string, bytes: Uint8Array): KeptSession {
  const {
    schema: _,
    result,
    ...kept
  } = checkDocument(keptSchema, JSON.parse(decodeText(unpacked(name, bytes))), name)
  if (fileNameOf(kept) !== name) throw new Error(`${name}: holds the session ${fileNameOf(kept)}`)
  const document = Buffer.from(JSON.stringify({ schema: resultSchemaName, ...result }))
  return { ...kept, fileName: 'result.json', bytes: document, file: { name, bytes } }
}

/** Whether a comparison that wants `summaryOf` gets the numbers that it would get from all measurements. */
export const hasSummaries = ({ summaries }: KeptSession, summaryOf: SummaryOf) =>
  summaries.every(({ benchmark, metric, summary }) => summaryOf(benchmark, metric) === summary)

/** The most bytes of all files together. A session of 1,000 benchmarks with ten runs each has some 100 kB. */
const maxBytes = 20e6
const maxFiles = 200

/** The newest `BASELINE_SESSIONS` of each testbed, while they fit. Where one run has several, the last given counts. */
export function newestKept(sessions: KeptSession[]): KeptSession[] {
  const newestFirst = [...new Map(sessions.map(each => [each.file.name, each])).values()].sort((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  )
  const counts = new Map<string, number>()
  let bytes = 0
  const kept = newestFirst.filter(({ fingerprint, file }) => {
    const count = (counts.get(fingerprint) ?? 0) + 1
    counts.set(fingerprint, count)
    if (count > BASELINE_SESSIONS) return false
    bytes += file.bytes.length
    return bytes <= maxBytes
  })
  return kept.slice(0, maxFiles)
}
