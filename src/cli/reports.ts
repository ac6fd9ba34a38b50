// Renders a comparison in the form that was asked for, and puts it where it was asked for.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertWritable, writeSession } from '../history/store/session-file.ts'
import { type Comparison, InputError, type Session } from '../model/index.ts'
import { renderComparisonDocument } from '../report/comparison-document.ts'
import { renderHtml } from '../report/html/comparison.ts'
import { renderMarkdown } from '../report/markdown/comparison.ts'
import { renderText } from '../report/text/comparison.ts'

export type OutputForm = 'text' | 'markdown' | 'json' | 'html'

/** The whole report as one string. `colour` and `width` only matter for text. */
export function renderReport(
  comparison: Comparison,
  form: OutputForm,
  { colour, width }: { colour: boolean; width?: number },
): string {
  if (form === 'json') return renderComparisonDocument(comparison)
  if (form === 'html') return renderHtml(comparison, {})
  if (form === 'markdown') return renderMarkdown(comparison, {})
  return renderText(comparison, { colour, ...(width ? { width } : {}) })
}

/** Writes a report to `out`, or to the standard output where that is ''. */
export function emitReport(comparison: Comparison, form: OutputForm, out: string): void {
  const terminal = out === '' && process.stdout.isTTY === true
  const colour = terminal && !process.env.NO_COLOR
  const width = terminal ? process.stdout.columns : undefined
  const report = renderReport(comparison, form, { colour, ...(width ? { width } : {}) })
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
