// The tables that Benchee prints, for each input one of times, of memory and of reductions, as far as they were measured. Times
// are medians, as those of its JSON become.
import { InputError } from '../../model/index.ts'
import { type Parsed, type ParsedSample, withParameters } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf, SCALES } from '../numbers.ts'
import { breaksOff, printedNothing } from '../output-problems.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import type { OtherForm } from '../runs/join-parsed.ts'

const HINT = 'print the whole report of Benchee.Formatters.Console, or write JSON with benchee_json'

const BEGIN = 'Benchmark suite executing with the following configuration:'
const TIMES = /^Name +ips +average +deviation +median +99th % *$/
const SPREAD = /^Name +average +deviation +median +99th % *$/
const SAME = /^Name +(?:Memory usage|Reduction count) *$/

const NUMBER = String.raw`\d[\d.]*`
const AMOUNT = `(?<value>${NUMBER})(?: (?<unit>ns|μs|µs|ms|s|min|h|[KMGT]?B|[KMT]))?`
const ANY = `${NUMBER}(?: [a-zA-Zμµ]+)?`
const MEDIAN = `±${NUMBER}% +${AMOUNT} +${ANY} *$`
const ROWS = {
  times: new RegExp(String.raw`^(?<name>.*?\S) +${ANY} +${NUMBER} (?:ns|μs|µs|ms|s|min|h) +${MEDIAN}`),
  spread: new RegExp(String.raw`^(?<name>.*?\S) +${ANY} +${MEDIAN}`),
  same: new RegExp(String.raw`^(?<name>[^±]*?\S) {2,}${AMOUNT}(?: - (?:[\d.]+x|∞ x|N/A) .*)? *$`),
}

type Metric = 'time' | 'memory' | 'reductions'
/** A table that is being read: `rows` are the names in it. A row without any spread has its value alone in every table. */
type Table = { metric: Metric; forms: RegExp[]; rows: string[] }
type Suite = { lines: string[]; tables: Table[]; jobs: Set<string> }

function sampleOf(line: string, { metric, forms }: Table, input: string | null, where: string): ParsedSample {
  const form = forms.find(each => each.test(line))
  const { name, value, unit = '' } = form?.exec(line)?.groups ?? {}
  if (name === undefined || (metric === 'memory' && !unit.endsWith('B')))
    throw new InputError(`${where}: ${shown(line)} is not a row of a table of Benchee; ${HINT}`)
  const isCount = metric === 'reductions'
  const amount = numberOf(value, where) * (isCount ? (SCALES.get(unit) ?? 1) : 1)
  return {
    ...{ name: withParameters(name, input === null ? [] : [['input', input]]), metric },
    // Its kilobytes are 1024 bytes.
    unit: isCount ? '' : unit.replace(/^([KMGT])B$/, '$1iB'),
    ...{ better: 'lower', runs: [[amount]] },
  }
}

/** What the configuration says that there is to come; null where it is not printed. */
const configured = (lines: string[], key: string) =>
  lines.find(line => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? null

/** Whether all that was to be measured is there. */
function isWhole({ lines, tables, jobs }: Suite): boolean {
  const inputs = new Set(lines.flatMap(line => INPUT.exec(line)?.groups?.input ?? []))
  const listed = configured(lines, 'inputs')
  if (listed !== null && inputs.size > 0 && [...inputs].join(', ').length !== listed.length) return false
  if (tables.length === 0 || tables.some(({ rows }) => rows.length !== tables[0]?.rows.length)) return false
  const rows = tables.flatMap(table => table.rows)
  if ([...jobs].some(job => !rows.includes(job))) return false
  const kinds = ['time', 'memory time', 'reduction time'].filter(key =>
    /^(?!0 )/.test(configured(lines, key) ?? '0 '),
  )
  if (configured(lines, 'time') !== null && tables.length !== kinds.length * Math.max(1, inputs.size))
    return false
  // A comparison is below all tables of several rows, unless it was not wanted.
  const last = lines.findLast(line => line.trim() !== '') ?? ''
  return jobs.size > 0 || rows.length < 2 || !tables.at(-1)?.forms.some(form => form.test(last))
}

const INPUT = /^##### With input (?<input>.*) #####$/
const JOB = /^Benchmarking (?<name>.*?)(?: with input (?<input>.*?))? ?\.\.\.$/

/** `at` is the line of the output with which the suite begins, `last` the last one of the output. */
function readSuite(lines: string[], [at, last]: [number, number], source: string): Parsed {
  const suite: Suite = { lines, tables: [], jobs: new Set() }
  const samples: ParsedSample[] = []
  let table: Table | null = null
  let metric: Metric = 'time'
  let input: string | null = null
  const begin = (kind: Metric, ...forms: RegExp[]) => {
    table = { metric: kind, forms, rows: [] }
    suite.tables.push(table)
  }
  for (const [i, line] of lines.entries()) {
    const { name, input: of } = JOB.exec(line)?.groups ?? {}
    if (name !== undefined) suite.jobs.add(withParameters(name, of === undefined ? [] : [['input', of]]))
    else if (line.startsWith('Memory usage statistics:')) metric = 'memory'
    else if (line.startsWith('Reduction count statistics:')) metric = 'reductions'
    else if (TIMES.test(line)) begin('time', ROWS.times)
    else if (SPREAD.test(line)) begin(metric, ROWS.spread, ROWS.same)
    else if (SAME.test(line)) begin(metric, ROWS.same)
    else if (line.trim() === '') table = null
    else if (table !== null) {
      // Half of a row may look like a whole one.
      if (at + i === last)
        throw new InputError(`${source}, line ${at + i + 1}: has no end; was it cut off? ${HINT}`)
      const sample = sampleOf(line, table, input, `${source}, line ${at + i + 1}`)
      ;(table as Table).rows.push(sample.name)
      samples.push(sample)
    } else input = INPUT.exec(line)?.groups?.input ?? input
  }
  const warnings = isWhole(suite) ? [] : [breaksOff('benchee-no-end', source, 'the report of Benchee')]
  return { samples, failures: [], warnings }
}

/** A program may run several suites, each with its configuration. */
function suitesIn(lines: string[]): [at: number, lines: string[]][] {
  const starts = lines.flatMap((line, i) => (line === BEGIN ? [i] : []))
  return [0, ...starts].map((start, i) => [start, lines.slice(start, starts[i])])
}

export const bencheeText: OtherForm = {
  recognises: text => text.includes(BEGIN) || hasLine(text, ' ips ', TIMES),
  parse: (text, source) => {
    const all = tableLines(text)
    const parts = suitesIn(all).flatMap(([at, lines]) => {
      const part = readSuite(lines, [at, all.length - 1], source)
      return lines[0] === BEGIN || part.samples.length > 0 ? [part] : []
    })
    const samples = parts.flatMap(part => part.samples)
    if (samples.length === 0) throw printedNothing(source, 'Benchee')
    return { samples, failures: [], warnings: parts.flatMap(({ warnings }) => warnings).slice(0, 1) }
  },
}
