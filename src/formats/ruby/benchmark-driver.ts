// What benchmark-driver prints (https://github.com/benchmark-driver/benchmark-driver): `sort  87.171k i/s - 19.386k times in 0.222391s`,
// with a value for each Ruby that it compares, in the form of its output `compare`.
import { InputError, type Sample } from '../../model/index.ts'
import { betterDirection, metricNameOf } from '../direction.ts'
import type { Format, Parsed, ParsedFailure } from '../format.ts'
import { withParameters } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf, SCALES } from '../numbers.ts'
import { breaksOff, printedNothing } from '../output-problems.ts'
import { tableLines } from '../plain-text.ts'

const HINT = 'run it with --output compare'
const WARM_UP = /^Warming up -{20,}$/
const CALCULATING = /^Calculating -{20,}$/
const VALUE = String.raw`(?:\d[\d.]*(?:e[-+]?\d+)?[kMGTQ]?|ERROR)`
/** The name stands on the line above where it is longer than its column. */
const ROW = new RegExp(
  String.raw`^ *(?:(?<name>\S.*?) +)??(?<values>${VALUE}(?: +${VALUE})*) +(?<unit>\S+)` +
    String.raw`(?: - +${VALUE} times(?: in(?<seconds>(?: +[\d.]+s)+)(?: \(.*\))?)?)?$`,
)
const COUNTED = / times(?: in [\d.]+s.*)?$/

type Row = { name: string; values: string[]; unit: string; seconds: string[] }
type Block = {
  warmedUp: string[]
  rows: Row[]
  rubies: string[]
  calculating: boolean
  hasEnd: boolean
  isCut: boolean
}

const newBlock = (): Block => ({
  ...{ warmedUp: [], rows: [], rubies: [] },
  ...{ calculating: false, hasEnd: false, isCut: false },
})

function rowOf(line: string, above: string): Row | null {
  const { name = above.trim(), values, unit, seconds } = ROW.exec(line)?.groups ?? {}
  if (values === undefined || unit === undefined || name === '') return null
  return { name, values: values.split(/ +/), unit, seconds: seconds?.trim().split(/ +/) ?? [] }
}

function readLine(block: Block, line: string, above: string): void {
  const row = rowOf(line, above)
  if (block.hasEnd) return
  if (!block.calculating) block.warmedUp.push(...(row === null ? [] : [row.name]))
  else if (line === 'Comparison:') block.hasEnd = true
  else if (row !== null) block.rows.push(row)
  // Below the heading are the names of the Rubies, where there are several.
  else if (CALCULATING.test(above) && line.startsWith(' ')) block.rubies = line.trim().split(/ {2,}/)
}

function blocksIn(lines: string[]): Block[] {
  const blocks: Block[] = []
  for (const [i, line] of lines.entries()) {
    const last = blocks.at(-1)
    if (WARM_UP.test(line)) blocks.push(newBlock())
    else if (CALCULATING.test(line)) {
      const block = last === undefined || last.calculating ? newBlock() : last
      if (block !== last) blocks.push(block)
      block.calculating = true
    } else if (last !== undefined && i < lines.length - 1) readLine(last, line, lines[i - 1] as string)
    // What has no line break is no whole row.
    else if (last !== undefined && line !== '') last.isCut = !last.hasEnd
  }
  return blocks
}

/** A comparison follows several rows; each that was warmed up is one. */
function isWhole({ warmedUp, rows, rubies, calculating, hasEnd, isCut }: Block): boolean {
  const names = rows.map(({ name }) => name)
  return (
    calculating &&
    !isCut &&
    warmedUp.every(name => names.includes(name)) &&
    (hasEnd || (rows.length === 1 && rubies.length < 2))
  )
}

function readRow({ name, values, unit, seconds }: Row, rubies: string[], source: string) {
  const where = `${source}: ${name}`
  const expected = Math.max(1, rubies.length)
  if (values.length !== expected)
    throw new InputError(`${where}: has ${values.length} values for ${expected} Rubies; ${HINT}`)
  const better = betterDirection(unit)
  if (better === null)
    throw new InputError(
      `${where}: the unit ${shown(unit)} does not say what is better; read it with a pattern, expected i/s, s or bytes`,
    )
  const samples: Sample[] = []
  const failures: ParsedFailure[] = []
  for (const [i, value] of values.entries()) {
    const ruby = rubies[i]
    const own = withParameters(name, ruby === undefined ? [] : [['ruby', ruby]])
    // A time has more digits behind `in`.
    const digits = unit === 's' ? (seconds[i]?.slice(0, -1) ?? value) : value
    const scale = SCALES.get(digits.slice(-1))
    if (value === 'ERROR') failures.push({ name: own, reason: 'it failed: benchmark-driver says ERROR' })
    else {
      const number = numberOf(scale === undefined ? digits : digits.slice(0, -1), where) * (scale ?? 1)
      samples.push({ name: own, metric: metricNameOf(unit, better), unit, better, runs: [[number]] })
    }
  }
  return { samples, failures }
}

export const benchmarkDriver: Format = {
  name: 'benchmark-driver',
  title: 'benchmark-driver (Ruby)',
  recognises: text => {
    if (!/^(?:Warming up|Calculating) -{20}/m.test(text)) return false
    const lines = tableLines(text)
    return lines.some((line, i) => COUNTED.test(line) && rowOf(line, lines[i - 1] ?? '') !== null)
  },
  parse: (text, source): Parsed => {
    const blocks = blocksIn(tableLines(text))
    const parts = blocks.flatMap(({ rows, rubies }) => rows.map(row => readRow(row, rubies, source)))
    if (parts.length === 0) throw printedNothing(source, 'benchmark-driver')
    return {
      samples: parts.flatMap(({ samples }) => samples),
      failures: parts.flatMap(({ failures }) => failures),
      warnings: blocks.every(isWhole)
        ? []
        : [breaksOff('benchmark-driver-no-end', source, 'the output of benchmark-driver')],
    }
  },
}
