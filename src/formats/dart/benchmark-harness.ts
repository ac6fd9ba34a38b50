// The lines that Dart's benchmark_harness prints (https://pub.dev/packages/benchmark_harness): `Sort(RunTime): 12.3 us.`
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'

const RESULT = /^(?<name>\S.*)\(RunTime\): (?<time>[\d.,e+-]+) us\.$/
/** A line that is meant as one: a benchmark must not be lost because its line is damaged. */
const LIKE_RESULT = /\(RunTime\): .* us\.$/

export const benchmarkHarness: Format = {
  name: 'benchmark-harness',
  title: 'benchmark_harness (Dart)',
  recognises: text => text.includes('(RunTime): ') && /^\S.*\(RunTime\): [\d.,e+-]+ us\.\r?$/m.test(text),
  parse,
}

function parse(text: string, source: string): Parsed {
  const samples = text.split(/\r?\n/).flatMap((line, i) => {
    const where = `${source}, line ${i + 1}`
    const { name, time } = RESULT.exec(line)?.groups ?? {}
    if (name === undefined || time === undefined) {
      if (!LIKE_RESULT.test(line)) return []
      throw new InputError(`${where}: ${shown(line)} is not a result of benchmark_harness; run it again`)
    }
    return [{ name, metric: 'time', unit: 'us', better: 'lower' as const, runs: [[numberOf(time, where)]] }]
  })
  return { samples, failures: [], warnings: [] }
}
