// Cachegrind of Valgrind (https://valgrind.org/docs/manual/cg-manual.html): the totals in cachegrind.out.PID, or in what cg_annotate
// prints of it. It counts events of a simulated processor, so that one run is enough to know them.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { plainText } from '../plain-text.ts'

const HINT = 'give the file of --cachegrind-out-file, or all that cg_annotate prints of it'

/** With these lines its file and the report of it begin; below there may be any source. */
const FILE = /^cmd: (?<command>.*)\n(?=events: Ir(?: [A-Z]\w*)* *\n)/gm
const ANNOTATED = /^Command: +(?<command>.*)\n(?=(?:.*\n){0,3}?Events recorded: +Ir)/gm
const EVENTS = /^(?:events|Events recorded): +(?<events>Ir(?: [A-Z]\w*)*) *$/m
const TOTALS = /^(?:summary: (?<raw>[\d ]+)|(?<table>[\d,].*?) +PROGRAM TOTALS) *\n/m

type Event = [metric: string, events: string[]]

/** https://valgrind.org/docs/manual/cg-manual.html#cg-manual.outputformat: the sum of events, where all of them were counted. */
const METRICS: Event[] = [
  ['instructions', ['Ir']],
  ['data-accesses', ['Dr', 'Dw']],
  ['l1-misses', ['I1mr', 'D1mr', 'D1mw']],
  ['last-level-misses', ['ILmr', 'DLmr', 'DLmw']],
  ['branches', ['Bc', 'Bi']],
  ['branch-misses', ['Bcm', 'Bim']],
]

/** `12,345 (100.0%)`, or a dot where there was no such event. */
function countsIn(table: string): string[] {
  return table
    .replace(/\( *[\d.]+%\)/g, '')
    .trim()
    .split(/ +/)
}

function samplesOf(report: string, command: string, source: string): Sample[] {
  const events = EVENTS.exec(report)?.groups?.events?.split(' ') ?? []
  const { raw, table } = TOTALS.exec(report)?.groups ?? {}
  const found = raw?.trim().split(' ') ?? (table === undefined ? [] : countsIn(table))
  if (found.length !== events.length)
    throw new InputError(
      `${source}: ${command}: has ${found.length} totals for ${events.length} events; was it cut off? ${HINT}`,
    )
  const counts = new Map(
    events.map((event, i) => [
      event,
      found[i] === '.' ? 0 : numberOf(found[i], `${source}: ${command}: ${event}`, 'thousands'),
    ]),
  )
  return METRICS.flatMap(([metric, parts]): Sample[] => {
    const values = parts.flatMap(part => counts.get(part) ?? [])
    const total = values.reduce((sum, value) => sum + value, 0)
    return values.length < parts.length
      ? []
      : [{ name: command, metric, unit: '', better: 'lower', runs: [[total]] }]
  })
}

function reportsIn(text: string): { command: string; report: string }[] {
  const begins = [FILE, ANNOTATED].flatMap(begin => [...text.matchAll(begin)])
  const sorted = begins.sort((one, other) => one.index - other.index)
  return sorted.map(({ index, groups }, i) => ({
    command: groups?.command?.trim() ?? '',
    report: text.slice(index, sorted[i + 1]?.index),
  }))
}

export const cachegrind: Format = {
  name: 'cachegrind',
  title: 'Cachegrind',
  recognises: text => /^(?:events|Events recorded): +Ir/m.test(text) && reportsIn(plainText(text)).length > 0,
  parse: (text, source): Parsed => {
    const reports = reportsIn(plainText(text))
    if (reports.length === 0) throw new InputError(`${source}: has no totals of Cachegrind; ${HINT}`)
    return {
      samples: reports.flatMap(({ command, report }) => samplesOf(report, command, source)),
      failures: [],
      warnings: [],
    }
  },
}
