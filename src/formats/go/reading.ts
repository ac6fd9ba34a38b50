// The state of reading the output of go test -bench, and the names in it. go test appends `-8` to the name of a
// benchmark: GOMAXPROCS, left out when it is 1. A sub-benchmark called `size-8` looks just the same, so it takes more
// than one line to tell them apart.
import type { GoLog, GoName } from './collected.ts'

export type GoReading = {
  source: string
  log: GoLog
  /** The package whose output this is; `begun` by its header, `open` from its first line that counts to its end. */
  pkg: string | null
  begun: boolean
  open: boolean
  verdict: 'pass' | 'fail' | null
  /** PASS or FAIL stood outside of any benchmark: the following lines are from another process. */
  over: boolean
  /** Failures before this package. */
  earlier: number
  /** A benchmark without numbers so far; `suffixed` when its name was printed for the numbers to follow. */
  running: GoName | null
  /** Why the package failed: the first line that tells, or else the exit status. */
  cause: string | null
  exit: string | null
  /** The note (`file_test.go:12: text`) last printed; a failure is explained by one before (-v) or after it. */
  note: string | null
  explaining: boolean
}

export function startReading(source: string): GoReading {
  const log: GoLog = {
    ...{ results: [], benchmarks: new Map(), failures: [], announced: new Set(), skipped: [] },
    ...{ directions: new Map(), nameless: 0, endless: [], ended: 0 },
  }
  return {
    ...{ source, log, pkg: null, begun: false, open: false, verdict: null, over: false, earlier: 0 },
    ...{ running: null, cause: null, exit: null, note: null, explaining: false },
  }
}

export function addFailure(reading: GoReading, named: GoName, reason: string): void {
  reading.log.failures.push({ ...named, reason })
}

/** Gives up a benchmark whose name was printed without numbers: something else begins, so they will not follow. */
export function giveUpRunning(reading: GoReading): void {
  const { running } = reading
  if (running?.suffixed) {
    addFailure(reading, running, 'printed its name but no numbers: they are lost among other output')
  }
  reading.running = null
}

const SUFFIX = /^-[1-9]\d{0,3}$/

/**
 * The suffix (`-8`) that is GOMAXPROCS, '' for none. With -v the names are announced bare, which settles it. Otherwise
 * it is the common suffix of all lines of the file. After -cpu 1,2,4 they have no common suffix: then it is a part of
 * the names. `announced` holds scoped names.
 */
export function gomaxprocsOf(names: GoName[], announced: Set<string>): string {
  const suffixes = new Set(names.filter(each => each.suffixed).map(each => suffixOf(each, announced)))
  const [suffix = '', ...others] = suffixes
  return others.length === 0 ? suffix : ''
}

function suffixOf({ pkg, name }: GoName, announced: Set<string>): string {
  const at = name.lastIndexOf('-')
  if (at === -1 || (announced.size > 0 && announced.has(announcedKey(pkg, name)))) return ''
  const suffix = name.slice(at)
  return suffix === '-1' || !SUFFIX.test(suffix) ? '' : suffix
}

export const announcedKey = (pkg: string | null, name: string): string => `${pkg ?? ''} ${name}`

/** The name without the suffix, where it has one. */
export function withoutSuffix({ name, suffixed }: GoName, suffix: string): string {
  return suffixed && suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
}
