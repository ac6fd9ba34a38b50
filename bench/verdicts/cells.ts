// The situations that are tried: every cell is one kind of noise with one design, under several true changes.
import { FAMILIES, type Family, type Noise } from './noise.ts'

export type Design = 'interleaved' | 'stored'

export type Cell = {
  key: string
  design: Design
  /** null: the runs that this machine made of the demo program, drawn anew for every case. */
  noise: Noise | null
  /** Stored sessions; 0 when interleaved. */
  stored: number
  /** True changes of the candidate, as fractions. */
  shifts: number[]
  /** Benchmarks in a comparison. */
  benchmarks: number
  /** Set where something else is tried than a comparison with ten or twenty runs a side. */
  trial?: 'advice' | 'unequal'
  /** The grade of the testbed of stored sessions; tuned if absent. */
  grade?: 'untuned'
  /** Runs a side where they differ, and the sd of the candidate's runs where that does. */
  unequal?: { baseline: number; candidate: number; candidateSd?: number }
}

/** Runs a side where one look is planned, and at each of those that `ab` plans. */
export const RUNS = { one: 10, looks: [5, 7, 10, 14, 20] }

export const MOST_RUNS = Math.max(...RUNS.looks)

export const SHIFTS = [0, 0.01, 0.02, 0.03, 0.05, 0.1]

const percent = (value: number) => `${+(100 * value).toFixed(2)}`

function interleaved(family: Family, runSd: number, shifts: number[], withinSd = 0.03): Cell {
  const key = `interleaved ${family} run ${percent(runSd)} within ${percent(withinSd)}`
  const noise = { family, runSd, withinSd, sessionSd: 0 }
  return { key, design: 'interleaved', noise, stored: 0, shifts, benchmarks: 1 }
}

function stored(family: Family, runSd: number, sessionSd: number, sessions: number): Cell {
  const key = `stored ${family} run ${percent(runSd)} session ${percent(sessionSd)} K ${sessions}`
  const noise = { family, runSd, withinSd: 0.03, sessionSd }
  // A single session cannot show 5 %.
  const shifts = [0, 0.02, sessions === 1 ? 0.1 : 0.05]
  return { key, design: 'stored', noise, stored: sessions, shifts, benchmarks: 1 }
}

/** The run sd of the cells in which the power is promised, and which the rivals see. */
export const HEADLINE_SD = 0.005

/** No change, the band (where "no change" is wrong as easily as it can be), and the change that has to be found. */
const FEW_SHIFTS = [0, 0.02, 0.05]

const isPlain = (family: Family) => family === 'clean' || family === 'contaminated'

const headline = FAMILIES.map(family =>
  interleaved(family, HEADLINE_SD, isPlain(family) ? SHIFTS : FEW_SHIFTS),
)
const noisy = FAMILIES.map(family => interleaved(family, 0.03, [0, 0.02]))
const quiet = interleaved('clean', 0.003, [0, 0.02])
const middle = interleaved('clean', 0.01, FEW_SHIFTS)
const within = [0.01, 0.05].map(sd => interleaved('clean', HEADLINE_SD, [0, 0.02], sd))

export const interleavedCells: Cell[] = [...headline, ...noisy, quiet, middle, ...within]

const SESSIONS = [1, 3, 10]

/** Quiet sessions and the noisiest for which a promise is made; noisy runs too in the families it is made for. */
export const storedCells: Cell[] = FAMILIES.flatMap(family =>
  SESSIONS.flatMap(sessions => [
    stored(family, HEADLINE_SD, 0.002, sessions),
    stored(family, HEADLINE_SD, 0.01, sessions),
    ...(isPlain(family) ? [stored(family, 0.03, 0.01, sessions)] : []),
  ]),
)

/** Twenty benchmarks in one comparison, none of which changed. */
export const familyCells: Cell[] = FAMILIES.map(family => ({
  ...interleaved(family, HEADLINE_SD, [0]),
  key: `20 benchmarks ${family} run ${percent(HEADLINE_SD)}`,
  benchmarks: 20,
}))

export const realCell: Cell = {
  key: 'real A/A',
  design: 'interleaved',
  noise: null,
  stored: 0,
  shifts: [0, 0.02, 0.05, 0.1],
  benchmarks: 1,
}

/** The cells that the rivals see: the first two stand for clean and for contaminated noise in the table. */
export const rivalCells: Cell[] = [
  ...headline,
  interleaved('clean', 0.01, [0]),
  interleaved('clean', 0.03, [0]),
  realCell,
  stored('clean', HEADLINE_SD, 0.01, 10),
]
