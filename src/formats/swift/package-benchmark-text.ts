// The tables that package-benchmark prints, as text or as Markdown, one for each benchmark. Their medians are whole numbers.
import { InputError } from '../../model/index.ts'
import type { Parsed, ParsedSample } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf, SCALES } from '../numbers.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import type { OtherForm } from '../runs/join-parsed.ts'
import { primaryFirst, SWIFT_HINT, swiftMetric, swiftMetricsLeftOut } from './metrics.ts'

const HEADER =
  /^[│|] *(?<by>Metric|Test) +[│|] *p0 *[│|] *p25 *[│|] *p50 *[│|] *p75 *[│|] *p90 *[│|] *p99 *[│|] *p100 *[│|] *Samples *[│|] *$/
const RULE = /^[╒╞├][═─╤╪┼]+[╕╡┤] *$|^\|[-:| ]+\| *$/
const END = /^╘/
const METRIC = /^(?<name>.*?)(?: \((?<unit>[nμµm]?s|ks|Ms|[#KMGTP])\))?(?: \\?\*)?$/
const CELLS = 9
const MEDIAN = 3

/** `heading` is the benchmark whose metrics are in the table, or with --grouping metric the metric of the tests in it. */
type Reading = { heading: string; by: string; place: string; leftOut: Set<string> }

function sampleOf(line: string, { heading, by, place, leftOut }: Reading, where: string): ParsedSample[] {
  const cells = line
    .split(/[│|]/)
    .slice(1, -1)
    .map(cell => cell.trim())
  const [first = '', ...others] = cells
  const { name: own = '', unit = '#' } = METRIC.exec(first)?.groups ?? {}
  const [name, written] = by === 'Test' ? [own, heading] : [heading, own]
  if (cells.length !== CELLS || own === '')
    throw new InputError(
      `${where}: ${shown(line)} is not a row of a table of package-benchmark; ${SWIFT_HINT}`,
    )
  const known = swiftMetric(written)
  if (known === null) {
    leftOut.add(written)
    return []
  }
  const { metric, better, isSize } = known
  const isTime = unit.endsWith('s')
  const isLong = unit === 'ks' || unit === 'Ms'
  const scale = isLong || !isTime ? (SCALES.get(unit.charAt(0)) ?? 1) : 1
  const value = numberOf(others[MEDIAN - 1], where) * scale
  const its = isLong ? 's' : better === 'higher' ? '#/s' : isTime ? unit : isSize ? 'B' : ''
  return [{ name, place, metric, unit: its, better, runs: [[value]] }]
}

export const packageBenchmarkText: OtherForm = {
  recognises: text => hasLine(text, 'Samples', HEADER),
  parse: (text, source): Parsed => {
    const samples: ParsedSample[] = []
    const reading: Reading = { heading: '', by: '', place: '', leftOut: new Set() }
    let table: ParsedSample[] | null = null
    // The newest lines of text: the last one above a table is its name.
    let above = ['', '']
    let isCut = false
    const lines = tableLines(text)
    const finish = () => {
      samples.push(...primaryFirst(table ?? []))
      table = null
    }
    for (const [i, line] of lines.entries()) {
      const where = `${source}, line ${i + 1}`
      const by = HEADER.exec(line)?.groups?.by
      if (by !== undefined) {
        finish()
        reading.by = by
        table = []
        reading.heading = (above[1] ?? '').replace(/^#+ /, '').trim()
        isCut = line.startsWith('│')
      } else if (table !== null && /^[│|]/.test(line) && !RULE.test(line)) {
        if (i === lines.length - 1)
          throw new InputError(`${where}: has no end; was it cut off? ${SWIFT_HINT}`)
        table.push(...sampleOf(line, reading, where))
      } else if (END.test(line)) {
        isCut = false
        finish()
      } else if (line.trim() === '') finish()
      else if (!RULE.test(line)) {
        // A target stands between two rules of its length, in Markdown in a heading of its own.
        if (/^=+$/.test(line) && /^=+$/.test(above[0] ?? '')) reading.place = (above[1] ?? '').trim()
        else if (/^## /.test(line)) reading.place = line.slice(3).trim()
        above = [above[1] ?? '', line]
      }
    }
    finish()
    const message = `${source}: the last table of package-benchmark has no end, so later benchmarks may be missing`
    return {
      // With a table for each metric, that of the wall clock is the last.
      samples: reading.by === 'Test' ? primaryFirst(samples) : samples,
      failures: [],
      warnings: [
        ...swiftMetricsLeftOut(reading.leftOut),
        ...(isCut ? [{ code: 'package-benchmark-no-end', message }] : []),
      ],
    }
  },
}
