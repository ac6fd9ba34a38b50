import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { displayWidth } from '../../src/report/words/visible-text.ts'
import { scratch, stableBench } from './command-line.ts'

const names = Array.from({ length: 20 }, (_, i) => `example.com/router:BenchmarkRoute/case-${i}`)

/** A samples document of twenty benchmarks, the first of them `factor` times as slow. */
function samples(directory: string, file: string, factor: number): string {
  const runs = (level: number) => Array.from({ length: 10 }, (_, run) => [level * (1 + 0.001 * (run % 3))])
  const benchmarks = names.map((name, i) => ({
    name,
    metric: 'time',
    unit: 'ns',
    better: 'lower',
    runs: runs(i === 0 ? 100 * factor : 100),
  }))
  writeFileSync(join(directory, file), JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks }))
  return file
}

describe('the report on a terminal', () => {
  const cwd = scratch()
  const sides = ['--baseline', samples(cwd, 'a.json', 1), '--candidate', samples(cwd, 'b.json', 1.5)]

  it('shows what moved and counts the rest; --all shows every row', async () => {
    const { stdout, stderr } = await stableBench(['compare', ...sides, '--fail-on', 'never'], { cwd })
    expect(stderr).toBe('')
    expect(stdout).toContain('BenchmarkRoute/case-0')
    expect(stdout).not.toContain('case-7')
    expect(stdout).toMatch(/^19 other rows: .*\(--all shows them\)$/m)
    const all = await stableBench(['compare', ...sides, '--all', '--fail-on', 'never'], { cwd })
    expect(all.stdout).toMatch(/^All names begin with example\.com\/router:BenchmarkRoute\/case-$/m)
    expect(all.stdout.match(/^\d+ +1\d\d/gm)).toHaveLength(20)
  })

  it('is as wide as COLUMNS says, and as its content without', async () => {
    const args = ['compare', ...sides, '--fail-on', 'never']
    const narrow = await stableBench(args, { cwd, env: { ...process.env, COLUMNS: '56' } })
    const figures = (text: string) => text.split('\n').filter(line => line.includes('regression'))
    expect(figures(narrow.stdout)[0]).not.toContain('→')
    const wide = await stableBench(args, { cwd })
    expect(figures(wide.stdout)[0]).toContain('→')
    for (const line of figures(narrow.stdout)) expect(displayWidth(line)).toBeLessThanOrEqual(56)
  })
})
