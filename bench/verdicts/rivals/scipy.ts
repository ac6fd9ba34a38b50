// Google Benchmark's compare.py and hyperfine's welch_ttest.py: their rules are single calls of scipy, made here.
import { fileURLToPath } from 'node:url'
import type { Said } from '../score.ts'
import {
  alarm,
  firstProcess,
  mean,
  median,
  type Pair,
  type Rival,
  runMedians,
  sum,
  type Tools,
} from './rival.ts'
import { runPython } from './run-python.ts'

const script = fileURLToPath(new URL('scipy_rules.py', import.meta.url))

type Sides = { baseline: number[]; candidate: number[] }

function pValues(tools: Tools, rule: string, sides: Sides[]): number[] {
  const size = (sides[0] as Sides).baseline.length
  const input = Buffer.from(
    new Float64Array(sides.flatMap(({ baseline, candidate }) => [...baseline, ...candidate])).buffer,
  )
  return runPython([script, rule, `${size}`], tools, input)
    .trim()
    .split('\n')
    .map(Number)
}

const sidesOf = ({ baseline, candidate }: Pair, values: (runs: number[][]) => number[]): Sides => ({
  baseline: values(baseline),
  candidate: values(candidate),
})

/** Both scripts call it a difference when p < 0.05. The direction is that of the middles that they print beside it. */
function judgeBy(rule: string, middle: (values: number[]) => number, otherwise: Said['call']) {
  return (sides: Sides[], tools: Tools): Said[] => {
    const p = pValues(tools, rule, sides)
    return sides.map(({ baseline, candidate }, i) =>
      (p[i] as number) < 0.05 ? { call: alarm(middle(candidate) / middle(baseline)) } : { call: otherwise },
    )
  }
}

const byCompare = judgeBy('google-benchmark', median, 'open')
const byWelch = judgeBy('hyperfine', mean, 'same')

export const googleBenchmark: Rival = {
  name: "Google Benchmark's compare",
  how: 'its rule: scipy `mannwhitneyu`, p < 5 % (google/benchmark 267a111, tools/gbench/report.py)',
  needs: 'python',
  slow: false,
  reads: { shipped: '30 repetitions in one process', 'per process': '10 run medians' },
  claimsNoChange: false,
  judge: async (pairs, feed, tools) => {
    const values = feed === 'shipped' ? firstProcess : runMedians
    return byCompare(
      pairs.map(pair => sidesOf(pair, values)),
      tools,
    )
  },
}

const totals = (runs: number[][]) => runs.map(sum)

export const hyperfine: Rival = {
  name: "hyperfine's Welch script",
  how: 'its rule: scipy `ttest_ind(equal_var=False)`, p < 5 % (sharkdp/hyperfine 327d5f4, scripts/welch_ttest.py)',
  needs: 'python',
  slow: false,
  reads: { shipped: '10 total times, one a process', 'per process': '10 run medians' },
  claimsNoChange: true,
  judge: async (pairs, feed, tools) => {
    const values = feed === 'shipped' ? totals : runMedians
    return byWelch(
      pairs.map(pair => sidesOf(pair, values)),
      tools,
    )
  },
}
