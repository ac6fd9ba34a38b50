// Reads the output of go test -bench line by line: headers, the end of each package, and the lines in between.
import { InputError } from '../../model/index.ts'
import { readBenchmark, readNote, readReport, readResult } from './benchmark-lines.ts'
import type { GoLog } from './collected.ts'
import { type PlainRow, plainRows } from './plain-row.ts'
import { addFailure, type GoReading, giveUpRunning, startReading } from './reading.ts'
import { isBuiltIn, readGoLine } from './result-line.ts'

const LAST_LINE = /^(?:PASS|FAIL|(?:ok {2}|FAIL)\t\S+(?:\t[\d.]+s| \[.+\]))$/

/** Throws an InputError for `Unit` lines that contradict each other. */
export function readGoLog(text: string, source: string): GoLog {
  const reading = startReading(source)
  const plainRow = plainRows(text)
  let start = 0
  for (;;) {
    const row = plainRow(start)
    const end = row ? row.end : text.indexOf('\n', start) + 1
    if (end === 0) break
    if (row) readRow(reading, row)
    else readLine(reading, text.slice(start, end - 1).replace(/\r$/, ''))
    start = end
  }
  readUnfinished(reading, text.slice(start))
  endPackage(reading, null)
  return reading.log
}

/** What `readLine` does with such a line. */
function readRow(reading: GoReading, row: PlainRow): void {
  reading.explaining = false
  if (reading.over) continuePackage(reading)
  readResult(reading, row.name, row)
  reading.note = null
}

function readLine(reading: GoReading, line: string): void {
  if (line === '' || readNote(reading, line)) return
  reading.explaining = false
  // Nearly all lines of a large output begin so, and no line of another kind does.
  const isOther = !line.startsWith('Benchmark')
  const known = isOther && (readHeader(reading, line) || readEnd(reading, line) || readReport(reading, line))
  // Reads outputs that were appended without their headers: the next process is of the same package.
  if (!known && reading.over && readGoLine(line) !== null) continuePackage(reading)
  if (!known) readBenchmark(reading, line)
  reading.note = null
}

function continuePackage(reading: GoReading): void {
  const { pkg } = reading
  endPackage(reading, null)
  reading.pkg = pkg
}

/**
 * Reads a last line without a line break. It is whole when it ends a package, or is a result in units seen before.
 * Otherwise it is only the first part of a line.
 */
function readUnfinished(reading: GoReading, line: string): void {
  if (line === '') return
  const { log } = reading
  const found = readGoLine(line)
  const unit = found?.values?.units.at(-1)
  const isResult = unit !== undefined && (isBuiltIn(unit) || log.directions.has(unit) || hasUnit(log, unit))
  const isWhole = isResult || LAST_LINE.test(line)
  if (!isWhole) log.endless.push(reading.pkg ?? 'the last package')
  if (isWhole || !found?.values) {
    readLine(reading, line)
  } else if (found.name) {
    giveUpRunning(reading)
    reading.running = { pkg: reading.pkg, name: found.name, suffixed: true }
  }
}

function hasUnit(log: GoLog, unit: string): boolean {
  return log.results.some(({ series }) => series.some(each => each.unit === unit))
}

function readHeader(reading: GoReading, line: string): boolean {
  const [, key, value] = /^(goos|pkg):\s*(\S+)/.exec(line) ?? []
  if (key && value) {
    // `goos` is the first line of a test binary, so a second one is from another process.
    if (reading.pkg !== null || (key === 'goos' && reading.begun)) endPackage(reading, null)
    reading.begun = true
    if (key === 'pkg') reading.pkg = value
    return true
  }
  const [, unit, pairs = ''] = /^Unit\s+(\S+)\s+(.*)/.exec(line) ?? []
  if (unit) readDirection(reading, unit, pairs)
  return unit !== undefined
}

function readDirection({ log, source }: GoReading, unit: string, pairs: string): void {
  const better = /(?:^|\s)better=(lower|higher)(?:\s|$)/.exec(pairs)?.[1]
  if (better !== 'lower' && better !== 'higher') return
  if ((log.directions.get(unit) ?? better) !== better)
    throw new InputError(
      `${source}: its Unit lines contradict each other: ${unit} is better=lower and better=higher; keep one of them`,
    )
  log.directions.set(unit, better)
}

/** `FAIL` alone ends the whole command, too: it counts only while a package is open. */
function readEnd(reading: GoReading, line: string): boolean {
  if (line === 'PASS' || line === 'FAIL') {
    if (reading.begun || reading.open) {
      reading.verdict = line === 'PASS' ? 'pass' : 'fail'
      // A running benchmark may print such a line itself.
      reading.over = reading.running === null
    }
    return true
  }
  const [, word, pkg] = /^(ok {2}|FAIL)\t(\S+)/.exec(line) ?? []
  if (!word || !pkg) return false
  reading.verdict = word === 'FAIL' ? 'fail' : 'pass'
  reading.pkg ??= pkg
  endPackage(reading, line)
  return true
}

/** Accounts for a benchmark without numbers, a failure that nothing else explains, and a missing end. */
function endPackage(reading: GoReading, line: string | null): void {
  const { log, running, verdict, pkg, begun, cause, exit, earlier } = reading
  const isExplained = log.failures.length > earlier
  if (verdict === 'pass') {
    giveUpRunning(reading)
  } else if (running && (running.suffixed || cause || !isExplained)) {
    addFailure(reading, running, cause ?? exit ?? 'the output ends before its numbers')
  } else if ((verdict === 'fail' || cause) && !isExplained) {
    const reason = [cause ?? exit, line?.replaceAll('\t', ' ')].filter(Boolean).join('; ')
    addFailure(reading, { pkg, name: '', suffixed: false }, reason || 'FAIL')
  }
  log.ended++
  if (verdict === null && begun) log.endless.push(pkg ?? 'the last package')
  Object.assign(reading, startReading(reading.source), { log, earlier: log.failures.length })
}
