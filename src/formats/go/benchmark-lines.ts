// The lines of a package's output that are about a benchmark: its name, its numbers, or its failure.
import { addResult } from './collected.ts'
import { addFailure, announcedKey, type GoReading, giveUpRunning } from './reading.ts'
import { announcedName, type GoValues, readGoLine } from './result-line.ts'

const NOTE = /^ {4}\S+\.go:\d+: /
const CAUSE = /^(?:panic: |fatal error: |signal: )/
const FAIL = '--- FAIL: '

/**
 * Reads a line of b.Log, b.Error or b.Fatal; false for any other line. With -v it stands before the failure, else
 * behind.
 */
export function readNote(reading: GoReading, line: string): boolean {
  if (!line.startsWith('    ') || !NOTE.test(line)) return false
  const failure = reading.explaining ? reading.log.failures.at(-1) : undefined
  if (failure) failure.reason = line.trim()
  else reading.note = line.trim()
  return true
}

/** `--- FAIL: BenchmarkX`; a failed test is the reason why the package's benchmarks never ran. */
export function readReport(reading: GoReading, line: string): boolean {
  const [, what, name] = /^\s*--- (FAIL|SKIP|BENCH): (\S+)/.exec(line) ?? []
  if (!what || !name) return false
  const isBenchmark = name.startsWith('Benchmark')
  const { pkg, log } = reading
  // With -v the name is printed bare, or else with GOMAXPROCS; without, it is bare at the start of a line.
  const isVerbose = log.announced.size > 0
  const named = { pkg, name, suffixed: isVerbose && !log.announced.has(announcedKey(pkg, name)) }
  if (what !== 'BENCH' && !isOf(reading, name)) giveUpRunning(reading)
  if (what === 'FAIL' && isBenchmark) fail(reading, named)
  if (what === 'FAIL' && !isBenchmark) reading.cause ??= line.trim()
  if (what === 'SKIP' && isBenchmark) log.skipped.push(named)
  if (what !== 'BENCH') reading.running = null
  return true
}

/** Whether a report is of the benchmark whose numbers are awaited, or of a part of it. */
function isOf({ running }: GoReading, name: string): boolean {
  return running !== null && name.startsWith(running.name.replace(/-\d+$/, ''))
}

function fail(reading: GoReading, named: Parameters<typeof addFailure>[1]): void {
  const isVerbose = reading.log.announced.size > 0
  addFailure(reading, named, (isVerbose && reading.note) || 'failed without a message')
  reading.explaining = !isVerbose
  reading.open = true
}

/** Everything else: an announcement, a result, a name that waits for its numbers, or the end of the process. */
export function readBenchmark(reading: GoReading, line: string): void {
  const { log, pkg } = reading
  const announced = announcedName(line)
  if (announced) {
    giveUpRunning(reading)
    log.announced.add(announcedKey(pkg, announced))
    begin(reading, announced, false)
    return
  }
  const found = readGoLine(line)
  if (found === null) {
    readCause(reading, line)
  } else if (found.values) {
    readResult(reading, found.name, found.values)
  } else if (found.name) {
    giveUpRunning(reading)
    begin(reading, found.name, true)
    readRest(reading, found.rest.trimStart())
  }
}

/** Numbers, of the benchmark whose name was printed last where they stand without a name. */
export function readResult(reading: GoReading, printed: string | null, values: GoValues): void {
  const { log, pkg, running } = reading
  const name = printed ?? (running?.suffixed ? running.name : null)
  if (printed) giveUpRunning(reading)
  if (name) {
    addResult(log, pkg, name, values)
    reading.running = null
  } else if (running === null) log.nameless++
  reading.open = true
}

function begin(reading: GoReading, name: string, suffixed: boolean): void {
  reading.running = { pkg: reading.pkg, name, suffixed }
  reading.open = true
}

function readRest(reading: GoReading, rest: string): void {
  if (rest.startsWith(FAIL) && reading.running) {
    fail(reading, reading.running)
    reading.running = null
  } else {
    readCause(reading, rest)
  }
}

function readCause(reading: GoReading, line: string): void {
  if (CAUSE.test(line)) reading.cause ??= line.trim()
  else if (/^exit status \S+$/.test(line)) reading.exit = line
}
