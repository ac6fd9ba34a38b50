// The findings of an analysis of a trend, series by series. Nights are indices into `Trend.nights`.
import * as z from 'zod'
import { placementSchema } from './placement.ts'

const night = z.int().nonnegative()
const level = z.number().nonnegative()
const interval = z.tuple([level, level]).nullable()

const changePointSchema = z.object({
  night: night.describe('The first one at the new level.'),
  /** The last night of the series before it, or null where that is not known. */
  lastGood: night.nullable(),
  range: z.tuple([night, night]).describe('Credibly the first one is among these.'),
  ratio: level
    .nullable()
    .describe('The level after it over the level before it; null where that was 0.')
    // JSON has no infinity.
    .transform(ratio => ratio ?? Number.POSITIVE_INFINITY),
  interval,
  direction: z.enum(['worse', 'better']),
  /** Whether the machine's fingerprint changed within the range: then no commit is to blame by this alone. */
  testbedChanged: z.boolean(),
})

/** A level that changed. The ratio is one of values, not of log values. */
export type ChangePoint = z.infer<typeof changePointSchema>

const segmentSchema = z.object({ from: night, to: night, level })

/** Nights between two change points, both ends included, and their level in the series' unit. */
export type LevelSegment = z.infer<typeof segmentSchema>

const levelShiftSchema = z.object({ since: night, ratio: level, interval })

/** The level now against the level at an earlier night. */
export type LevelShift = z.infer<typeof levelShiftSchema>

const withdrawnSchema = z.object({
  range: z.tuple([night, night]).describe('Credibly its first night was among these.'),
  direction: z.enum(['worse', 'better']),
  ratio: level,
  told: night
    .nullable()
    .describe('The newest night when it was announced; null if that night is no longer kept.'),
  isOver: z.boolean().describe('Whether its level was back.'),
  over: night.nullable().describe('The night by which it was; null where that is gone.'),
})

/** A change that was announced and is not found any more. */
export type WithdrawnChange = z.infer<typeof withdrawnSchema>

const seriesAnalysisSchema = z.object({
  changePoints: z.array(changePointSchema),
  withdrawn: z.array(withdrawnSchema).describe('Announced changes that are not among the change points.'),
  /** Nights that are far from their neighbours and say nothing about the level. */
  spikes: z.array(night),
  segments: z.array(segmentSchema),
  /** Since the newest night with a release tag; null where there is none. */
  sinceRelease: levelShiftSchema.nullable(),
  creep: levelShiftSchema
    .optional()
    .describe(
      'Since the last change point, in even parts from night to night; absent where the level does not creep.',
    ),
  placement: placementSchema
    .optional()
    .describe('What the place of the code alone does; absent where no night has runs of several builds.'),
})

export type SeriesAnalysis = z.infer<typeof seriesAnalysisSchema>

const disturbedSchema = z.object({
  night,
  ratio: level.describe(
    'The median over the series of how much worse than the nights around it was; below 1, better.',
  ),
  series: z.int().positive().describe('How many series that is of.'),
})

/** A night on which most series of its machine moved together and moved back: not judged in any of them. */
export type DisturbedNight = z.infer<typeof disturbedSchema>

export const analysisSchema = z.object({
  series: z.array(seriesAnalysisSchema),
  disturbed: z.array(disturbedSchema),
})

/** `series[i]` is about `Trend.series[i]`. */
export type TrendAnalysis = z.infer<typeof analysisSchema>

/** The judged nights of the longest series, and how many are needed before changes are looked for. */
export type TooFewNights = { nights: number; needed: number }

/**
 * The smallest change for the worse in the middle of a series that would have been found, as a fraction; null where
 * none would have been. By the index of the series; only of `quietSeries`, and of many not of all.
 */
export type SmallestSteps = ReadonlyMap<number, number | null>

/** The series that gate, and in which neither a change nor a creep was found, by their index. */
export const quietSeries = (series: { gates: boolean }[], analysis: TrendAnalysis): number[] =>
  series.flatMap(({ gates }, i) => {
    const own = analysis.series[i]
    return gates && own?.changePoints.length === 0 && own.creep === undefined ? [i] : []
  })
