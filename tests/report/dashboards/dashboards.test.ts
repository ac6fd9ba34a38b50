// What dashboards get: golden text of each format, and names that try to become something else.
import { describe, expect, it } from '@jest/globals'
import type { Sample } from '../../../src/model/index.ts'
import { csv } from '../../../src/report/dashboards/csv.ts'
import { bencherMetrics, customBenchmarks, nyrkioResult } from '../../../src/report/dashboards/json.ts'
import { openMetrics } from '../../../src/report/dashboards/openmetrics.ts'
import { sample, session } from '../../compare/session.ts'
import { evidence } from '../../compare/warnings/judged-session.ts'
import { expectGolden } from '../golden.ts'
import { HOSTILE } from '../hostile-text.ts'

const throughput: Partial<Sample> = { metric: 'throughput', unit: 'B/s', better: 'higher' }
const revision = {
  commit: '4f1c2d9be07a5b36c8d9e0f1a2b3c4d5e6f70819',
  ref: 'main',
  dirty: false,
  repository: 'acme/rocket',
  address: 'https://git.example.com/acme/rocket',
}
const measured = session(
  [
    sample('parse/json', [1200.5, 1180, 1210.25]),
    sample('parse/json', [8e8, 8.1e8, 7.9e8], throughput),
    sample('sort, "stable"', [42, 44, 43]),
    sample('serve', [900, 905], { metric: 'requests', unit: 'ops/s', better: 'higher' }),
    sample('serve', [3e6, 4e6], { metric: 'p99 latency' }),
  ],
  { suite: 'core', revision, evidence: [evidence(undefined, { startedAt: '2026-11-20T03:00:00.000Z' })] },
)
const hostile = session(HOSTILE.map((name, i) => sample(`${name}${i}`, [1, 2, 3])))

describe('an export', () => {
  it.each([
    ['custom-smaller-is-better.json', () => customBenchmarks(measured, 'lower')],
    ['custom-bigger-is-better.json', () => customBenchmarks(measured, 'higher')],
    ['bencher.json', () => bencherMetrics(measured)],
    ['nyrkio.json', () => nyrkioResult(measured)],
    ['openmetrics.txt', () => openMetrics(measured)],
    ['export.csv', () => csv(measured)],
  ])('reads as %s does', (name, write) => {
    expectGolden(name, write())
  })

  it('is refused where the service could not use it', () => {
    const times = session([sample('a', [1, 2])], { source: 'r.json' })
    expect(() => customBenchmarks(times, 'higher')).toThrow(
      'r.json: holds no metric of which higher is better; write custom-smaller-is-better',
    )
    expect(() => nyrkioResult(times)).toThrow('r.json: has no commit, which Nyrkiö needs')
    const twins = session([
      sample('a', [1]),
      sample('a', [1], { metric: 'p 99' }),
      sample('a', [1], { metric: 'P/99' }),
    ])
    expect(() => bencherMetrics(twins)).toThrow("two metrics of a would be the measure 'p-99': rename 'P/99'")
  })

  it('is refused where two rows would have one name there', () => {
    const names = session([sample('a\tb', [1]), sample('a b', [2])], { source: 'r.json' })
    expect(() => openMetrics(names)).toThrow('r.json: time of a b would have the name of another row there')
    const metrics = [sample('a', [1]), sample('a', [1], { metric: 'p99' }), sample('a (p99)', [1])]
    const named = session(metrics, { revision, evidence: measured.evidence })
    for (const write of [nyrkioResult, (each: typeof named) => customBenchmarks(each, 'lower')])
      expect(() => write(named)).toThrow('time of a (p99) would have the name of another row there')
  })

  it('keeps every hostile name on its own line, inside its own quotes', () => {
    const lines = openMetrics(hostile).trimEnd().split('\n')
    expect(lines).toHaveLength(4 * (2 + HOSTILE.length) + 1)
    for (const line of lines.filter(each => !each.startsWith('#'))) {
      expect(line).toMatch(/^stable_bench_\w+\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\} [\d.e+-]+$/)
    }
    const fields = csv(hostile).match(/(?<=^|,|\r\n)(?:"(?:[^"]|"")*"|[^",\r\n]*)(?=,|\r\n)/g) ?? []
    expect(fields).toHaveLength(11 * (1 + HOSTILE.length))
    expect(csv(session([sample('=cmd()', [1])]))).toContain(",'=cmd(),")
  })
})
