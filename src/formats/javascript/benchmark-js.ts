// The lines that benchmark.js makes of its results (https://benchmarkjs.com): `sort x 1,234 ops/sec ±1.2% (90 runs sampled)`.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'

const UNREAD = / x .*ops\/sec ±/
const RESULT = /^(?<name>.+) x (?<rate>[\d,]+(?:\.\d+)?) ops\/sec ±[\d.]+% \(\d+ runs? sampled\)$/

/** What String() makes of a benchmark that threw an Error: its name, and nothing of the error. */
const THREW = /^\S.*: $/

export const benchmarkJs: Format = {
  name: 'benchmark.js',
  title: 'benchmark.js',
  // Most texts are of another tool, and the search for a word is far quicker than that for a line.
  recognises: text =>
    text.includes(' ops/sec ±') && /^.+ x [\d,.]+ ops\/sec ±[\d.]+% \(\d+ runs? sampled\)\r?$/m.test(text),
  parse,
}

/** It stays a warning, and names nothing that was printed: a program may print such a line as a heading. */
function thrownIn(lines: string[]): Parsed['warnings'] {
  const count = lines.filter(line => THREW.test(line)).length
  const message = `names without a result, as of benchmarks that threw: ${count}; print event.target.error in their cycle`
  return count === 0 ? [] : [{ code: 'benchmark-js-threw', message }]
}

function parse(text: string, source: string): Parsed {
  const lines = text.split(/\r?\n/)
  const samples = lines.flatMap((line, i) => {
    const { name, rate } = RESULT.exec(line)?.groups ?? {}
    if (name === undefined || rate === undefined) {
      if (!UNREAD.test(line)) return []
      throw new InputError(
        `${source}, line ${i + 1}: ${shown(line)} is not a result of benchmark.js; run it again`,
      )
    }
    const runs = [[numberOf(rate, `${source}, line ${i + 1}`, 'thousands')]]
    return [{ name, metric: 'throughput', unit: 'ops/s', better: 'higher' as const, runs }]
  })
  return { samples, failures: [], warnings: thrownIn(lines) }
}
