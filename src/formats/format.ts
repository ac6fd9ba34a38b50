// A format: how the output of one benchmark tool is recognised and read.
import type { Failure, Sample, Warning } from '../model/index.ts'

/**
 * What the output says to tell benchmarks of one name apart: their group, file, target or job. It counts only where names
 * collide (tell-apart.ts).
 */
type Placed = { place?: string }

/** `quotes`: whether the reason is text of the output, which may hold anything. */
export type ParsedFailure = Failure & Placed & { quotes?: true }

export type ParsedSample = Sample & Placed

/**
 * When the requests of a load ended, the failed ones as well, in milliseconds of the machine's clock; `since` when their times are
 * steady, −∞ where all count.
 */
export type TimedLoad = { ends: number[]; since: number }

/**
 * The content of one tool's output, before its units and values are checked. `requests`: how many requests a load generator
 * counted in all, the failed ones as well. `load`: where it says when they ended.
 */
export type Parsed = {
  samples: ParsedSample[]
  failures: ParsedFailure[]
  warnings: Warning[]
  requests?: number
  load?: TimedLoad
}

/** The text of the file of that name in the directory of an output; null where there is none that can be read. */
export type FileBeside = (name: string) => string | null

/**
 * One benchmark tool's output. `recognises` is cheap and says whether the text can only be this tool's;
 * `parse` throws an InputError that names `source` and what it found there. The first metric that a benchmark
 * lists is its primary one: the only one that gates by default.
 */
export type Format = {
  name: string
  title: string
  /** Whether the output shows the process of each measurement; else all of a file are of one process. */
  perProcess?: true
  /** Whether the measurements of a process stand in the order in which they were made. */
  inOrder?: true
  /** The remedy where the output is found on the standard error, for a tool that prints it there. */
  onStderr?: string
  recognises: (text: string) => boolean
  /** The text without values that no other tool prints: in a large output, other formats need not look at them. */
  withoutOwn?: (text: string) => string
  parse: (text: string, source: string, beside?: FileBeside) => Parsed
  /** The failures that only the standard output of a run shows, since the tool leaves what failed out of its results. */
  failuresIn?: (stdout: string) => ParsedFailure[]
  /**
   * Parses an output that may be too large for one text. Each piece is valid until the next one is read. Null where
   * only `parse` can read the output, or can say what is wrong with it.
   */
  stream?: (chunks: Iterable<Buffer>, source: string) => Parsed | null
}

/** Parameters as part of a benchmark's name. */
export type Parameters = (readonly [name: string, value: string])[]

const MOST_NAMED = 10

/** The name followed by its parameters in the given order, `sort (size=100, order=reverse)`; the name alone without any. */
export function withParameters(name: string, parameters: Parameters): string {
  if (parameters.length === 0) return name
  return `${name} (${parameters.map(([key, value]) => `${key}=${value}`).join(', ')})`
}

/** Names for a warning, each once, joined by commas, the first ten of them: `a, b, c and 140 more`. */
export function firstTen(names: Iterable<string>): string {
  const different = [...new Set(names)]
  const more = different.length - MOST_NAMED
  return `${different.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The warning that names things behind `said`; none where there are none. */
export function warningOf(code: string, said: string, names: Iterable<string>, remedy = ''): Warning[] {
  const all = [...names]
  return all.length === 0 ? [] : [{ code, message: `${said} ${firstTen(all)}${remedy}` }]
}
