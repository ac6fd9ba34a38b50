// Whether text in no known format shows that its program measures for itself: numbers with a unit of time, rates,
// percentiles, means with their spread. Such a program may run for a fixed time, so that the time of its process says
// nothing. A list of tools can never be complete, so this looks for what their outputs have in common.
import { endsOfText, tableLines } from '../plain-text.ts'

const PER_TIME = String.raw`\s?/\s?(?:s|secs?|seconds?)(?![\w/])`
const THINGS =
  '#|req(?:uest)?s?|ops?|operations?|iter(?:ation)?s?|calls?|msgs?|messages?|events?|quer(?:y|ies)|rows?|items?|docs?|lines?|' +
  'frames?|transfer|trans(?:actions)?|txn?|packets?|tokens?|samples?|records?|bytes|bits|[KMGT]?i?(?:B|bits?|bytes)|flops?'
const SHORT_TIME = '[pnuµμ]s|[pnu]sec|(?:pico|nano|micro)seconds?'
const LONG_TIME = 'ms|msec|milliseconds?|s|secs?|seconds?'
const AMOUNT = String.raw`(?<![\w.:+-])\d[\d.,]*(?:e[-+]?\d+)?`

/** A column of times in a table that a program reads: no `US`, and no `foo.us`. */
const COLUMN =
  /^"?(?:elapsed|(?:real|cpu|wall|user|system|exec(?:ution)?|mean|median|avg|min|max)[ _-]?time|run[ _-]time|(?:request|response)[ _-](?:time|duration|delay)|time in [num]?s|\w+_(?:ns|us|ms|sec|seconds)|[\w.]+\.sec)"?$/i

/** A line with one of these and a number, or above a line of numbers, shows measured values. */
const QUANTITIES: RegExp[] = [
  new RegExp(String.raw`(?<![\w/.])(?:${THINGS})${PER_TIME}`, 'i'),
  // Also `bits_per_second` and `bogo-ops-per-second-usr-sys-time`
  /(?<![A-Za-z])per[ _-](?:sec(?:ond)?|minute)(?![A-Za-z])/i,
  /(?<![\w./])(?:[pnuµμm]?s(?:ec)?|B|bytes|cycles|allocs?|time)\s?\/\s?(?:op|iter|iteration|call|loop|run|req|request|elem|element|byte|item|row)s?(?![\w/])/i,
  /(?<![\w.-])(?:p(?:50|75|9\d|99\d?|99\.\d+)|percentiles?|\d\d(?:\.\d+)?th ?%)(?![\w.-])/i,
  /(?<![\w.-])(?:throughput|latenc(?:y|ies)|bandwidth|iops|MIPS)(?![\w.-])/i,
  // `Mean(ms)` and `Time (s)`, but no `target(s)`
  new RegExp(String.raw`\((?:${SHORT_TIME}|ms|msec|secs?|seconds?)\)|\s\(s\)`),
  /^\s*user\s+system\s+total\s+real\s*$/,
]

/** What benchmarks count by the thousand while they run for a time, and builds and tests do not. */
const MANY = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{4,})\s`
const LASTING = String.raw`\s${AMOUNT}\s?(?:${LONG_TIME})(?![\w/])`
const counted = (things: string, words: string) =>
  new RegExp(
    `^(?=.{0,500}${MANY}(?:${things})\\b).{0,500}(?<!(?:wait|sleep)\\w{0,3} )\\b(?:${words})${LASTING}`,
    'i',
  )

/** A line with one of these shows a measured value. */
const VALUES: RegExp[] = [
  new RegExp(String.raw`${AMOUNT}\s?[kKMGT]?\s?[A-Za-zµ#]{1,20}${PER_TIME}`),
  new RegExp(String.raw`\d[\d.,]*\s?(?:${SHORT_TIME})(?![\w/])`),
  // `ran for 10 s, did 12345 iterations`
  counted('iterations|loops', 'for|over|within'),
  counted('requests|operations|ops|transactions', 'in|for|over|within'),
  // `= 411.5/s`
  new RegExp(String.raw`= *${AMOUNT}/s(?![\w/.]|\s*[-+*])`),
  // `dist/min` is a path
  new RegExp(String.raw`${AMOUNT}\s?[kKMGT]?\s?(?:${THINGS})\s?/\s?(?:[nuµm]s|min|minutes?)(?![\w/.])`, 'i'),
  /\b(?:[tqr]ps|[kmgt]?flops?|fps)\b["']?\s*[:=]?\s*\d/i,
  new RegExp(String.raw`${AMOUNT}\s?[kKMGT]?\s?(?:[tqr]ps|[KMGT]?flops?|fps)\b`, 'i'),
  // `mean_ms: 12`, `"durationMs":12`, `lat (usec): 3`
  /(?:[_(]|(?<=[a-z]))(?:(?<=[_(])(?:ns|us|ms|[num]?secs?|seconds|nanos|micros|millis)|Ns|Us|Ms|Secs?|Seconds|Nanos|Micros|Millis)["')\]]*\s*[:=,]\s*["']?\d/,
  /\b(?:instructions|I +refs|cycles|(?:cache|branch)[- ]misses)["']?\s*[:=]\s*\d/i,
]

/** Two of these, each with a number, are a statistic of repeated measurements. */
const STATISTICS: RegExp[] = [
  /(?<![\w-])(?:mean|average|avg)(?![\w-])/i,
  /(?<![\w-])median(?![\w-])/i,
  /(?<![\w-])(?:std\.? ?dev|stdev|stddev|(?:standard )?deviation)(?![\w-])|±/i,
]

/**
 * How a program says how long it took as a whole, or waits: that is in the time of its process, too. `Compiled in 3 s`,
 * `took 12 ms`, `Total time: 3 s`, `(12 ms)`.
 */
const OWN_TIME =
  /(?:\b(?:in|took|takes?|after|for|every|within|about|than|timeout|timed out|wait(?:ing|ed)?|sleep(?:ing|s)?|delay(?:ed)?|interval|building|finished|done|elapsed|total|duration|uptime|(?:total|elapsed|wall|build|run|test|execution) (?:time|duration))\s*[:=]?\s*(?:of\s*)?|[([])$/i

const LONG = new RegExp(String.raw`${AMOUNT}\s?(?:${LONG_TIME})(?![\w/])(?<end>[)\]]?)`, 'g')

/** Whether the line has a time in s or ms that is not how long the program took. */
function hasTime(line: string): boolean {
  for (const { 0: found, index, groups } of line.matchAll(LONG)) {
    const before = line.slice(Math.max(0, index - 40), index)
    const isDecade = /^(?:19|20)\d\ds/.test(found)
    const isOwn = OWN_TIME.test(before) && (!/[([]$/.test(before) || groups?.end !== '')
    if (!isDecade && !isOwn) return true
  }
  return false
}

const NUMBERS = /(?<![\w.])[-+]?\d[\d.,]*/g
const numbersIn = (line: string): number => line.match(NUMBERS)?.length ?? 0

/** Below a heading are a rule and the first rows. */
const ROWS = 4

/** Whether both lines have as many cells, two at least, between the same characters. */
const isRowOf = (head: string, row: string) =>
  [',', ';', '\t', '|'].some(between => {
    const cells = head.split(between).length
    return cells > 1 && row.split(between).length === cells
  })

/** Whether a number stands on the line, or in the lines below it: several in one of them, or one below a heading. */
function hasNumbers(line: string, lines: string[], at: number): boolean {
  const words = line.replace(/\bp\d+(?:\.\d+)?\b|\b\d+th\b/gi, '')
  const least = (row: string) => (/:\s*$|^#/.test(line) || isRowOf(line, row) ? 1 : 2)
  return numbersIn(words) > 0 || lines.slice(at + 1, at + 1 + ROWS).some(row => numbersIn(row) >= least(row))
}

const cellsOf = (line: string): string[] => line.split(/[,;\t]/).map(cell => cell.trim())
const NUMBER = /^"?[-+]?\d[\d.]*(?:e[-+]?\d+)?"?$/i
/** Where the first column is of benchmarks, these are what was measured. */
const OF_BENCHMARKS = /^"?(?:mean|median|std_?dev|[nuµm]s)"?$/

/** Whether the line names the columns of the one below it, and one of them has times. */
function isHeadOfTimes(line: string, below = ''): boolean {
  const [names, cells] = [cellsOf(line), cellsOf(below)]
  if (!isRowOf(line, below) || names.some(name => NUMBER.test(name))) return false
  const isTime = (name: string) =>
    COLUMN.test(name) || (/^"?bench/i.test(names[0] ?? '') && OF_BENCHMARKS.test(name))
  return names.some((name, i) => isTime(name) && NUMBER.test(cells[i] ?? ''))
}

/** Characters at both ends that are looked at. */
const LOOKED_AT = 128 * 1024
const LONGEST_SHOWN = 80

/**
 * A line that shows a measured value, the first one, shortened; null for ordinary output. Linear in the length of the
 * text.
 */
export function measuredValue(text: string): string | null {
  const lines = tableLines(endsOfText(text, LOOKED_AT)).filter(line => line.trim() !== '')
  const statistics = new Set<RegExp>()
  const shows = (line: string, at: number) => {
    if (VALUES.some(sign => sign.test(line)) || isHeadOfTimes(line, lines[at + 1])) return true
    const signs = [...QUANTITIES, ...STATISTICS].filter(sign => sign.test(line))
    if (signs.length === 0 || !hasNumbers(line, lines, at)) return false
    for (const sign of signs) if (STATISTICS.includes(sign)) statistics.add(sign)
    return statistics.size > 1 || signs.some(sign => QUANTITIES.includes(sign))
  }
  // A plain time says least of what was measured.
  const found = lines.find(shows) ?? lines.find(hasTime)
  return found === undefined ? null : found.trim().replace(/\s+/g, ' ').slice(0, LONGEST_SHOWN)
}
