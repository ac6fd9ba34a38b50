import { bencher } from './bencher.ts'
import { benchstat } from './benchstat.ts'
import { criterion } from './criterion.ts'
import { githubActionBenchmark } from './github-action-benchmark.ts'
import { pyperf } from './pyperf.ts'
import type { Rival } from './rival.ts'
import { googleBenchmark, hyperfine } from './scipy.ts'
import { tachometer } from './tachometer.ts'

/** Everybody who is compared with, in the order of the table. */
export const rivals: Rival[] = [
  ...benchstat,
  pyperf,
  googleBenchmark,
  hyperfine,
  criterion,
  tachometer,
  ...githubActionBenchmark,
  bencher,
]
