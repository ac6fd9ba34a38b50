// Load generators that print a report for people: a table says by which lines its figures are known.
import { InputError } from '../../model/index.ts'
import { canonicalUnit } from '../../units.ts'
import type { Format } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { tableLines } from '../plain-text.ts'
import { type LoadReport, parsedReports, whyNoTimes } from './report.ts'

export type TextTool = {
  name: string
  title: string
  hint: string
  /** Words of that line, which a large output of another tool need not be searched for line by line. */
  words: string
  /** The line with which a report begins; its groups `name` and `url` say what was asked. */
  begin: RegExp
  /** What stands behind its last figure: a report without it broke off. */
  end: RegExp
  things?: string
  /** The unit of times that have none; `value` and `unit` are groups of the patterns. */
  unit: string
  /** The primary metric first. One that is not there is left out. */
  times: Record<string, RegExp>
  rate?: RegExp
  isRateOfSuccesses?: true
  /** A report that matches has times and no rate. */
  hasNoRate?: RegExp
  /** How long the tool ran: with the rate it says how many things there were, where nothing else shows that lines are missing. */
  seconds?: RegExp
  others?: [name: string, unit: string, pattern: RegExp][]
  /** The groups of all matches, added up; a report has them always, unless it may have `others`. */
  total?: RegExp[]
  failed?: RegExp[]
}

/** wrk writes m for minutes. */
const unitOf = (unit: string) => (unit === 'm' ? 'min' : /^secs?$/.test(unit) ? 's' : unit)

/** Null where none matches. */
function sum(patterns: RegExp[], text: string, where: string): number | null {
  const found = patterns.flatMap(pattern => [...text.matchAll(pattern)].flatMap(match => match.slice(1)))
  if (found.length === 0) return null
  return found.reduce<number>((total, count) => total + (count === undefined ? 0 : numberOf(count, where)), 0)
}

/** The first of each figure. Throws an InputError where it is no number. */
function timesIn(text: string, tool: TextTool, where: string): LoadReport['times'] {
  const times = Object.entries(tool.times).flatMap(([metric, pattern]): LoadReport['times'] => {
    const { value, unit = tool.unit } = pattern.exec(text)?.groups ?? {}
    return value === undefined ? [] : [[metric, unitOf(unit), numberOf(value, where)]]
  })
  if (times.length === 0) throw new InputError(`${where} has no times in its report; ${tool.hint}`)
  return times
}

/** Throws an InputError where fewer things were counted than rate and time say: lines with counts are missing. */
function assertAll(text: string, tool: TextTool, [rate, total]: [number, number], where: string): void {
  const { value, unit = tool.unit } = tool.seconds?.exec(text)?.groups ?? {}
  if (value === undefined) return
  const perUnit = rate * (canonicalUnit(unitOf(unit)).factor / 1e9)
  // The time has four decimals.
  if (perUnit * numberOf(value, where) - total > 0.5 + perUnit * 5e-5)
    throw new InputError(`${where} looks truncated: some of its counts are missing; ${tool.hint}`)
}

function reportOf(text: string, tool: TextTool, source: string): LoadReport {
  const { things = 'requests' } = tool
  const { name, url } = tool.begin.exec(text)?.groups ?? {}
  const where = `${source}: ${tool.name}${name === undefined ? '' : ` (${name})`}`
  const numberIn = (pattern: RegExp | undefined) => {
    const value = pattern?.exec(text)?.groups?.value
    return value === undefined ? null : numberOf(value, where)
  }
  const rate = numberIn(tool.rate)
  const others = (tool.others ?? []).flatMap(([row, unit, pattern]): LoadReport['times'] => {
    const value = numberIn(pattern)
    return value === null ? [] : [[row, unit, value]]
  })
  if (!tool.end.test(text) || (rate === null && others.length === 0 && !tool.hasNoRate?.test(text)))
    throw new InputError(`${where} looks truncated: its report has no end or no rate; ${tool.hint}`)
  const total = sum(tool.total ?? [], text, where)
  if (total === null && tool.total && !tool.others)
    throw new InputError(`${where} does not say how many ${things} there were; ${tool.hint}`)
  assertAll(text, tool, [rate ?? 0, total ?? 0], where)
  const failed = total === null ? null : { total, failed: sum(tool.failed ?? [], text, where) ?? 0 }
  // Where no request succeeded, tools print NaN for times, or 0.
  const times = whyNoTimes({ failed, rate, things }) === null ? timesIn(text, tool, where) : []
  return {
    ...{ things, rate, others, failed },
    ...(tool.isRateOfSuccesses && { isRateOfSuccesses: true }),
    // Operations that are too short for the clock of the tool have their rate alone.
    times: others.length > 0 && times[0]?.[2] === 0 ? [] : times,
    ...(name !== undefined && { name }),
    ...(url !== undefined && URL.canParse(url) && { place: new URL(url).pathname }),
  }
}

/** The parts of the text that begin with `begin`: what stands before the first one is of none. */
export function partsOf(text: string, begin: RegExp): string[] {
  const starts = [...text.matchAll(new RegExp(begin, 'gm'))].map(({ index }) => index)
  return starts.map((start, i) => text.slice(start, starts[i + 1]))
}

/** The format of such a tool. */
export function textReport(tool: TextTool): Format {
  const { name, title, hint } = tool
  return {
    ...{ name, title },
    recognises: text => text.includes(tool.words) && tool.begin.test(tableLines(text).join('\n')),
    parse: (text, source) => {
      const reports = partsOf(tableLines(text).join('\n'), tool.begin)
      if (reports.length === 0) throw new InputError(`${source}: has no report of ${name}; ${hint}`)
      const read = reports.map(report => reportOf(report, tool, source))
      return parsedReports(read, source, hint)
    },
  }
}
