// pyperf, the real program: `pyperf compare_to` over two suites of many benchmarks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Runs } from '../cases.ts'
import type { Said } from '../score.ts'
import { type Rival, runMedians } from './rival.ts'
import { runPython } from './run-python.ts'
import { withFolder } from './with-folder.ts'

/** A suite in pyperf's own format: values in seconds, per run. */
function suite(sides: Runs[]): string {
  const benchmarks = sides.map((runs, i) => ({
    metadata: { name: `case${i}`, unit: 'second' },
    runs: runs.map(values => ({ metadata: {}, values: values.map(value => value / 1e9) })),
  }))
  return JSON.stringify({ version: '1.0', benchmarks })
}

/** Significant benchmarks have a line of their own that ends in "slower" or "faster"; the others are listed. */
function saidOf(output: string, name: string): Said {
  const line = new RegExp(`^${name}: .*x (slower|faster)$`, 'm').exec(output)
  if (line) return { call: line[1] as 'slower' | 'faster' }
  return { call: 'open' }
}

export const pyperf: Rival = {
  name: 'pyperf',
  how: 'the real program, `python -m pyperf compare_to`, pyperf 2.10.0',
  needs: 'python',
  slow: true,
  reads: { shipped: 'all 300 values', 'per process': '10 values, one a process' },
  claimsNoChange: false,
  judge: async (pairs, feed, tools) => {
    const values = (runs: Runs) => (feed === 'shipped' ? runs : runMedians(runs).map(value => [value]))
    const output = withFolder(dir => {
      const [before, after] = [join(dir, 'base.json'), join(dir, 'head.json')]
      writeFileSync(before, suite(pairs.map(pair => values(pair.baseline))))
      writeFileSync(after, suite(pairs.map(pair => values(pair.candidate))))
      const args = ['-m', 'pyperf', 'compare_to', before, after]
      return runPython(args, tools)
    })
    const lines = new Map(output.split('\n').map(line => [line.slice(0, line.indexOf(':')), line]))
    const hidden = new Set(/not significant \(\d+\): (.*)$/m.exec(output)?.[1]?.split(', '))
    return pairs.map((_, i) => {
      const name = `case${i}`
      if (!hidden.has(name) && !lines.has(name)) throw new Error(`pyperf says nothing of ${name}`)
      return saidOf(lines.get(name) ?? '', name)
    })
  },
}
