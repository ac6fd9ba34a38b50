// The histories that are tried: their noise, and the changes in them.
export const FAMILIES = ['independent', 'autocorrelated', 'spikes'] as const
/** Families of noise without a promise: the page documents how many alerts they cause. */
export const HARD_FAMILIES = ['wandering', 'strongly autocorrelated', 'noisier'] as const
export type Family = (typeof FAMILIES)[number] | (typeof HARD_FAMILIES)[number]

/** The values that all histories share. `sd` is the noise of a night: that of its log value. */
export const FIXED = {
  sd: 0.01,
  /** The AR(1) autocorrelation of neighbouring nights; none in the other families. */
  autocorrelation: { autocorrelated: 0.5, wandering: 0.9, 'strongly autocorrelated': 0.7 } as Partial<
    Record<Family, number>
  >,
  /** The share of the wandering family's variance that wanders; the rest is independent. */
  wandering: 0.5,
  /** From night `at` on the noise of the noisier family is so many times as large. */
  noisier: { at: 180, times: 4 },
  /** Single slow nights of the spikes family. */
  spikes: { share: 0.03, least: 0.05, most: 0.5 },
  /** A night's value without noise. */
  level: 1e6,
}

/** The level is multiplied by 1 + size from night `at` on, or bit by bit up to the last night (creep). */
export type Change = { at: number; size: number; kind: 'step' | 'creep' | 'testbed' }

export type Cell = {
  key: string
  family: Family
  nights: number
  changes: Change[]
}

const percent = (size: number) => `${+(100 * size).toFixed(1)} %`

function describe({ at, size, kind }: Change): string {
  if (kind === 'creep') return `creep of ${percent(size)}`
  return `${kind === 'testbed' ? 'testbed change' : 'step'} of ${percent(size)} at night ${at}`
}

function cell(family: Family, nights: number, changes: Change[]): Cell {
  const what = changes.length === 0 ? 'clean' : changes.map(describe).join(', ')
  return { key: `${family}, ${nights} nights, ${what}`, family, nights, changes }
}

export const SIZES = [0.01, 0.02, 0.05]
/** A finished series, and where its step is: in the middle, or with five nights at the new level. */
export const LOOK = { nights: 120, middle: 60, end: 115 }
export const YEAR = 365
/** A step in the replay comes after so many nights, and is waited for so long. */
export const WAIT = { at: 120, nights: 60 }

const step = (at: number, size: number): Change => ({ at, size, kind: 'step' })

export const cleanLooks = FAMILIES.map(family => cell(family, LOOK.nights, []))
export const middleSteps = FAMILIES.flatMap(family =>
  SIZES.map(size => cell(family, LOOK.nights, [step(LOOK.middle, size)])),
)
export const endSteps = FAMILIES.flatMap(family =>
  SIZES.map(size => cell(family, LOOK.nights, [step(LOOK.end, size)])),
)
/** 5 % in all, in as many small parts as there are nights. */
export const creeps = FAMILIES.map(family =>
  cell(family, LOOK.nights, [{ at: 0, size: 0.05, kind: 'creep' }]),
)
const moved: Change = { at: LOOK.middle, size: 0.03, kind: 'testbed' }
export const testbeds = FAMILIES.map(family => cell(family, LOOK.nights, [moved]))
export const testbedAndSteps = FAMILIES.map(family => cell(family, LOOK.nights, [moved, step(90, 0.02)]))

export const cleanYears = FAMILIES.map(family => cell(family, YEAR, []))
export const hardYears = HARD_FAMILIES.map(family => cell(family, YEAR, []))
export const waits = FAMILIES.flatMap(family =>
  SIZES.map(size => cell(family, WAIT.at + WAIT.nights, [step(WAIT.at, size)])),
)
/** A step that is announced, and then looked at every night for two months more. */
export const afterwards = FAMILIES.map(family => {
  const stepped = cell(family, WAIT.at + WAIT.nights, [step(WAIT.at, 0.05)])
  return { ...stepped, key: `${stepped.key}, announced` }
})
