// The lines of Rust's own `#[bench]`, which criterion prints too with --output-format bencher: one number per benchmark.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed, ParsedFailure, ParsedSample } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { brokeOff } from '../output-problems.ts'
import { plainText } from '../plain-text.ts'

/** cargo says it on the standard error: `Running benches/a.rs (target/release/deps/a-0123456789abcdef)`. */
const TARGET = /^ *Running .*\((?:[^()]*[/\\])?(?<name>[^/\\()]+?)(?:-[0-9a-f]+)?(?:\.exe)?\)$/

/** The bench target that the line announces, undefined for any other line: two targets may have benchmarks of one name. */
export const cargoTarget = (line: string): string | undefined => TARGET.exec(line)?.groups?.name

const RESULT =
  /^test (?<name>.+?) +\.\.\. bench: +(?<time>[\d,]+(?:\.\d+)?) ns\/iter \(\+\/- [\d,.]+\)(?: = (?<rate>[\d,.]+) MB\/s)?$/
const UNREAD = /^test .+ \.\.\. bench: .*ns\/iter/
const FAILED = /^test (?<name>.+?) +\.\.\. (?:bench: )?FAILED$/

export const libtest: Format = {
  name: 'libtest',
  title: 'cargo bench (libtest)',
  recognises: text =>
    text.includes(' ns/iter (+/- ') &&
    /^test .+ \.\.\. bench: +[\d,.]+ ns\/iter \(\+\/- [\d,.]+\)/m.test(text),
  parse,
}

function samplesOf(
  { name = '', time = '', rate }: Record<string, string | undefined>,
  where: string,
): Sample[] {
  const runsOf = (text: string) => [[numberOf(text, where, 'thousands')]]
  const sample: Sample = { name, metric: 'time', unit: 'ns', better: 'lower', runs: runsOf(time) }
  if (rate === undefined) return [sample]
  const throughput = { name, metric: 'throughput', unit: 'MB/s', better: 'higher' } as const
  return [sample, { ...throughput, runs: runsOf(rate) }]
}

function parse(text: string, source: string): Parsed {
  const plain = plainText(text)
  const samples: ParsedSample[] = []
  const failures: ParsedFailure[] = []
  let target: { place?: string } = {}
  for (const [i, line] of plain.split('\n').entries()) {
    const place = cargoTarget(line)
    if (place !== undefined) target = { place }
    const where = `${source}, line ${i + 1}`
    const result = RESULT.exec(line)?.groups
    if (result) samples.push(...samplesOf(result, where).map(sample => ({ ...sample, ...target })))
    else if (UNREAD.test(line))
      throw new InputError(`${where}: ${shown(line)} is not a result of libtest; run it again`)
    const failed = FAILED.exec(line)?.groups?.name
    if (failed !== undefined)
      failures.push({ name: failed, reason: 'the benchmark failed; its output says why', ...target })
  }
  const count = (pattern: RegExp) => plain.match(pattern)?.length ?? 0
  const isCut = count(/^running \d+ tests?$/gm) > count(/^test result: .*finished in/gm)
  return {
    ...{ samples, failures },
    warnings: isCut ? [brokeOff('libtest-no-end', source, 'test result')] : [],
  }
}
