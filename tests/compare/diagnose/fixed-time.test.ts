import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { fixedTime } from '../../../src/compare/diagnose/fixed-time.ts'
import type { NoisySide } from '../../../src/compare/diagnose/row-noise.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { type SeededRandom, seededRandom } from '../../stats/seeded-random.ts'
import { sample, session } from '../session.ts'

const MS = 1e6
const RUNS = 10

/** One run in milliseconds, and millions of instructions where they are counted. */
type Run = { wall: number; cpu: number; instructions?: number }

function sideOf(runs: Run[]): NoisySide {
  const values = runs.map(run => run.wall * MS)
  const counted = runs.flatMap(run => run.instructions ?? [])
  const instructions = counted.length === runs.length ? counted : null
  const work = { cpuTime: runs.map(run => run.cpu * MS), instructions }
  return { runs: values.map(value => [value]), values, order: null, work }
}

type Program = (random: SeededRandom) => Run

const times = (program: Program, random: SeededRandom) =>
  sideOf(Array.from({ length: RUNS }, () => program(random)))

function warningOf(one: Program | null, other: Program, seed = 1) {
  const random = seededRandom(seed)
  return fixedTime({
    unit: 'ns',
    baseline: one && times(one, random),
    candidate: times(other, random),
    processFloor: MS,
  })
}

/** The start of a process, which every program has in its wall time: 0.1 ms either way. */
const start = (random: SeededRandom) => 1 + 0.1 * random.normal()

/** Waits for its deadline once its work is done. */
const paced =
  (cpu: number, sd = 0.01): Program =>
  random => ({ wall: 1000 + start(random), cpu: cpu * (1 + sd * random.normal()) })

/** Works until its deadline, at so many instructions per millisecond. */
const spinning =
  (rate: number, sd = 0.005): Program =>
  random => {
    const wall = 1000 + start(random)
    return { wall, cpu: wall - 0.5, instructions: rate * wall * (1 + sd * random.normal()) }
  }

/** Does fixed work in one thread; all noise of the CPU is in its wall time. */
const working =
  (cpu: number, sd: number): Program =>
  random => {
    const used = cpu * (1 + sd * random.normal())
    return { wall: used + start(random), cpu: used, instructions: cpu * 1000 }
  }

/** Does fixed work in four threads, and waits for the slowest one. */
const parallel =
  (cpu: number, sd: number): Program =>
  random => {
    const threads = Array.from({ length: 4 }, () => (cpu / 4) * (1 + sd * random.normal()))
    return { wall: Math.max(...threads) + start(random), cpu: threads.reduce((sum, each) => sum + each, 0) }
  }

const sleeping =
  (time: number): Program =>
  random => ({ wall: time + start(random), cpu: 1 + 0.1 * random.normal(), instructions: 0.2 })

describe('a program that runs for a fixed time', () => {
  it('is noticed by CPU time that differs between sides of equal wall time', () => {
    expect(warningOf(paced(300), paced(450))).toEqual({
      code: 'fixed-time',
      message: expect.stringMatching(
        /^the program seems to run for a fixed time: 100[01]\.\d ms on both sides, while its CPU time goes from \d+\.\d ms to 4\d+\.\d ms; give it a fixed amount of work, or let it print the results of its own measurements$/,
      ),
    })
  })

  it('is noticed by instructions, where they are counted, when it works all the time', () => {
    expect(warningOf(spinning(1000), spinning(700))?.message).toMatch(
      /on both sides, while the number of its instructions differs by (29|30|31) %/,
    )
  })

  it('is noticed alone by work that varies in the same wall time', () => {
    expect(warningOf(null, paced(400, 0.3))?.message).toMatch(
      /ms in every run, while its CPU time varies by \d+\.\d ms/,
    )
    expect(warningOf(null, spinning(1000, 0.2))?.message).toMatch(
      /in every run, while the number of its instructions/,
    )
  })

  it('is noticed with five runs of a side', () => {
    const side = (cpu: number) => sideOf([1, 2, 3, 4, 5].map(i => ({ wall: 500 + i / 10, cpu: cpu + i })))
    const row = { unit: 'ns', baseline: side(100), candidate: side(200), processFloor: 0 }
    expect(fixedTime(row)?.code).toBe('fixed-time')
  })

  it('stays unnoticed where its work is the same: nothing tells it from a steady one', () => {
    expect(warningOf(paced(300), paced(300))).toBeNull()
  })
})

describe('a program with a fixed amount of work', () => {
  const cases: [string, Program | null, Program][] = [
    ['works without noise to speak of', working(500, 0.0002), working(500, 0.0002)],
    ['works with noise', working(500, 0.02), working(500, 0.02)],
    ['became slower', working(500, 0.0002), working(520, 0.0002)],
    ['became half as fast', working(500, 0.001), working(1000, 0.001)],
    ['works in threads', parallel(2000, 0.01), parallel(2000, 0.01)],
    ['works in threads that hardly vary', parallel(2000, 0.0003), parallel(2000, 0.0003)],
    ['is stored', null, working(500, 0.02)],
    ['sleeps for 10 ms', sleeping(10), sleeping(10)],
    ['sleeps for a second', sleeping(1000), sleeping(1000)],
    [
      'sleeps for a second, another binary',
      sleeping(1000),
      random => ({ ...sleeping(1000)(random), instructions: 2 }),
    ],
    ['sleeps longer', sleeping(1000), sleeping(1100)],
  ]

  it.each(cases)('that %s is not taken for one', (_, one, other) => {
    const taken = Array.from({ length: 200 }, (_, seed) => warningOf(one, other, seed + 1)).filter(Boolean)
    expect(taken).toEqual([])
  })
})

it('nothing is said of times that are no wall times of processes', () => {
  const random = seededRandom(1)
  const sides = { baseline: times(paced(300), random), candidate: times(paced(450), random) }
  expect(fixedTime({ unit: 'ns', ...sides, processFloor: null })).toBeNull()
})

it('a comparison of timed processes says it on the row', () => {
  const timed = (cpu: number) =>
    session(
      [
        sample(
          'a',
          [1, 2, 3, 4, 5, 6].map(i => (1000 + i / 10) * MS),
          { metric: 'wall-time' },
        ),
        sample(
          'a',
          [1, 2, 3, 4, 5, 6].map(i => (cpu + i) * MS),
          { metric: 'user-time' },
        ),
        sample(
          'a',
          [1, 2, 3, 4, 5, 6].map(i => i * MS),
          { metric: 'system-time' },
        ),
      ],
      { tool: 'process' },
    )
  const { rows } = compareSessions({
    baselines: [timed(300)],
    candidates: [timed(600)],
    design: 'interleaved',
    policy: defaultPolicy,
    assumedGrade: 'untuned',
  })
  const warned = rows.filter(row => row.warnings.some(({ code }) => code === 'fixed-time'))
  expect(warned.map(row => row.metric)).toEqual(['wall-time'])
  expect(warned[0]?.warnings.find(({ code }) => code === 'fixed-time')?.message).toContain(
    'its CPU time goes from 307.0 ms to 607.0 ms',
  )
})
