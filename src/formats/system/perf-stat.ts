// perf stat -x, and -j, with -o FILE (https://man7.org/linux/man-pages/man1/perf-stat.1.html): one number per event, of all
// processes of the command together. With -r it is a mean.
import { InputError, type Warning } from '../../model/index.ts'
import { type Format, type Parsed, warningOf } from '../format.ts'
import { hasKey, objectOf, shown } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'
import { numberOf } from '../numbers.ts'
import { TO_A_FILE } from '../output-problems.ts'
import { plainText } from '../plain-text.ts'

const HINT = 'run it with LC_ALL=C, -x, or -j, and -o FILE, and without -I, -A and --per-…'

/** Value, unit, event, with -r the variance, how long the event was counted, and in how much of the time. */
const LINE =
  /^(?<value>\d+(?:\.\d+)?|<not (?:counted|supported)>)(?<separator>[,;])(?<unit>[A-Za-z%/]*)\k<separator>(?<event>[A-Za-z].*?)\k<separator>(?:\d+\.\d+%\k<separator>)?\d+\k<separator>(?<share>\d{1,3}\.\d\d)(?:\k<separator>.*)?$/
const USUAL =
  /^(?:[\d.]+|<not \w+>)([,;])\w*\1(?:(?:task|cpu)-clock|cycles|instructions|branches|page-faults|duration_time)(?::\w+)?\1/m
const LIKE_LINE = /^\s*(?:(?:[\d.,]+|<not \w+>)[,;]|[^,;\s]+([,;])[A-Za-z%/]*\1[A-Za-z][\w:./=-]*\1)/

type Counter = { value: string; unit: string; event: string; share: number }

export const perfStat: Format = {
  name: 'perf-stat',
  title: 'perf stat -x, or -j',
  recognises,
  parse,
  onStderr: TO_A_FILE,
}

/** Any tool may print numbers between commas: without perf's first line, only usual events count. */
function recognises(text: string): boolean {
  if (hasKey(text, 'counter-value') && hasKey(text, 'event')) return true
  if (!/^# started on /m.test(text) && !USUAL.test(text)) return false
  // With -I a line begins with its time: such a report is recognised, and refused.
  const lines = plainText(text).split('\n')
  return lines.some(line => LINE.test(line.replace(/^ +\d+\.\d{9}[,;]/, '')))
}

function parse(text: string, source: string): Parsed {
  const lines = plainText(text).split('\n')
  const counters = lines.flatMap((line, i) => {
    const where = `${source}, line ${i + 1}`
    if (/^\s*\{.*"counter-value"/.test(line)) return [jsonCounter(line, where)]
    return line.startsWith('{') || !LIKE_LINE.test(line) ? [] : [lineCounter(line, where)]
  })
  if (counters.length === 0) throw new InputError(`${source}: has no counters of perf stat; ${HINT}`)
  // Only its end shows whether the last line is whole.
  if (lines.at(-1) !== '')
    throw new InputError(`${source}: looks truncated: its last line has no end; run it again`)
  assertUnique(counters, source)
  const counted = counters.filter(({ value }) => !value.startsWith('<'))
  return {
    samples: counted.map(({ event, unit, value }) => {
      return { name: 'command', metric: event, unit, better: 'lower', runs: [[numberOf(value, source)]] }
    }),
    failures: [],
    warnings: warningsOf(counters),
  }
}

function lineCounter(line: string, where: string): Counter {
  const { value, unit, event, share } = LINE.exec(line)?.groups ?? {}
  if (value === undefined || unit === undefined || event === undefined)
    throw new InputError(`${where}: ${shown(line)} is not a counter of a whole command; ${HINT}`)
  return { value, unit, event, share: numberOf(share, where) }
}

/** With -I, -A or --per-… a line has further keys, and the event several lines. */
function jsonCounter(line: string, where: string): Counter {
  const counter = tolerantJson(line, where, HINT)
  const { event, unit = '', 'counter-value': value, 'pcnt-running': share, interval } = objectOf(counter)
  const isNumber = typeof value === 'string' && /^\d+(?:\.\d+)?$|^<not (?:counted|supported)>$/.test(value)
  if (!isNumber || typeof event !== 'string' || typeof unit !== 'string' || interval !== undefined)
    throw new InputError(
      `${where}: is not a counter of a whole command: counter-value is ${shown(value)}; ${HINT}`,
    )
  return { value, unit, event, share: typeof share === 'number' ? share : 100 }
}

function assertUnique(counters: Counter[], source: string): void {
  const events = counters.map(({ event }) => event)
  const twice = events.find((event, i) => events.indexOf(event) !== i)
  if (twice === undefined) return
  throw new InputError(
    `${source}: the event ${shown(twice)} is in it twice, and perf stat is for one command; ${HINT}`,
  )
}

function warningsOf(counters: Counter[]): Warning[] {
  const missing = counters.filter(({ value }) => value.startsWith('<')).map(({ event }) => event)
  const shared = counters.filter(({ value, share }) => share < 100 && !value.startsWith('<'))
  const estimated =
    'events that perf counted for a part of the time only, so that their numbers are estimates; ask for fewer with -e:'
  return [
    ...warningOf('perf-event-left-out', 'events that perf did not count here:', missing),
    ...warningOf(
      'perf-estimated',
      estimated,
      shared.map(({ event }) => event),
    ),
  ]
}
