// What has been read so far of the output of go test -bench.
import type { Better } from '../../model/index.ts'
import type { Named } from './gomaxprocs.ts'
import type { GoValue } from './result-line.ts'

/** Failures with an empty name are those of the package; `announced` holds the keys of names printed by -v. */
export type GoLog = {
  results: (Named & { values: GoValue[] })[]
  failures: (Named & { reason: string })[]
  announced: Set<string>
  skipped: Named[]
  directions: Map<string, Better>
  /** Packages that began and whose end is missing. */
  endless: string[]
}

export type Reading = {
  source: string
  log: GoLog
  /** The package whose output this is; `begun` by its header, `open` from its first line that counts to its end. */
  pkg: string | null
  begun: boolean
  open: boolean
  verdict: 'pass' | 'fail' | null
  /** Failures before this package. */
  earlier: number
  /** A benchmark without numbers so far; `suffixed` when its name was printed for the numbers to follow. */
  running: Named | null
  /** Why the package failed: the first line that tells, or else the exit status. */
  cause: string | null
  exit: string | null
  /** The note (`file_test.go:12: text`) last printed; a failure is explained by one before (-v) or after it. */
  note: string | null
  explaining: boolean
}

export function startReading(source: string): Reading {
  const log = {
    results: [],
    failures: [],
    announced: new Set<string>(),
    skipped: [],
    directions: new Map(),
    endless: [],
  }
  const closed = {
    pkg: null,
    begun: false,
    open: false,
    verdict: null,
    earlier: 0,
    running: null,
    cause: null,
    exit: null,
  }
  return { source, log, ...closed, note: null, explaining: false }
}

export function addFailure(reading: Reading, named: Named, reason: string): void {
  reading.log.failures.push({ ...named, reason })
}

/** A name was printed for numbers to follow, and now something else begins: they are not coming any more. */
export function giveUpRunning(reading: Reading): void {
  const { running } = reading
  if (running?.suffixed) {
    addFailure(reading, running, 'printed its name but no numbers: they are lost among other output')
  }
  reading.running = null
}
