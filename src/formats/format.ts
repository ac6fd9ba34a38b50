// A format: how the output of one benchmark tool is recognised and read.
import type { Failure, Sample, Warning } from '../model/index.ts'

/** What one tool's output says, before units and values are checked. */
export type Parsed = { samples: Sample[]; failures: Failure[]; warnings: Warning[] }

/**
 * One benchmark tool's output. `recognises` is cheap and says whether the text can only be this tool's;
 * `parse` throws an InputError that names `source` and what it found there. The first metric that a benchmark
 * lists is its primary one: the only one that gates by default.
 */
export type Format = {
  name: string
  title: string
  recognises: (text: string) => boolean
  parse: (text: string, source: string) => Parsed
}

const MOST_NAMED = 10

/** Names for a warning, each once, joined by commas, the first ten of them: `a, b, c and 140 more`. */
export function firstTen(names: Iterable<string>): string {
  const different = [...new Set(names)]
  const more = different.length - MOST_NAMED
  return `${different.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
