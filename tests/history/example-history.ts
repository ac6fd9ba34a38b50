// Histories as tests need them: nights with known values.
import { createHash } from 'node:crypto'
import { nightOfSession } from '../../src/history/store/night-of.ts'
import type { ChangePoint, SeriesAnalysis, Session, TrendHistory } from '../../src/model/index.ts'

const hex = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)

export const commitOf = (number: number) => hex(`commit ${number}`, 40)

/** When night `number` began: 3 in the morning, the first one on 1 October 2026. */
export const dateOf = (number: number) => new Date(Date.UTC(2026, 9, 1 + number, 3)).toISOString()

type Given = {
  suite?: string
  machine?: string
  fingerprint?: string
  kernel?: string
  /** How it was measured. */
  settings?: Record<string, string>
  values?: Record<string, number[][]>
}

/** The session of night `number`: two runs of each benchmark unless said otherwise. */
export function sessionOfNight(number: number, given: Given = {}): Session {
  const {
    suite = 'suite',
    machine = 'bench-1',
    kernel = '6.1',
    values = { parse: [[10, 11, 12], [20]] },
  } = given
  const facts = { machine, kernel, 'c-library': 'glibc 2.36', ...given.settings }
  const benchmarks = Object.entries(values).map(([name, runs]) => {
    return { name, metric: 'time', unit: 'ns', better: 'lower' as const, runs }
  })
  const evidence = [0, 1].map(run => ({
    startedAt: new Date(Date.parse(dateOf(number)) + run * 1000).toISOString(),
    wallTime: 1,
    userTime: 1,
    systemTime: 0,
    peakMemory: null,
    voluntarySwitches: null,
    involuntarySwitches: null,
    minorFaults: null,
    majorFaults: null,
  }))
  return {
    source: `night ${number}`,
    suite,
    tool: 'samples',
    revision: { commit: commitOf(number), ref: 'main', dirty: false },
    testbed: {
      grade: 'untuned',
      gradeReason: 'no hooks',
      fingerprint: given.fingerprint ?? hex(`${machine} ${kernel}`, 12),
      facts: { ...facts, grade: 'untuned' },
    },
    plan: null,
    order: null,
    evidence,
    warnings: [],
    failures: [],
    benchmarks,
  }
}

export const night = (number: number, given: Given = {}): TrendHistory =>
  nightOfSession(sessionOfNight(number, given))

type ExampleStep = {
  at: number
  range?: [number, number]
  before: number
  after: number
  testbedChanged?: boolean
}

/** An analysis with steps: one at `at`, found on nights `range`, from level `before` to `after`. */
export function stepAnalysis(nights: number, steps: ExampleStep[]): SeriesAnalysis {
  const changePoints = steps.map(
    ({ at, range = [at, at], before, after, testbedChanged = false }): ChangePoint => {
      const direction = after > before ? 'worse' : 'better'
      return {
        night: at,
        lastGood: at - 1,
        range,
        ratio: after / before,
        interval: null,
        direction,
        testbedChanged,
      }
    },
  )
  const starts = [0, ...steps.map(({ at }) => at)]
  const levels = [steps[0]?.before ?? 100, ...steps.map(({ after }) => after)]
  const segments = starts.map((from, i) => ({
    from,
    to: (starts[i + 1] ?? nights) - 1,
    level: levels[i] as number,
  }))
  return { changePoints, withdrawn: [], spikes: [], segments, sinceRelease: null }
}
