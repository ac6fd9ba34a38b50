// Load generators that print a report for people: a table says by which lines its figures are known.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { tableLines } from '../plain-text.ts'
import { type LoadReport, parsedReports } from './report.ts'

export type TextTool = {
  name: string
  title: string
  hint: string
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
  others?: [name: string, unit: string, pattern: RegExp][]
  /** The groups of all matches, added up. */
  total?: RegExp[]
  failed?: RegExp[]
}

/** wrk writes m for minutes. */
const unitOf = (unit: string) => (unit === 'm' ? 'min' : unit === 'secs' ? 's' : unit)

function sum(patterns: RegExp[], text: string, where: string): number {
  const found = patterns.flatMap(pattern => [...text.matchAll(pattern)].flatMap(match => match.slice(1)))
  return found.reduce((total, count) => total + (count === undefined ? 0 : numberOf(count, where)), 0)
}

function reportOf(text: string, tool: TextTool, source: string): LoadReport {
  const { things = 'requests' } = tool
  const { name, url } = tool.begin.exec(text)?.groups ?? {}
  const where = `${source}: ${tool.name}${name === undefined ? '' : ` (${name})`}`
  const times = Object.entries(tool.times).flatMap(([metric, pattern]): LoadReport['times'] => {
    const { value, unit = tool.unit } = pattern.exec(text)?.groups ?? {}
    return value === undefined ? [] : [[metric, unitOf(unit), numberOf(value, where)]]
  })
  const rate = tool.rate?.exec(text)?.groups?.value
  const others = (tool.others ?? []).flatMap(([row, unit, pattern]): LoadReport['times'] => {
    const value = pattern.exec(text)?.groups?.value
    return value === undefined ? [] : [[row, unit, numberOf(value, where)]]
  })
  if (!tool.end.test(text) || (rate === undefined && others.length === 0))
    throw new InputError(`${where} looks truncated: its report has no end or no rate; ${tool.hint}`)
  const place = url !== undefined && URL.canParse(url) ? { place: new URL(url).pathname } : {}
  const total = sum(tool.total ?? [], text, where)
  return {
    // Operations that are too short for the clock of the tool have their rate alone.
    ...{ things, times: others.length > 0 && times[0]?.[2] === 0 ? [] : times, others },
    ...{ rate: rate === undefined ? null : numberOf(rate, where) },
    ...(name !== undefined && { name }),
    ...place,
    failed: total === 0 ? null : { failed: sum(tool.failed ?? [], text, where), total },
  }
}

/** The texts of the reports: what stands before the first one is not of any. */
function reportsIn(text: string, begin: RegExp): string[] {
  const starts = [...text.matchAll(new RegExp(begin, 'gm'))].map(({ index }) => index)
  return starts.map((start, i) => text.slice(start, starts[i + 1]))
}

/** The format of such a tool. */
export function textReport(tool: TextTool): Format {
  const { name, title, hint } = tool
  return {
    ...{ name, title },
    recognises: text => reportsIn(tableLines(text).join('\n'), tool.begin).length > 0,
    parse: (text, source) => {
      const reports = reportsIn(tableLines(text).join('\n'), tool.begin)
      if (reports.length === 0) throw new InputError(`${source}: has no report of ${name}; ${hint}`)
      return parsedReports(
        reports.map(report => reportOf(report, tool, source)),
        source,
        hint,
      )
    },
  }
}
