// Sessions in files: reads documents and raw tool outputs (gzip by file name), writes result documents.
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { checkSamples } from '../../formats/check-samples.ts'
import { decodeText } from '../../formats/decode-text.ts'
import {
  isResultDocument,
  parseResultDocument,
  renderResultDocument,
} from '../../formats/documents/result.ts'
import { samplesFormat } from '../../formats/documents/samples.ts'
import { findUnread, formatNamed, formats, recogniseFormat, unreadText } from '../../formats/index.ts'
import { InputError, type Sample, type Session } from '../../model/index.ts'

/** Larger files are refused before they are read, so that memory stays bounded. */
export const maxFileBytes = 256 * 1024 * 1024

const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`

/** `bytes` as text, unpacked when `name` ends in .gz. Throws zlib's error for a broken or an oversized archive. */
function unpackedText(name: string, bytes: Uint8Array): string {
  return decodeText(name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxFileBytes }) : bytes)
}

/** The session in the result document that an artifact held as `fileName`; `source` names it in messages. */
export function readStoredSession(fileName: string, bytes: Uint8Array, source: string): Session {
  return parseResultDocument(unpackedText(fileName, bytes), source)
}

/** The text of a file of at most `maxFileBytes`, unpacked when its name ends in .gz. Throws an InputError. */
export function readTextFile(path: string): string {
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) throw new InputError(`${path}: is a directory; name the file in it`)
    if (stat.size > maxFileBytes) {
      throw new InputError(
        `${path}: has ${mib(stat.size)}, at most ${mib(maxFileBytes)} are read; split the suite`,
      )
    }
    return unpackedText(path, readFileSync(path))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`${path}: cannot be read: ${(error as Error).message}`)
  }
}

const emptySession = (source: string): Session => ({
  source,
  suite: null,
  tool: null,
  revision: null,
  testbed: null,
  plan: null,
  order: null,
  evidence: [],
  warnings: [],
  failures: [],
  benchmarks: [],
})

type FileContent = { source: string; session: Session; document: boolean; format: string }

function readFile(path: string, tool: string): FileContent {
  const text = readTextFile(path)
  if (isResultDocument(text)) {
    return { source: path, session: parseResultDocument(text, path), document: true, format: 'result' }
  }
  const format = tool === 'auto' ? recogniseFormat(text) : formatNamed(tool)
  if (!format) {
    const found = findUnread(text)
    if (found) throw new InputError(`${path}: ${unreadText(found)}`)
    const known = ['stable-bench/result@1', ...formats.map(each => each.title)].join(', ')
    throw new InputError(`${path}: is in no known format (${known}); say which (input tool, flag --tool)`)
  }
  const { samples, failures, warnings } = checkSamples(format.parse(text, path), path)
  const session = { ...emptySession(path), tool: format.name, benchmarks: samples, failures, warnings }
  return { source: path, session, document: format.name === samplesFormat.name, format: format.name }
}

/** In a raw output all measurements come from one process, except hyperfine's: there each is a process. */
function asRuns(sample: Sample, format: string): number[][] {
  return format === 'hyperfine' ? sample.runs : [sample.runs.flat()]
}

function mergeRawOutputs(files: FileContent[]): Session {
  const merged = new Map<string, Sample>()
  for (const { source, session, format } of files) {
    for (const sample of session.benchmarks) {
      const key = JSON.stringify([sample.name, sample.metric])
      const known = merged.get(key)
      if (known && known.unit !== sample.unit) {
        throw new InputError(
          `${source}: ${sample.name} (${sample.metric}) is in ${sample.unit}, in an earlier file in ${known.unit}`,
        )
      }
      const runs = asRuns(sample, format)
      merged.set(key, known ? { ...known, runs: [...known.runs, ...runs] } : { ...sample, runs })
    }
  }
  return {
    ...emptySession(files.map(file => file.source).join(', ')),
    tool: files[0]?.format ?? null,
    benchmarks: [...merged.values()],
    failures: files.flatMap(file => file.session.failures),
    warnings: files.flatMap(file => file.session.warnings),
  }
}

/**
 * The sessions in `paths`: each samples or result document is one; raw tool outputs are one run per file and
 * together one session. `tool` is a format's name or `auto`. Throws an InputError naming the file.
 */
export function readSessions(paths: string[], tool: string): Session[] {
  const files = paths.map(path => readFile(path, tool))
  const raw = files.filter(file => !file.document)
  const sessions = files.filter(file => file.document).map(file => file.session)
  return raw.length > 0 ? [...sessions, mergeRawOutputs(raw)] : sessions
}

/** Writes a result document, packed when the name ends in .gz. */
export function writeSession(path: string, session: Session): void {
  const text = renderResultDocument(session)
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text)
}

/** Throws an InputError where `path` cannot be written, before anything is measured. Leaves no file behind. */
export function assertWritable(path: string, flag = '--out'): void {
  const existed = existsSync(path)
  try {
    closeSync(openSync(path, 'a'))
    if (!existed) rmSync(path)
  } catch (error) {
    throw new InputError(`${path}: cannot be written: ${(error as Error).message}; choose another ${flag}`)
  }
}
