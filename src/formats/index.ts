// The formats that are read, and the choice among them. To add one: CONTRIBUTING.md.
import { InputError } from '../model/index.ts'
import { jetpack } from './android/jetpack.ts'
import { catch2 } from './cpp/catch2.ts'
import { nanobench } from './cpp/nanobench.ts'
import { jmeter } from './csv/jmeter.ts'
import { benchmarkHarness } from './dart/benchmark-harness.ts'
import { samplesFormat } from './documents/samples.ts'
import { benchmarkDotNet } from './dotnet/benchmark-dotnet.ts'
import { benchee } from './elixir/benchee.ts'
import { gasSnapshot } from './ethereum/gas-snapshot.ts'
import { bencher } from './exchange/bencher.ts'
import { customResults } from './exchange/custom-results.ts'
import { nyrkio } from './exchange/nyrkio.ts'
import type { Format } from './format.ts'
import { goBench } from './go/bench.ts'
import { googleBenchmark } from './google-benchmark/read.ts'
import { hyperfine } from './hyperfine/read.ts'
import { benchmarkJs } from './javascript/benchmark-js.ts'
import { deno } from './javascript/deno.ts'
import { mitata } from './javascript/mitata.ts'
import { tinybench } from './javascript/tinybench.ts'
import { vitest } from './javascript/vitest.ts'
import { benchmarkTools } from './julia/benchmark-tools.ts'
import { jmh } from './jvm/jmh.ts'
import { kotlinxBenchmark } from './jvm/kotlinx-benchmark.ts'
import { k6 } from './k6/read.ts'
import { lit } from './llvm/lit.ts'
import { loadFormats } from './load/formats.ts'
import { ycsb } from './load/ycsb.ts'
import { bechamel } from './ocaml/bechamel.ts'
import { coreBench } from './ocaml/core-bench.ts'
import { type Pattern, patternFormat } from './pattern/read.ts'
import { phpbench } from './php/phpbench.ts'
import { asv } from './python/asv.ts'
import { pyperf } from './python/pyperf.ts'
import { pytestBenchmark } from './python/pytest-benchmark.ts'
import { benchmarkDriver } from './ruby/benchmark-driver.ts'
import { benchmarkIps } from './ruby/benchmark-ips.ts'
import { cargoCriterion, criterion } from './rust/criterion.ts'
import { divan } from './rust/divan.ts'
import { gungraun } from './rust/gungraun.ts'
import { libtest } from './rust/libtest.ts'
import { packageBenchmark } from './swift/package-benchmark.ts'
import { cachegrind } from './system/cachegrind.ts'
import { gnuTime } from './system/gnu-time.ts'
import { perfStat } from './system/perf-stat.ts'
import { ctest } from './testing/ctest.ts'
import { junit } from './testing/junit.ts'
import { trx } from './testing/trx.ts'
import { lighthouse } from './web/lighthouse.ts'
import { sizeLimit } from './web/size-limit.ts'
import { zbench } from './zig/zbench.ts'

export const formats: readonly Format[] = [
  samplesFormat,
  hyperfine,
  googleBenchmark,
  goBench,
  criterion,
  cargoCriterion,
  libtest,
  pyperf,
  pytestBenchmark,
  jmh,
  mitata,
  tinybench,
  vitest,
  customResults,
  bencher,
  asv,
  deno,
  benchmarkJs,
  divan,
  benchmarkDotNet,
  benchmarkTools,
  benchmarkHarness,
  catch2,
  nanobench,
  gnuTime,
  perfStat,
  k6,
  gungraun,
  junit,
  trx,
  ctest,
  phpbench,
  benchmarkIps,
  nyrkio,
  ...loadFormats,
  ycsb,
  jmeter,
  gasSnapshot,
  sizeLimit,
  lighthouse,
  jetpack,
  benchee,
  cachegrind,
  zbench,
  benchmarkDriver,
  kotlinxBenchmark,
  packageBenchmark,
  coreBench,
  bechamel,
  lit,
]

/** The format called `name`. Throws an InputError that lists the known ones. */
export function formatNamed(name: string): Format {
  const format = formats.find(each => each.name === name)
  if (format) return format
  const known = formats.map(each => each.name).join(', ')
  throw new InputError(`there is no format '${name}'; known are ${known}`)
}

/** The format that was asked for, by a pattern or by its name; null where it is to be recognised. Throws an InputError. */
export function askedFormat({ tool, pattern }: { tool: string; pattern?: Pattern }): Format | null {
  if (pattern === undefined) return tool === 'auto' ? null : formatNamed(tool)
  if (tool !== 'auto')
    throw new InputError(`pattern says how to read the results: leave out tool, which is '${tool}'`)
  return patternFormat(pattern)
}
