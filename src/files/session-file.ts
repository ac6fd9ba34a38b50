// Sessions in files: reads documents and raw tool outputs (gzip by file name), writes result documents.
import { gzipSync } from 'node:zlib'
import { checkSamples } from '../formats/check-samples.ts'
import { isResultDocument, readResultDocument, renderResultDocument } from '../formats/documents/result.ts'
import { samplesFormat } from '../formats/documents/samples.ts'
import type { Format, Parsed } from '../formats/format.ts'
import { askedFormat } from '../formats/index.ts'
import { tolerantJson } from '../formats/json/tolerant.ts'
import { type Output, parseOutput, recogniseOutput } from '../formats/output.ts'
import type { Pattern } from '../formats/pattern/read.ts'
import { findUnread, unreadText } from '../formats/recognise.ts'
import { ownNames } from '../formats/tell-apart.ts'
import { unknownText } from '../formats/unread/unknown-output.ts'
import { InputError, type Sample, type Session } from '../model/index.ts'
import { unpacked } from './read.ts'
import { bytesOutput, outputAt } from './tool-output.ts'
import { writeWhole } from './write.ts'

/** The session in the result document that an artifact held as `fileName`; `source` names it in messages. */
export function readStoredSession(fileName: string, bytes: Uint8Array, source: string): Session {
  return readResultDocument(bytesOutput(unpacked(fileName, bytes), source))
}

const emptySession = (source: string): Session => ({
  ...{ source, suite: null, tool: null, revision: null, testbed: null, plan: null, order: null },
  ...{ evidence: [], warnings: [], failures: [], benchmarks: [] },
})

/** `formatCounts`: the file did not say itself how it is read. */
type FileContent = { source: string; session: Session; document: boolean; formatCounts: boolean }

/** The format of the output. Throws an InputError that says what it is instead. */
function formatOf(output: Output, asked: Format | null): Format {
  const format = asked ?? recogniseOutput(output)
  if (format) return format
  const { source } = output
  const text = output.text()
  const found = findUnread(text)
  if (found) throw new InputError(`${source}: ${unreadText(found)}`)
  // For broken JSON, the error says where it breaks.
  if (/^\s*\[?\s*\{/.test(text)) tolerantJson(text, source)
  throw new InputError(`${source}: ${unknownText(text)}`)
}

/** In a raw output all measurements come from one process, except where the tool shows which are from which. */
function asRuns({ runs }: Sample, { name, perProcess }: Format): number[][] {
  const isPerProcess = perProcess || name === samplesFormat.name
  return isPerProcess || runs.length === 1 ? runs : [runs.flat()]
}

/** The output of a tool, all of one process unless the tool shows which measurements are of which. Throws an InputError. */
export function readOutput(output: Output, asked: Format | null): Parsed & { tool: string } {
  const format = formatOf(output, asked)
  const { samples, failures, warnings } = checkSamples(
    ownNames(parseOutput(output, format), format),
    output.source,
  )
  const asMeasured = samples.map(sample => ({ ...sample, runs: asRuns(sample, format) }))
  return { samples: asMeasured, failures, warnings, tool: format.name }
}

function readFile(path: string, asked: Format | null): FileContent {
  const output = outputAt(path)
  if (isResultDocument(output.ends)) {
    return { source: path, session: readResultDocument(output), document: true, formatCounts: false }
  }
  const { samples, tool: found, failures, warnings } = readOutput(output, asked)
  const session = { ...emptySession(path), tool: found, benchmarks: samples, failures, warnings }
  return { source: path, session, document: found === samplesFormat.name, formatCounts: true }
}

function mergeRawOutputs(files: FileContent[]): Session {
  const merged = new Map<string, Sample>()
  for (const { source, session } of files) {
    for (const sample of session.benchmarks) {
      const key = JSON.stringify([sample.name, sample.metric])
      const known = merged.get(key)
      if (known && known.unit !== sample.unit)
        throw new InputError(
          `${source}: ${sample.name} (${sample.metric}) is in ${sample.unit}, in an earlier file in ${known.unit}`,
        )
      if (known) for (const run of sample.runs) known.runs.push(run)
      else merged.set(key, { ...sample, runs: [...sample.runs] })
    }
  }
  return {
    ...emptySession(files.map(file => file.source).join(', ')),
    tool: files[0]?.session.tool ?? null,
    benchmarks: [...merged.values()],
    failures: files.flatMap(file => file.session.failures),
    warnings: files.flatMap(file => file.session.warnings),
  }
}

/**
 * The sessions in `paths`. Each samples or result document is one session. All raw tool outputs together are one
 * session, with one run per file, or as many as the tool shows. `tool` is a format's name or `auto`; `formatCounts` is
 * false where all are result documents, for which it says nothing. Throws an InputError naming the file.
 */
export function readSessionFiles(
  paths: string[],
  tool: string,
  pattern?: Pattern,
): { sessions: Session[]; formatCounts: boolean } {
  const asked = askedFormat({ tool, ...(pattern && { pattern }) })
  const files = paths.map(path => readFile(path, asked))
  const raw = files.filter(file => !file.document)
  const documents = files.filter(file => file.document).map(file => file.session)
  return {
    sessions: raw.length > 0 ? [...documents, mergeRawOutputs(raw)] : documents,
    formatCounts: files.some(({ formatCounts }) => formatCounts),
  }
}

/** The sessions alone. */
export const readSessions = (paths: string[], tool: string, pattern?: Pattern): Session[] =>
  readSessionFiles(paths, tool, pattern).sessions

/** Writes a result document, packed when the name ends in .gz. Throws an InputError. */
export function writeSession(path: string, session: Session): void {
  const text = renderResultDocument(session)
  writeWhole(path, path.endsWith('.gz') ? gzipSync(text) : text)
}
