// hyperfine --export-json (https://github.com/sharkdp/hyperfine), the layouts of hyperfine 1 and 2: every time is
// one run, that is a fresh process. Its CSV and Markdown exports are refused, since they have means only.
import { grouped } from '../../grouped.ts'
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, objectOf, objectsAt } from '../json/shape.ts'
import { commandName, EXPORT_JSON, type HyperfineCommand } from './command.ts'
import { readSchema1 } from './schema-1.ts'
import { readSchema2 } from './schema-2.ts'

const TABLE = /^\s*(?:command,(?:mean|time_wall_clock)|\|\s*Command\s*\|)/
const CONSOLE = /^Benchmark \d+: .*\r?\n\s+(?:Time \(|mean\s)/m
const SCHEMA_1_KEYS = ['results', 'command', 'median', 'user', 'system']
const SCHEMA_2_KEYS = ['hyperfine_version', 'results']

/** Metrics `wall-time`, `peak-memory` and, from hyperfine 2, `cpu-time` and hardware counters. */
export const hyperfine: Format = {
  name: 'hyperfine',
  title: 'hyperfine --export-json',
  perProcess: true,
  recognises: text => TABLE.test(text) || CONSOLE.test(text) || isDocument(text),
  parse,
}

function isDocument(text: string): boolean {
  return [SCHEMA_1_KEYS, SCHEMA_2_KEYS].some(keys => keys.every(key => hasKey(text, key)))
}

function parse(text: string, source: string): Parsed {
  if (TABLE.test(text))
    throw new InputError(`${source}: is a table of means, without the times of single runs; ${EXPORT_JSON}`)
  const kind = { recognises: isDocument, hint: EXPORT_JSON }
  return parsedDocuments(text, source, kind, parseDocument)
}

function parseDocument(document: unknown, source: string): Parsed {
  const results = objectsAt(document, 'results', source, EXPORT_JSON)
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  const commands =
    objectOf(document).schema_version === undefined
      ? readSchema1(results, source, parsed.warnings)
      : readSchema2(objectOf(document), results, source, parsed.warnings)
  for (const command of commands) {
    const name = commandName(command)
    const reason = whyFailed(command)
    if (reason !== null) parsed.failures.push({ name, reason })
    else parsed.samples.push(...samplesOf(name, command))
  }
  return parsed
}

const samplesOf = (name: string, { metrics }: HyperfineCommand): Sample[] =>
  metrics.map(({ values, ...metric }) => ({
    ...{ name, ...metric, better: 'lower' },
    runs: values.map(value => [value]),
  }))

/** hyperfine goes on after a failed run only with --ignore-failure; the times of a failing command say nothing. */
function whyFailed({ exitCodes }: HyperfineCommand): string | null {
  const failed = exitCodes.filter(code => code !== 0)
  if (failed.length === 0) return null
  const parts = [...grouped(failed, code => code)].map(([code, { length }]) => {
    const what = typeof code === 'number' ? `exit code ${code}` : 'no exit code (ended by a signal)'
    return `${what} in ${length} of ${exitCodes.length} runs`
  })
  return parts.join(', ')
}
