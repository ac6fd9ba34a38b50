// Renders a comparison in the form that was asked for, and puts it where it was asked for.
import { rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeSession } from '../files/session-file.ts'
import { assertWritable, incompletePath, writeWhole } from '../files/write.ts'
import { adviceInFlags } from '../inputs/flag-words.ts'
import type { CliCommand } from '../inputs/help.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { makeDirectory } from '../make-directory.ts'
import { temporaryDirectory } from '../measure/process/temporary-directory.ts'
import { type Comparison, InputError, type Session, WriteFailure } from '../model/index.ts'
import { renderComparisonDocument } from '../report/documents.ts'
import { collapsedStacks, speedscopeJson } from '../report/explain/files.ts'
import { renderHtml } from '../report/html/comparison.ts'
import { renderJunit } from '../report/junit.ts'
import { renderMarkdown } from '../report/markdown/comparison.ts'
import { renderText, type TextOptions } from '../report/text/comparison.ts'
import { answer, answerLines } from '../report/words/answer/answer.ts'
import { isPrinted, printMessage, put, say } from './print.ts'

/** The columns of the terminal, or those that COLUMNS asks for; undefined where nothing has to fit. */
export function terminalWidth(): number | undefined {
  const asked = Number(process.env.COLUMNS)
  return process.stdout.columns ?? (Number.isInteger(asked) && asked > 0 ? asked : undefined)
}

/** Where a report goes (`out`, or the standard output where that is ''), and in which form; `all` for every row. */
export type Emitting = Pick<ValuesOf<'ab'>, 'output' | 'out' | 'all' | 'quiet'>

/** How a report is shown as text: in colour, and as wide as the terminal, where it goes to one. */
export function textOptions({ out, all }: Pick<Emitting, 'out' | 'all'>): TextOptions {
  const printed = isPrinted(out)
  const width = printed ? terminalWidth() : undefined
  const colour = printed && process.stdout.isTTY === true && !process.env.NO_COLOR
  return { colour, all, ...(width ? { width } : {}) }
}

/** The report in each form, and the lines of its verdict. */
type Rendered = { [form in Emitting['output']]: () => string } & { verdict: () => string[] }

/**
 * Prints a report in the form that is asked for, or writes it to `out` and says the verdict first. `inFlags` words the advice
 * of text. Throws an InputError.
 */
export function emit(rendered: Rendered, emitting: Emitting, inFlags: (text: string) => string): void {
  const { output, out } = emitting
  const report = rendered[output]()
  if (!isPrinted(out)) say(emitting, inFlags(rendered.verdict().join('\n')))
  put(out, output === 'text' ? inFlags(report) : report, output)
}

/** The report of a comparison by `command`. Throws as `emit`. */
export function emitReport(comparison: Comparison, emitting: Emitting, command: CliCommand): void {
  const rendered: Rendered = {
    text: () => renderText(comparison, textOptions(emitting)),
    json: () => renderComparisonDocument(comparison),
    html: () => renderHtml(comparison),
    markdown: () => renderMarkdown(comparison),
    junit: () => renderJunit([{ suite: 'stable-bench', comparison, problem: null }]),
    verdict: () => answerLines(answer(comparison)),
  }
  emit(rendered, emitting, text => adviceInFlags(text, command))
}

/** The directory for samples and reports: `save`, made if need be, or a new temporary one. Throws an InputError. */
function openSaveDirectory(save: string): string {
  if (save === '') return temporaryDirectory('stable-bench-')
  try {
    makeDirectory(save)
  } catch (error) {
    throw new InputError(
      `--save ${save}: cannot be made: ${(error as Error).message}; choose another directory`,
    )
  }
  assertWritable(join(save, 'comparison.json'))
  return save
}

/** Calls `use` with the directory for samples and reports. A temporary one that stays empty goes. Throws an InputError, and as `use`. */
export async function inSaveDirectory<T>(save: string, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = openSaveDirectory(save)
  try {
    return await use(directory)
  } finally {
    if (save === '') removeEmpty(directory)
  }
}

type Saving = Pick<ValuesOf<'ab'>, 'save' | 'quiet'>

/**
 * Calls `write`. Nobody asked for files in a temporary directory: where there is no room for them, the verdict stands all the same.
 * Throws a WriteFailure for those of `save`.
 */
export function keepFiles({ save }: Saving, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (save !== '' || !(error instanceof WriteFailure)) throw error
    printMessage(`not kept: ${error.message}\n`)
  }
}

/** Keeps the reports by `write`, and says where they are. Throws as `keepFiles`. */
export const keepReports = (values: Saving, write: () => { html: string; json: string }): void =>
  keepFiles(values, () => {
    const { html, json } = write()
    say(values, `HTML report: ${html}\nJSON report: ${json}`)
  })

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {
    // It has files.
  }
}

/**
 * Writes the samples of the sides to files and returns the paths. Those of an interrupted job stand beside the complete
 * ones. Throws an InputError.
 */
export function saveSessions(
  directory: string,
  sessions: { baseline: Session | null; candidate: Session },
  { interrupted = false } = {},
): string[] {
  return (['baseline', 'candidate'] as const).flatMap(side => {
    const session = sessions[side]
    if (session === null) return []
    const complete = join(directory, `${side}.json.gz`)
    const path = interrupted ? incompletePath(complete) : complete
    writeSession(path, session)
    return [path]
  })
}

/** Keeps a comparison in every form; returns the paths. Throws an InputError. */
export function saveReports(directory: string, comparison: Comparison): { html: string; json: string } {
  const html = join(directory, 'report.html')
  const json = join(directory, 'comparison.json')
  writeWhole(html, renderHtml(comparison, {}))
  writeWhole(json, renderComparisonDocument(comparison))
  writeWhole(join(directory, 'report.md'), renderMarkdown(comparison, {}))
  saveProfiles(directory, comparison)
  return { html, json }
}

/** Keeps the call stacks of what was explained as other viewers read them. Throws an InputError. */
export function saveProfiles(directory: string, { explained = [] }: Comparison): void {
  for (const [i, { benchmark, profile }] of explained.entries()) {
    if (profile === null) continue
    const path = join(directory, `profile-${i + 1}`)
    writeWhole(`${path}.speedscope.json`, speedscopeJson(profile.tree, benchmark ?? 'stable-bench'))
    for (const side of ['baseline', 'candidate'] as const)
      writeWhole(`${path}.${side}.txt`, collapsedStacks(profile.tree, side))
  }
}
