// The lines that Dart's benchmark_harness prints (https://pub.dev/packages/benchmark_harness): `Sort(RunTime): 12.3 us.`
import type { Format, Parsed } from '../format.ts'

const RESULT = /^(?<name>\S.*)\(RunTime\): (?<time>\d+(?:\.\d+)?(?:e[+-]?\d+)?) us\.$/

export const benchmarkHarness: Format = {
  name: 'benchmark-harness',
  title: 'benchmark_harness (Dart)',
  recognises: text => text.includes('(RunTime): ') && /^\S.*\(RunTime\): [\d.e+-]+ us\.\r?$/m.test(text),
  parse,
}

function parse(text: string): Parsed {
  const samples = text.split(/\r?\n/).flatMap(line => {
    const { name, time } = RESULT.exec(line)?.groups ?? {}
    if (name === undefined || time === undefined) return []
    return [{ name, metric: 'time', unit: 'us', better: 'lower' as const, runs: [[Number(time)]] }]
  })
  return { samples, failures: [], warnings: [] }
}
