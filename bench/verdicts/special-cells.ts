// Situations that once had faults of their own: advice, load with a period, stored sessions of every number and noise,
// and sides that differ in their runs. Their runs have one measurement each, with the sd that a median of many would
// have.
import { type Cell, type Design, HEADLINE_SD } from './cells.ts'
import { FAMILIES, type Noise } from './noise.ts'

const percent = (value: number) => `${+(100 * value).toFixed(2)}`

const single = { withinSd: 0, measurements: 1, sessionSd: 0 }

function special(key: string, design: Design, noise: Omit<Noise, 'withinSd' | 'measurements'>): Cell {
  return { key, design, noise: { ...single, ...noise }, stored: 0, shifts: [0], benchmarks: 1 }
}

/** Every family, quiet and noisy; ten runs a side, and other numbers of clean ones. */
export const adviceCells: Cell[] = [
  ...FAMILIES.flatMap(family => [HEADLINE_SD, 0.03].map(runSd => [family, runSd, 10] as const)),
  ...[5, 20].map(runs => ['clean', 0.03, runs] as const),
].map(([family, runSd, runs]) => ({
  ...special(`advice ${family} run ${percent(runSd)} with ${runs} runs`, 'interleaved', {
    family,
    runSd,
    sessionSd: 0,
  }),
  trial: 'advice' as const,
  unequal: { baseline: runs, candidate: runs },
}))

export const PERIODS = [2, 3, 4, 5, 6, 7, 8]

export const periodicCells: Cell[] = PERIODS.map(period =>
  special(`periodic, one run in ${period}`, 'interleaved', {
    family: 'periodic',
    period,
    runSd: HEADLINE_SD,
    sessionSd: 0,
  }),
)

/** The session sds for which a promise is made, and one beyond them. */
export const STORED_SDS = { tuned: [0.002, 0.005, 0.01, 0.03], untuned: [0.002, 0.01, 0.03] } as const
export const PROMISED_SD = { tuned: 0.01, untuned: 0.03 } as const

const grades = ['tuned', 'untuned'] as const

export const gridCells: Cell[] = grades.flatMap(grade =>
  STORED_SDS[grade].flatMap(sessionSd =>
    [1, 2, 3, 4, 5, 7, 10].map(stored => ({
      ...special(`stored ${grade} session ${percent(sessionSd)} K ${stored}`, 'stored', {
        family: 'clean',
        runSd: HEADLINE_SD,
        sessionSd,
      }),
      stored,
      shifts: [0, 0.05],
      ...(grade === 'untuned' ? { grade } : {}),
    })),
  ),
)

export const unequalStoredCells: Cell[] = [
  [30, 5],
  [10, 5],
  [5, 30],
].flatMap(([baseline = 0, candidate = 0]) =>
  [0.01, 0.05].map(runSd => ({
    ...special(`stored ${baseline} runs against ${candidate}, run ${percent(runSd)} K 10`, 'stored', {
      family: 'clean',
      runSd,
      sessionSd: 0.005,
    }),
    stored: 10,
    unequal: { baseline, candidate },
  })),
)

/**
 * The side with fewer runs varies five times as much, and ten times with nearly equal numbers; with equal numbers that is
 * known not to hold.
 */
export const spreadCells: Cell[] = [
  [5, 10, 0.2],
  [5, 20, 0.2],
  [10, 20, 0.2],
  [10, 40, 0.2],
  [9, 10, 0.1],
  [10, 11, 0.1],
  [20, 21, 0.1],
  [10, 10, 0.2],
  [20, 20, 0.2],
].map(([baseline = 0, candidate = 0, sd = 0]) => ({
  ...special(`${baseline} runs of 1 % against ${candidate} of ${sd} %`, 'interleaved', {
    family: 'clean',
    runSd: 0.01,
    sessionSd: 0,
  }),
  trial: 'unequal' as const,
  unequal: { baseline, candidate, candidateSd: sd / 100 },
}))

export const specialCells = [
  ...adviceCells,
  ...periodicCells,
  ...gridCells,
  ...unequalStoredCells,
  ...spreadCells,
]
