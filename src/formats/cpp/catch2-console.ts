// The tables that Catch2 prints, one per test case or section, with the names of those above it.
import { InputError } from '../../model/index.ts'
import type { Parsed, ParsedFailure } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { brokeOff } from '../output-problems.ts'
import { hasLine, tableLines } from '../plain-text.ts'

const TIME = String.raw`\d[\d.,e+-]* (?:ns|us|ms|s|m)`
const HEADER = /^benchmark name +samples +iterations +(?:est(?:imated| run time)|mean) *$/
/** With --benchmark-no-analysis the time is the mean, else an estimate of the time that the benchmark will take. */
const ROW = new RegExp(`^(?<name>.*?) +\\d+ +\\d+ +(?<time>${TIME}) *$`)
const BOUNDS = new RegExp(`^ +(?<time>${TIME}) +${TIME} +${TIME} *$`)
const FAILED = /^(?<name>.*?) +Benchmark failed \((?<error>.*?)\)? *$/
const HEAD = /^ +(?:mean +low mean|std dev +low std dev) /
const HINT = 'run it with --reporter xml'
/** With room for names whose letters are not one byte each: Catch2 counts bytes. */
const NAME_WIDTH = 45
const RULE = /^-{79}$/
const END = /^(?:test cases: |All tests passed|No tests? )/

/** Whether one of its tables is in the text, coloured or not. */
export const isConsole = (text: string) => hasLine(text, 'benchmark name ', HEADER)

type ConsoleReading = Pick<Parsed, 'samples' | 'failures'> & {
  /** The names of the test case and its sections, which stand between two rules; `inPath` between those. */
  path: string[]
  inPath: boolean
  inTable: boolean
  hasAnalysis: boolean
  /** Lines of a name that is too long for its column. */
  nameLines: string[]
  /** The benchmark whose mean comes next. */
  awaited: string | null
  hasEnd: boolean
}

/** Reads the tables. An output that breaks off gets a warning. */
export function parseConsole(text: string, source: string): Parsed {
  const reading: ConsoleReading = {
    ...{ samples: [], failures: [] },
    ...{ path: [], inPath: false, inTable: false, hasAnalysis: true },
    ...{ nameLines: [], awaited: null, hasEnd: false },
  }
  for (const [i, line] of tableLines(text).entries()) {
    if (reading.inTable) readTableLine(reading, line, `${source}, line ${i + 1}`)
    else readOtherLine(reading, line)
  }
  const { samples, failures, hasEnd } = reading
  const warnings = hasEnd ? [] : [brokeOff('catch2-no-end', source, 'test cases')]
  return { samples, failures, warnings }
}

function readOtherLine(reading: ConsoleReading, line: string): void {
  if (HEADER.test(line)) {
    reading.inTable = true
    reading.hasAnalysis = !line.trimEnd().endsWith('mean')
    reading.nameLines = []
  } else if (RULE.test(line)) {
    reading.inPath = !reading.inPath
    if (reading.inPath) reading.path = []
  } else if (reading.inPath) reading.path.push(line.trim())
  else if (/: FAILED:$/.test(line)) addFailedTestCase(reading)
  else reading.hasEnd ||= END.test(line)
}

/** The failure of a test case, of which only the program's output says more. */
export const testCaseFailed = (name: string): ParsedFailure => ({
  name,
  reason: 'its test case failed; the output of Catch2 says why',
})

/** The test case may have ended before its later benchmarks. One that failed is in the list already. */
function addFailedTestCase({ failures, path }: ConsoleReading): void {
  const name = path.join('/')
  if (failures.some(each => each.name === name || each.name.startsWith(`${name}/`))) return
  failures.push(testCaseFailed(name))
}

function readTableLine(reading: ConsoleReading, line: string, where: string): void {
  const { name = '', time, error } = (FAILED.exec(line) ?? ROW.exec(line))?.groups ?? {}
  if (error !== undefined) {
    const reason = `it failed: ${error}`
    reading.failures.push({ name: takeName(reading, name), reason, quotes: true })
  } else if (time !== undefined) {
    reading.awaited = takeName(reading, name)
    if (!reading.hasAnalysis) readMean(reading, time, where)
  } else {
    const mean = BOUNDS.exec(line)?.groups?.time
    if (mean !== undefined) readMean(reading, mean, where)
    else readNameLine(reading, line, where)
  }
}

/** The end of a name ends its lines. */
function takeName(reading: ConsoleReading, end: string): string {
  const name = [...reading.nameLines, end.trim()].join(' ').trim()
  reading.nameLines = []
  return [...reading.path, name].join('/')
}

/** Benchmarks are separated by lines of spaces; an empty line ends the table. Lines of a name have nothing behind it. */
function readNameLine(reading: ConsoleReading, line: string, where: string): void {
  const isBlank = line.trim() === ''
  if (reading.awaited !== null && isBlank)
    throw new InputError(`${where}: '${reading.awaited}' has no mean above this line; ${HINT}`)
  if (line === '') reading.inTable = false
  else if (isBlank) reading.nameLines = []
  else if (!RULE.test(line) && !HEAD.test(line)) {
    if (line.slice(NAME_WIDTH).trim() !== '')
      throw new InputError(`${where}: ${shown(line.trim())} is not a row of a table of Catch2; ${HINT}`)
    reading.nameLines.push(line.trim())
  }
}

/** The first line below a benchmark has its mean, the next one the standard deviation. */
function readMean(reading: ConsoleReading, time: string, where: string): void {
  const { awaited: name, samples } = reading
  if (name === null) return
  const [value, unit = ''] = time.split(' ')
  const runs = [[numberOf(value, where)]]
  samples.push({ name, metric: 'time', unit: unit === 'm' ? 'min' : unit, better: 'lower', runs })
  reading.awaited = null
}
