// `stable-bench export`: writes results for other people's dashboards.

import { readSessions } from '../files/session-file.ts'
import { assertWritable, isStandardOutput, writeWhole } from '../files/write.ts'
import { patternOf } from '../formats/pattern/read.ts'
import type { InputValue } from '../inputs/values.ts'
import { InputError, type Session } from '../model/index.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { csv } from '../report/dashboards/csv.ts'
import { bencherMetrics, customBenchmarks, nyrkioResult } from '../report/dashboards/json.ts'
import { openMetrics } from '../report/dashboards/openmetrics.ts'
import type { Flags } from './flags.ts'
import { printText } from './print.ts'

const writers: Record<InputValue<'to'>, (session: Session) => string> = {
  csv,
  openmetrics: openMetrics,
  bencher: bencherMetrics,
  nyrkio: nyrkioResult,
  'custom-smaller-is-better': session => customBenchmarks(session, 'lower'),
  'custom-bigger-is-better': session => customBenchmarks(session, 'higher'),
}

/** Returns the exit code. The export goes to the standard output or to --out. Throws an InputError. */
export async function exportCommand({ values, words }: Flags<'export'>): Promise<number> {
  const { out, to, tool } = values
  if (words.length === 0)
    throw new InputError('export: names no file, as in: stable-bench export result.json')
  if (out !== '') assertWritable(out)
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
  return exitCodes.pass
}
