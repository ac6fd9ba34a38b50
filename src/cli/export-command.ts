// `stable-bench export`: writes results for other people's dashboards.

import { readSessions } from '../files/session-file.ts'
import { assertWritable, isStandardOutput, writeWhole } from '../files/write.ts'
import { patternOf } from '../formats/pattern/read.ts'
import type { InputValue } from '../inputs/values.ts'
import { InputError, type Session } from '../model/index.ts'
import { firstOf } from '../phrases.ts'
import { exitCodeOfSession, exitCodes } from '../policy/exit-codes.ts'
import { csv } from '../report/dashboards/csv.ts'
import { bencherMetrics, customBenchmarks, nyrkioResult } from '../report/dashboards/json.ts'
import { openMetrics } from '../report/dashboards/openmetrics.ts'
import { visibleText } from '../report/words/visible-text.ts'
import { allDoubtLines } from './doubt-lines.ts'
import type { Flags } from './flags.ts'
import { printMessage, printText } from './print.ts'

const writers: Record<InputValue<'to'>, (session: Session) => string> = {
  csv,
  openmetrics: openMetrics,
  bencher: bencherMetrics,
  nyrkio: nyrkioResult,
  'custom-smaller-is-better': session => customBenchmarks(session, 'lower'),
  'custom-bigger-is-better': session => customBenchmarks(session, 'higher'),
}

/** The rows that the form has no place for. */
function leftOutOf({ benchmarks }: Session, to: InputValue<'to'>): string {
  const wanted = { 'custom-smaller-is-better': 'lower', 'custom-bigger-is-better': 'higher' } as const
  const better = to in wanted ? wanted[to as keyof typeof wanted] : null
  const others = benchmarks.filter(sample => better !== null && sample.better !== better)
  if (others.length === 0) return ''
  const names = firstOf(
    [...new Set(others.map(({ name, metric }) => visibleText(`${metric} of ${name}`)))],
    5,
  )
  return `left out: ${names}: ${to} has a place for metrics of one direction only\n`
}

/**
 * Returns the exit code: 3 where nothing is in the export, or only times that do not stand for results. The export goes
 * to the standard output or to --out, what is missing from it to the standard error. Throws an InputError.
 */
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
  printMessage(allDoubtLines(session) + leftOutOf(session, to))
  return session.benchmarks.length === 0 ? exitCodes.notEstablished : exitCodeOfSession(session)
}
