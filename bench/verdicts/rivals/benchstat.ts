// benchstat, the real program: one invocation compares many benchmarks.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Runs } from '../cases.ts'
import type { Said } from '../score.ts'
import { alarm, allMeasurements, type Pair, type Rival, runMedians } from './rival.ts'
import { withFolder } from './with-folder.ts'

function goBenchText(sides: Runs[], values: (runs: Runs) => number[]): string {
  const lines = sides.flatMap((runs, i) =>
    values(runs).map(value => `BenchmarkCase${i} 1 ${value.toFixed(3)} ns/op`),
  )
  return `${lines.join('\n')}\n`
}

/** A line is name, sec/op, ±, sec/op, ±, change or ~, p. */
function saidOf(line: string): [string, Said] {
  const [name, before, , after, , change] = line.split(',') as [string, ...string[]]
  const said: Said = change === '~' ? { call: 'open' } : { call: alarm(Number(after) / Number(before)) }
  return [name, said]
}

function run(benchstatPath: string, pairs: Pair[], values: (runs: Runs) => number[], alpha: number): string {
  return withFolder(dir => {
    const [before, after] = [join(dir, 'base.txt'), join(dir, 'head.txt')]
    writeFileSync(
      before,
      goBenchText(
        pairs.map(pair => pair.baseline),
        values,
      ),
    )
    writeFileSync(
      after,
      goBenchText(
        pairs.map(pair => pair.candidate),
        values,
      ),
    )
    // Its warnings about few samples go to standard error.
    return execFileSync(benchstatPath, ['-format', 'csv', '-alpha', `${alpha}`, before, after], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  })
}

const atLevel = (name: string, alpha: number): Rival => ({
  name,
  how: `the real program, golang.org/x/perf/cmd/benchstat, \`-format csv -alpha ${alpha}\` (Mann-Whitney)`,
  needs: 'benchstat',
  slow: false,
  reads: { shipped: 'all 300 lines', 'per process': '10 lines, one a process' },
  claimsNoChange: false,
  judge: async (pairs, feed, tools) => {
    const values = feed === 'shipped' ? allMeasurements : runMedians
    const lines = run(tools.benchstat as string, pairs, values, alpha).split('\n')
    const said = new Map(lines.filter(line => /^Case\d+,/.test(line)).map(saidOf))
    return pairs.map((_, i) => said.get(`Case${i}`) as Said)
  },
})

/** At its default level, and at that of stable-bench. */
export const benchstat = [atLevel('benchstat', 0.05), atLevel('benchstat at 1 %', 0.01)]
