// From runs to figures, promises and words.
import { describe, expect, it } from '@jest/globals'
import type { BlockUse } from '../../../bench/isolation/cpu-use.ts'
import { foreignLoadOf } from '../../../bench/isolation/foreign-load.ts'
import type { Method } from '../../../bench/isolation/methods.ts'
import type { Cell } from '../../../bench/isolation/rounds.ts'
import {
  coefficientOfVariation,
  robustVariation,
  variationRatioInterval,
} from '../../../bench/isolation/spread.ts'
import { cellTable, foreignWords } from '../../../bench/isolation/tables.ts'
import { heldTargets } from '../../../bench/isolation/targets.ts'

const around = (centre: number, spread: number, runs = 30) =>
  Array.from({ length: runs }, (_, i) => centre + spread * ((i % 5) - 2))

function cell(workload: Cell['workload'], method: Method['name'], spread: number, runs: number): Cell {
  const counts = { migrations: method === 'isolated' ? 0 : 60, voluntary: 90, involuntary: 300, repeated: 0 }
  return { workload, method, milliseconds: around(method === 'idle' ? 100 : 200, spread, runs), ...counts }
}

const cellsWith = (isolated: number, idle = 1, runs = 30) =>
  (['cpu', 'memory', 'bursty'] as const).flatMap(workload => [
    cell(workload, 'idle', idle, runs),
    cell(workload, 'plain', 20, runs),
    cell(workload, 'taskset', 10, runs),
    cell(workload, 'isolated', isolated, runs),
  ])

const overhead = { outsideMs: 11, share: 0.002 }
const block = (others: number, steal = 0): BlockUse => ({
  during: 'plain',
  used: { ours: 1, kernel: 0, others, steal },
})

describe('the figures of a benchmark', () => {
  it('are the CV of its runs, and one that an outlier does not move', () => {
    expect(coefficientOfVariation([90, 100, 110])).toBeCloseTo(0.1, 12)
    expect(robustVariation([90, 100, 110, 1000])).toBeCloseTo((1.4826 * 10) / 105, 3)
  })

  it('bracket the ratio of two variations', () => {
    const [low, high] = variationRatioInterval(around(100, 1), around(100, 5))
    expect(low).toBeLessThan(0.2)
    expect(high).toBeGreaterThan(0.2)
    expect(high).toBeLessThan(0.4)
  })

  it('stand in a table with the slowdown against the idle machine and the counts of a run', () => {
    const [, , plain = ''] = cellTable(cellsWith(1)).split('\n').slice(1)
    expect(plain.split('|').map(each => each.trim())).toEqual([
      '',
      '',
      'plain',
      '200.0 ms',
      '2.00 ×',
      '14.4 %',
      '14.8 %',
      '2.0',
      '10.0',
      '3.0',
      '',
    ])
  })
})

describe('the promises', () => {
  // A state follows from the ratio alone, and that of five such runs is that of thirty. Only intervals need all of them.
  const states = (isolated: number, disturbed: boolean) =>
    heldTargets(cellsWith(isolated, 1, 5), overhead, disturbed).map(({ state }) => state)

  it('are met by a fifth of the plain variation, no migrations and little overhead', () => {
    expect(states(3.9, false)).toEqual(Array.from({ length: 11 }, () => 'met'))
  })

  it('cannot be judged where the machine at rest misses them', () => {
    const restless = heldTargets(cellsWith(4.1, 2.1), overhead, false).filter(each => each.state !== 'met')
    expect(restless.map(({ state }) => state)).toEqual(['restless', 'restless', 'restless'])
    expect(restless[0]?.found).toBe('0.205 (0.167–0.250), at rest 0.210')
  })

  it('are missed by more than that', () => {
    expect(states(4.1, false).filter(state => state === 'missed')).toHaveLength(3)
    expect(states(11, false).filter(state => state === 'missed')).toHaveLength(6)
  })

  it('are no verdict on a machine that others used meanwhile', () => {
    const found = states(11, true)
    expect(found.filter(state => state === 'disturbed')).toHaveLength(6)
    expect(found).not.toContain('missed')
  })

  it('do not take migrations that the kernel does not count for none', () => {
    const uncounted = cellsWith(1, 1, 5).map(each => ({ ...each, migrations: null }))
    const targets = heldTargets(uncounted, overhead, false).filter(({ name }) => name.includes('migrations'))
    expect(targets.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  })
})

describe('foreign load', () => {
  it('is what other processes or other guests used of the machine', () => {
    expect(foreignLoadOf([block(0.01), block(0.02), block(0.9)]).disturbed).toBe(false)
    expect(foreignLoadOf([block(0.3), block(0.2)]).disturbed).toBe(true)
    expect(foreignLoadOf([block(0, 0.3), block(0, 0.2)]).disturbed).toBe(true)
  })

  it('is said with its size', () => {
    expect(foreignWords(foreignLoadOf([block(0.3), block(0.5)]))).toMatch(
      /^\*\*Disturbed by foreign load\*\*: other processes used 0\.40 CPUs \(at most 0\.50; plain 0\.40\)/,
    )
  })
})
