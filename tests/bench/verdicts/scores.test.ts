import { describe, expect, it } from '@jest/globals'
import { rate } from '../../../bench/rate-table.ts'
import { interleavedCells } from '../../../bench/verdicts/cells.ts'
import { bencher } from '../../../bench/verdicts/rivals/bencher.ts'
import { githubActionBenchmark } from '../../../bench/verdicts/rivals/github-action-benchmark.ts'
import { rivals } from '../../../bench/verdicts/rivals/index.ts'
import type { Feed, Pair, Rival, Tools } from '../../../bench/verdicts/rivals/rival.ts'
import { count, emptyTally, merged, type Score, type Tally } from '../../../bench/verdicts/score.ts'
import { METHODS, simulate } from '../../../bench/verdicts/simulate.ts'
import { heldTargets } from '../../../bench/verdicts/targets.ts'

const noTools: Tools = { benchstat: null, python: null, criterion: null, tachometer: null }

describe('a tally', () => {
  it('counts calls, intervals that hold the true change, and runs', () => {
    const tally = emptyTally()
    count(tally, { call: 'slower', interval: [1.01, 1.06], significant: true, runs: 10 }, 0.05)
    count(tally, { call: 'same', interval: [0.99, 1.01], significant: false, runs: 20 }, 0.05)
    count(tally, { call: 'open', interval: null }, 0.05)
    expect(tally).toEqual({
      ...emptyTally(),
      cases: 3,
      slower: 1,
      same: 1,
      open: 1,
      intervals: 2,
      covered: 1,
      significant: 1,
      runs: 30,
    })
    expect(merged(tally, tally)).toMatchObject({ cases: 6, slower: 2, covered: 2, runs: 60 })
  })

  it('gives a share with its 95 % Wilson interval', () => {
    const { share, low, high } = rate(5, 100)
    expect(share).toBe(0.05)
    expect(low).toBeCloseTo(0.02154, 4)
    expect(high).toBeCloseTo(0.11175, 4)
  })
})

describe('the promises', () => {
  const [cell] = interleavedCells
  const score = (more: Partial<Tally>): Score => ({
    cell: cell?.key as string,
    method: METHODS.oneLook,
    shift: 0,
    tally: { ...emptyTally(), cases: 20_000, intervals: 20_000, covered: 19_800, ...more },
  })
  const stateOf = (found: Score, name: string) =>
    heldTargets([found]).find(target => target.name === name)?.state

  it('are met, unclear or missed by the interval of what was found', () => {
    const name = 'false alarms, interleaved, clean'
    expect(stateOf(score({ significant: 200 }), name)).toBe('met')
    expect(stateOf(score({ significant: 295 }), name)).toBe('unclear')
    expect(stateOf(score({ significant: 400 }), name)).toBe('missed')
  })

  it('hold the coverage from below and, in clean noise, from above', () => {
    const [least, most] = [
      'interval coverage, clean, stable-bench, 10 runs',
      'interval coverage, clean, not too wide',
    ]
    expect(stateOf(score({ covered: 19_800 }), least)).toBe('met')
    expect(stateOf(score({ covered: 19_600 }), least)).toBe('missed')
    expect(stateOf(score({ covered: 19_800 }), most)).toBe('met')
    expect(stateOf(score({ covered: 19_990 }), most)).toBe('missed')
  })
})

describe('the rules that are applied here', () => {
  const runs = (...levels: number[]) => levels.map(level => [level - 1, level, level + 4])
  const pair = (more: Partial<Pair>): Pair => ({
    baseline: runs(100, 110),
    candidate: runs(100, 110),
    history: null,
    pages: null,
    ...more,
  })
  const callOf = async (rival: Rival, one: Pair, feed: Feed) =>
    (await rival.judge([one], feed, noTools))[0]?.call

  it("github-action-benchmark's compares the first process, or the median of all, with a ratio", async () => {
    const [at200, at110] = githubActionBenchmark as [Rival, Rival]
    // Means of the first process: 101 and 111, a ratio of 1.099; medians over processes: 105 and 160.
    const slow = pair({ candidate: runs(110, 210) })
    expect(await callOf(at110, slow, 'shipped')).toBe('open')
    expect(await callOf(at110, slow, 'per process')).toBe('slower')
    expect(await callOf(at200, slow, 'per process')).toBe('open')
    expect(await callOf(at200, pair({ candidate: runs(203, 203) }), 'shipped')).toBe('slower')
  })

  it("Bencher's alerts beyond the t quantile of the history's population sd", async () => {
    // Mean 100, population sd 2, 3 degrees of freedom: the limit is 100 + 2 · 4.5407 = 109.08.
    const history = { single: [98, 102, 98, 102], medians: [98, 102, 98, 102] }
    const found = (level: number) =>
      callOf(bencher, pair({ history, candidate: runs(level, level) }), 'per process')
    expect(await found(109)).toBe('open')
    expect(await found(109.2)).toBe('slower')
  })

  it('stand beside six programs and scripts, each with its source', () => {
    expect(new Set(rivals.map(rival => rival.name)).size).toBe(rivals.length)
    for (const { how } of rivals) expect(how).toMatch(/real|[0-9a-f]{7}/)
  })
})

describe('stable-bench', () => {
  it('finds what is there and nothing else in a handful of clean cases', () => {
    const [cell] = interleavedCells
    const scores = simulate(
      { ...(cell as NonNullable<typeof cell>), shifts: [0, 0.1] },
      { from: 0, to: 20, seed: 1, real: {} },
    )
    const tallyOf = (method: string, shift: number) =>
      scores.find(score => score.method === method && score.shift === shift)?.tally
    expect(tallyOf(METHODS.looks, 0)).toMatchObject({ cases: 20, slower: 0, faster: 0 })
    expect(tallyOf(METHODS.looks, 0.1)).toMatchObject({ cases: 20, slower: 20 })
    expect(tallyOf(METHODS.oneLook, 0.1)?.runs).toBe(200)
  })
})
