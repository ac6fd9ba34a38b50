// `stable-bench export`: writes results for other people's dashboards.
import { existsSync } from 'node:fs'
import { readSessionFiles } from '../files/session-file.ts'
import { assertWritable, isStandardOutput, writeWhole } from '../files/write.ts'
import { patternOf } from '../formats/pattern/read.ts'
import type { InputValue } from '../inputs/values.ts'
import { InputError, type Session } from '../model/index.ts'
import { firstOf } from '../phrases.ts'
import { exitCodeOfSession } from '../policy/exit-codes.ts'
import { csv } from '../report/dashboards/csv.ts'
import { bencherMetrics, customBenchmarks, nyrkioResult } from '../report/dashboards/json.ts'
import { openMetrics } from '../report/dashboards/openmetrics.ts'
import { visibleText } from '../report/words/visible-text.ts'
import { allDoubtLines } from './doubt-lines.ts'
import { assertFileFormat, assertFormatCounts, type Flags } from './flags.ts'
import { printMessage, printText } from './print.ts'
import { defaultOut } from './run-command.ts'
import { fileOfSuite, filesOfSuites, suitesHere } from './suites/here.ts'
import { assertNoSuites } from './suites/source.ts'

type Better = 'lower' | 'higher'

/** `only` is the one direction of metrics that a form has a place for. */
type Form = { write: (session: Session) => string; only?: Better }

const custom = (only: Better): Form => ({ write: session => customBenchmarks(session, only), only })

const FORMS: Record<InputValue<'to'>, Form> = {
  csv: { write: csv },
  openmetrics: { write: openMetrics },
  bencher: { write: bencherMetrics },
  nyrkio: { write: nyrkioResult },
  'custom-smaller-is-better': custom('lower'),
  'custom-bigger-is-better': custom('higher'),
}

/** The rows that the form has no place for. */
function leftOutOf({ benchmarks }: Session, to: InputValue<'to'>): string {
  const { only } = FORMS[to]
  const others = benchmarks.filter(({ better }) => only !== undefined && better !== only)
  if (others.length === 0) return ''
  const names = new Set(others.map(({ name, metric }) => visibleText(`${metric} of ${name}`)))
  return `left out: ${firstOf([...names], 5)}: ${to} has a place for metrics of one direction only\n`
}

/** Writes the one session in `words` to `out`, and what is missing from it to the standard error. Returns the exit code. */
function exportFiles(
  words: string[],
  { out, to, tool, ...values }: Flags<'export'>['values'],
  given: Flags<'export'>['given'],
): number {
  const { sessions, formatCounts } = readSessionFiles(words, tool, patternOf(values).pattern)
  assertFormatCounts('export', given, formatCounts)
  const [session, ...others] = sessions
  if (session === undefined || others.length > 0) {
    const count = `${others.length + 1} sessions`
    throw new InputError(
      `export: writes one session, and ${words.join(', ')} hold ${count}; export each by itself`,
    )
  }
  const text = FORMS[to].write(session)
  if (out === '' || isStandardOutput(out)) printText(text)
  else writeWhole(out, text)
  printMessage(allDoubtLines(session) + leftOutOf(session, to))
  return exitCodeOfSession(session)
}

/** Exports the documents that `run` has left for the suites of the configuration, each to a file of its own. */
function exportSuites(flags: Omit<Flags<'export'>, 'words'>): number {
  const { values } = flags
  const { names } = suitesHere('export', flags)
  const out = values.out === '' ? '-' : values.out
  const files = filesOfSuites(names, { out, usual: out })
  for (const file of files.values()) assertWritable(file)
  const documents = names.map(name => ({ name, path: fileOfSuite(defaultOut, name) }))
  const lacking = documents.find(({ path }) => !existsSync(path))
  if (lacking !== undefined) {
    const run = `stable-bench run --suite ${lacking.name}`
    throw new InputError(`export: there is no ${lacking.path} here; measure the suite first, with: ${run}`)
  }
  const codes = documents.map(({ name, path }) =>
    exportFiles([path], { ...values, out: files.get(name) as string }, flags.given),
  )
  return Math.max(...codes)
}

/** Returns the exit code: 3 where nothing is in an export, or only times that do not stand for results. Throws an InputError. */
export async function exportCommand({ words, ...flags }: Flags<'export'>): Promise<number> {
  const { values } = flags
  assertFileFormat('export', values)
  if (words.length === 0) return exportSuites(flags)
  assertNoSuites('export', values)
  if (values.config !== '')
    throw new InputError('export: --config describes suites, and a file is named, too; leave one of them out')
  if (values.out !== '') assertWritable(values.out)
  return exportFiles(words, values, flags.given)
}
