// Renders a comparison in the form that was asked for, and puts it where it was asked for.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertWritable, writeSession } from '../history/store/session-file.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { type Comparison, InputError, type Session } from '../model/index.ts'
import { renderComparisonDocument } from '../report/comparison-document.ts'
import { renderHtml } from '../report/html/comparison.ts'
import { renderMarkdown } from '../report/markdown/comparison.ts'
import { renderText } from '../report/text/comparison.ts'

/** The columns of the terminal, or those that COLUMNS asks for; undefined where nothing has to fit. */
export function terminalWidth(): number | undefined {
  const asked = Number(process.env.COLUMNS)
  return process.stdout.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : undefined)
}

/** Where a report goes (`out`, or the standard output where that is ''), and in which form; `all` for every row. */
type Emitting = Pick<ValuesOf<'ab'>, 'output' | 'out' | 'all'>

function renderedText(comparison: Comparison, { out, all }: Emitting): string {
  const width = out === '' ? terminalWidth() : undefined
  const colour = out === '' && process.stdout.isTTY === true && !process.env.NO_COLOR
  return renderText(comparison, { colour, all, ...(width ? { width } : {}) })
}

/** Writes a report. */
export function emitReport(comparison: Comparison, emitting: Emitting): void {
  const { output, out } = emitting
  const render = { json: renderComparisonDocument, html: renderHtml, markdown: renderMarkdown } as const
  const report = output === 'text' ? renderedText(comparison, emitting) : render[output](comparison)
  if (out === '') process.stdout.write(report.endsWith('\n') ? report : `${report}\n`)
  else writeFileSync(out, report)
}

/** The directory for samples and reports: `save`, made if need be, or a new temporary one. Throws an InputError. */
export function openSaveDirectory(save: string): string {
  if (save === '') return mkdtempSync(join(tmpdir(), 'stable-bench-'))
  try {
    mkdirSync(save, { recursive: true })
  } catch (error) {
    throw new InputError(
      `--save ${save}: cannot be made: ${(error as Error).message}; choose another directory`,
    )
  }
  assertWritable(join(save, 'comparison.json'))
  return save
}

/** Keeps the samples of both sides, as far as there are any. */
export function saveSessions(directory: string, sessions: { baseline: Session; candidate: Session }): void {
  for (const side of ['baseline', 'candidate'] as const) {
    writeSession(join(directory, `${side}.json.gz`), sessions[side])
  }
}

/** Keeps a comparison in every form; returns the paths. */
export function saveReports(directory: string, comparison: Comparison): { html: string; json: string } {
  const html = join(directory, 'report.html')
  const json = join(directory, 'comparison.json')
  writeFileSync(html, renderHtml(comparison, {}))
  writeFileSync(json, renderComparisonDocument(comparison))
  writeFileSync(join(directory, 'report.md'), renderMarkdown(comparison, {}))
  return { html, json }
}
