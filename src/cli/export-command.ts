// `stable-bench export`: writes results for other people's dashboards.
import { existsSync } from 'node:fs'
import { readSessions } from '../files/session-file.ts'
import { assertWritable, isStandardOutput, writeWhole } from '../files/write.ts'
import { patternOf } from '../formats/pattern/read.ts'
import type { InputValue, ValuesOf } from '../inputs/values.ts'
import { InputError, type Session } from '../model/index.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { csv } from '../report/dashboards/csv.ts'
import { bencherMetrics, customBenchmarks, nyrkioResult } from '../report/dashboards/json.ts'
import { openMetrics } from '../report/dashboards/openmetrics.ts'
import type { Flags } from './flags.ts'
import { printText } from './print.ts'
import { defaultOut } from './run-command.ts'
import { fileOfSuite, filesOfSuites, suitesHere } from './suites/here.ts'
import { assertNoSuites } from './suites/source.ts'

const writers: Record<InputValue<'to'>, (session: Session) => string> = {
  csv,
  openmetrics: openMetrics,
  bencher: bencherMetrics,
  nyrkio: nyrkioResult,
  'custom-smaller-is-better': session => customBenchmarks(session, 'lower'),
  'custom-bigger-is-better': session => customBenchmarks(session, 'higher'),
}

type Exporting = Pick<
  ValuesOf<'export'>,
  'out' | 'to' | 'tool' | 'pattern' | 'pattern-unit' | 'pattern-better'
>

/** Writes the one session in `words` to `out`, or to the standard output where that is ''. */
function exportFiles(words: string[], { out, to, tool, ...values }: Exporting): void {
  const [session, ...others] = readSessions(words, tool, patternOf(values).pattern)
  if (session === undefined || others.length > 0) {
    const count = `${others.length + 1} sessions`
    throw new InputError(
      `export: writes one session, and ${words.join(', ')} hold ${count}; export each by itself`,
    )
  }
  const text = writers[to](session)
  if (out === '' || isStandardOutput(out)) printText(text)
  else writeWhole(out, text)
}

/** Exports the documents that `run` has left for the suites of the configuration, each to a file of its own. */
function exportSuites(flags: Omit<Flags<'export'>, 'words'>): void {
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
  for (const { name, path } of documents) exportFiles([path], { ...values, out: files.get(name) as string })
}

/** Returns the exit code. The export goes to the standard output or to --out. Throws an InputError. */
export async function exportCommand({ words, ...flags }: Flags<'export'>): Promise<number> {
  const { values } = flags
  if (words.length === 0) exportSuites(flags)
  else {
    assertNoSuites('export', values)
    if (values.out !== '') assertWritable(values.out)
    exportFiles(words, values)
  }
  return exitCodes.pass
}
