// Trends with a known course: machines, nights, steps, spikes, missing nights, and an analysis that knows them all.

import { analyseTrend } from '../../../src/history/analyse/analyse-trend.ts'
import type {
  ChangePoint,
  Night,
  SeriesAnalysis,
  Trend,
  TrendAnalysis,
  TrendSeries,
} from '../../../src/model/index.ts'

const DAY = 86_400_000
const START = Date.UTC(2025, 10, 20, 2)

/** Uniform numbers in (0, 1), the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
}

/** From night `at` on, the values of every series whose index has remainder `of[0]` modulo `of[1]` are `by` times. */
export type Step = { at: number; by: number; of: [number, number] }

export type Course = {
  benchmarks: number
  nights: number
  runs: number
  machines: string[]
  steps: Step[]
  /** Nights on which the kernel of the first machine changes. */
  kernels: number[]
  name: (index: number) => string
}

export const COURSE: Course = {
  benchmarks: 24,
  nights: 180,
  runs: 10,
  machines: ['bench-01'],
  steps: [],
  kernels: [],
  name: index => `${['json', 'regex', 'sql', 'http', 'fs', 'gc'][index % 6]}/case ${index}`,
}

function nightsOf({ nights, machines, kernels }: Course): Night[] {
  return Array.from({ length: nights * machines.length }, (_, i): Night => {
    const night = Math.floor(i / machines.length)
    const machine = machines[i % machines.length] ?? ''
    const kernel = i % machines.length === 0 ? kernels.filter(at => at <= night).length : 0
    return {
      id: `${1000 + i}-1-${machine}`,
      date: new Date(START + night * DAY + (i % machines.length) * 60_000).toISOString(),
      commit: (0xa1b2c3d4 + night * 7919).toString(16).padStart(8, '0').repeat(5),
      ref: 'refs/heads/main',
      tags: night % 45 === 40 ? [`v1.${Math.floor(night / 45)}.0`] : [],
      url: `https://github.com/example/app/actions/runs/${1000 + i}`,
      machine,
      fingerprint: `${machine}-${kernel}`,
      facts: { cpu: 'AMD EPYC 9354', kernel: `6.1.${100 + kernel}`, governor: 'performance' },
    }
  })
}

function changeOf(step: Step, course: Course, machine: number): ChangePoint {
  const count = course.machines.length
  const night = (at: number): number => Math.min(course.nights - 1, Math.max(0, at)) * count + machine
  const wide = Math.abs(step.by - 1) < 0.03 ? 2 : 0
  return {
    night: night(step.at),
    lastGood: night(step.at - 1),
    range: [night(step.at - wide), night(step.at + (wide >> 1))],
    ratio: step.by,
    interval: [step.by * 0.996, step.by * 1.004],
    direction: step.by > 1 ? 'worse' : 'better',
    testbedChanged: machine === 0 && course.kernels.includes(step.at),
  }
}

function seriesOf(
  course: Course,
  index: number,
  machine: number,
): { series: TrendSeries; analysis: SeriesAnalysis } {
  const random = seeded(1 + index * 31 + machine)
  const count = course.machines.length
  const start = 1e4 * 1.7 ** (index % 23) * (machine + 1)
  const noise = [0.003, 0.008, 0.02][index % 3] ?? 0.01
  const steps = course.steps.filter(({ of }) => index % of[1] === of[0]).sort((a, b) => a.at - b.at)
  const all = Array.from({ length: course.nights }, (_, night) => night)
  // A night in a hundred is missing, and one in a hundred is far off.
  const nights = all.filter(night => night === 0 || random() > 0.01)
  const spikes = nights.filter(() => random() > 0.99)
  const runs = nights.map(night => {
    const level = steps.reduce((value, { at, by }) => (at <= night ? value * by : value), start)
    const here = level * (1 + noise * normal(random)) * (spikes.includes(night) ? 1.12 : 1)
    return Array.from({ length: course.runs }, () =>
      Number((here * (1 + noise * normal(random))).toPrecision(6)),
    )
  })
  const ends = [0, ...steps.map(({ at }) => at), course.nights]
  let level = start
  const segments = ends.slice(0, -1).map((from, i) => {
    level *= i === 0 ? 1 : (steps[i - 1]?.by ?? 1)
    return { from: from * count + machine, to: ((ends[i + 1] ?? 0) - 1) * count + machine, level }
  })
  const series: TrendSeries = {
    benchmark: course.name(index),
    metric: index % 8 === 7 ? 'context-switches' : 'wall-time',
    unit: index % 8 === 7 ? '' : 'ns',
    better: 'lower',
    machine: course.machines[machine] ?? '',
    gates: index % 8 !== 7,
    nights: nights.map(night => night * count + machine),
    runs,
  }
  const changePoints = steps.map(step => changeOf(step, course, machine))
  const analysis = {
    changePoints,
    withdrawn: [],
    spikes: spikes.map(night => night * count + machine),
    segments,
    sinceRelease: null,
  }
  return { series, analysis }
}

/** A trend of this course with the analysis that it deserves. */
export function trendExample(change: Partial<Course> = {}): { trend: Trend; analysis: TrendAnalysis } {
  const course = { ...COURSE, ...change }
  const pairs = course.machines.flatMap((_, machine) =>
    Array.from({ length: course.benchmarks }, (_, index) => seriesOf(course, index, machine)),
  )
  return {
    trend: {
      suite: 'example app',
      repository: 'https://github.com/example/app',
      nights: nightsOf(course),
      series: pairs.map(({ series }) => series),
    },
    analysis: { series: pairs.map(({ analysis }) => analysis), disturbed: [] },
  }
}

/** Two commits and a machine change lately, an old improvement, two machines. */
export function eventfulExample(): { trend: Trend; analysis: TrendAnalysis } {
  return trendExample({
    machines: ['bench-01', 'bench-02'],
    kernels: [60, 170],
    steps: [
      { at: 60, by: 1.03, of: [1, 6] },
      { at: 100, by: 0.8, of: [2, 5] },
      { at: 170, by: 1.04, of: [3, 4] },
      { at: 173, by: 1.021, of: [4, 12] },
      { at: 175, by: 1.15, of: [0, 6] },
      { at: 176, by: 0.93, of: [5, 12] },
    ],
  })
}

/** One announced change that is not found any more. */
export function withdrawnExample(): { trend: Trend; analysis: TrendAnalysis } {
  const { trend, analysis } = trendExample({ benchmarks: 3 })
  const withdrawn = [
    {
      range: [90, 91] as [number, number],
      direction: 'worse' as const,
      ratio: 1.2,
      told: 95,
      isOver: false,
      over: null,
    },
  ]
  return { trend, analysis: { ...analysis, series: analysis.series.map(each => ({ ...each, withdrawn })) } }
}

/** Two neighbouring nights on which everything took longer, and a step that lasts, analysed as every night is. */
export function disturbedExample(): { trend: Trend; analysis: TrendAnalysis } {
  const { trend } = trendExample({
    kernels: [100],
    steps: [
      { at: 140, by: 1.25, of: [0, 1] },
      { at: 142, by: 0.8, of: [0, 1] },
      { at: 165, by: 1.1, of: [3, 8] },
    ],
  })
  return { trend, analysis: analyseTrend({ ...trend, releases: [], told: [] }).analysis }
}
