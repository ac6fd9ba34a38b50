// Renders a comparison in the form that was asked for, and puts it where it was asked for.
import { rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeSession } from '../files/session-file.ts'
import { assertWritable, incompletePath, writeWhole } from '../files/write.ts'
import { adviceInFlags } from '../inputs/flag-words.ts'
import type { CliCommand } from '../inputs/help.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { sessionOf } from '../job/session.ts'
import type { Job } from '../job/start.ts'
import { untilStopped } from '../job/until-stopped.ts'
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
import { isColoured, isPrinted, printMessage, put, say } from './print.ts'

/** The columns of the terminal, or those that COLUMNS asks for; none where nothing has to fit. */
export function terminalWidth(): { width?: number } {
  const asked = Number(process.env.COLUMNS)
  const width = process.stdout.columns ?? (Number.isInteger(asked) ? asked : 0)
  return width > 0 ? { width } : {}
}

/** Where a report goes (`out`, or the standard output where that is ''), and in which form; `all` for every row. */
export type Emitting = Pick<ValuesOf<'ab'>, 'output' | 'out' | 'all' | 'quiet'>

/** How a report is shown as text: in colour, and as wide as the terminal, where it goes to one. */
export const textOptions = ({ out, all }: Pick<Emitting, 'out' | 'all'>): TextOptions => ({
  colour: isColoured(out),
  all,
  ...(isPrinted(out) && terminalWidth()),
})

/** The report in each form, and the lines of its verdict. */
export type Rendered = { [form in Emitting['output']]: () => string } & { verdict: () => string[] }

/** The forms of the report of a comparison. */
export const comparisonForms = (comparison: Comparison, emitting: Emitting): Rendered => ({
  text: () => renderText(comparison, textOptions(emitting)),
  json: () => renderComparisonDocument(comparison),
  html: () => renderHtml(comparison),
  markdown: () => renderMarkdown(comparison),
  junit: () => renderJunit([{ suite: 'stable-bench', comparison, problem: null }]),
  verdict: () => answerLines(answer(comparison)),
})

/** Prints a report by `command` in the form that is asked for, or writes it to `out` and says the verdict first. Throws an InputError. */
export function emit(
  rendered: Rendered,
  emitting: Emitting,
  command: CliCommand,
  about: { ofSuites?: boolean } = {},
): void {
  const { output, out } = emitting
  const inFlags = (text: string) => adviceInFlags(text, command, about)
  const report = rendered[output]()
  if (!isPrinted(out)) say(emitting, inFlags(rendered.verdict().join('\n')))
  put(out, output === 'text' ? inFlags(report) : report, output)
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

/**
 * Calls `use` with the directory for samples and reports. A temporary one that stays empty goes, whenever a signal comes. Throws an
 * InputError, and as `use`.
 */
export const inSaveDirectory = <T>(save: string, use: (directory: string) => Promise<T>): Promise<T> =>
  untilStopped(async () => {
    const directory = openSaveDirectory(save)
    try {
      return await use(directory)
    } finally {
      if (save === '') removeEmpty(directory)
    }
  })

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

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {
    // It has files.
  }
}

type Sides = { baseline: Session | null; candidate: Session }

/** Writes the samples of the sides to files, by `pathOf` beside those of a complete job; returns the paths. Throws an InputError. */
export function saveSessions(directory: string, sessions: Sides, pathOf = (path: string) => path): string[] {
  return (['baseline', 'candidate'] as const).flatMap(side => {
    const session = sessions[side]
    if (session === null) return []
    const path = pathOf(join(directory, `${side}.json.gz`))
    writeSession(path, session)
    return [path]
  })
}

/** Keeps the samples of an interrupted job beside the complete ones, and says where. `isNew`: it has no baseline. */
export function keepInterrupted(directory: string, job: Job, quiet: boolean, isNew = false): void {
  const baseline = isNew ? null : sessionOf(job, 'baseline')
  const sides = { baseline, candidate: sessionOf(job, 'candidate') }
  const paths = saveSessions(directory, sides, incompletePath)
  say({ quiet }, `measuring ended after ${job.record.runs.length} runs; they are in ${paths.join(' and ')}`)
}

/** Keeps a report as a page, as Markdown and as the document `json`; says where. Throws an InputError. */
export function saveReport(values: Saving, directory: string, rendered: Rendered, json: string): void {
  const files = { html: 'report.html', json, markdown: 'report.md' } as const
  for (const [form, name] of Object.entries(files) as [keyof typeof files, string][])
    writeWhole(join(directory, name), rendered[form]())
  say(values, `HTML report: ${join(directory, files.html)}\nJSON report: ${join(directory, json)}`)
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
