// `stable-bench/calibration@1`: what `calibrate` found out about a machine and a command.
import * as z from 'zod'
import { text } from './fields.ts'
import { placementSchema } from './placement.ts'

export const calibrationSchemaName = 'stable-bench/calibration@1'

const share = z.number().min(0)
const alarms = z.object({
  alarms: z.number().int(),
  comparisons: z.number().int(),
  share,
  interval: z.tuple([share, share]).describe('95 % Wilson interval.'),
})

const rowSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  runSd: share.nullable().describe('Relative standard deviation between runs.'),
  detectable: share.nullable().describe('Effect found with 80 % power with `perSide` runs a side.'),
  runsForBand: z.number().int().nullable().describe('Runs a side that see the band; null: more than 1000.'),
  suggestedBand: share.nullable().describe('The smallest band that 20 runs a side see.'),
  placement: placementSchema
    .nullable()
    .optional()
    .describe('What the place of the code alone does; only with layouts, null where it cannot be told.'),
})

const designSchema = z.object({
  design: z.enum(['in-turns', 'duet']),
  runs: z.number().int().describe('Runs a side, which take about the same time in all designs.'),
  seconds: share.describe('The time that these runs take.'),
  rows: z.array(z.object({ benchmark: z.string(), metric: z.string(), detectable: share.nullable() })),
})

export const calibrationSchema = z.object({
  schema: z.literal(calibrationSchemaName),
  suite: text,
  machine: text.nullable().describe('Its name; null where it has none.'),
  date: z.string().nullable().describe('When the first run began.'),
  fingerprint: z.string().nullable().describe('The testbed; a calibration is good for that machine only.'),
  runs: z.number().int(),
  perSide: z.number().int(),
  alpha: share,
  rows: z.array(rowSchema),
  row: alarms.describe('Rows below alpha although nothing differed.'),
  family: alarms.describe('Comparisons with any significant row although nothing differed.'),
  designs: z.array(designSchema).describe('The change that each way to measure both sides finds.'),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })).describe('Doubts about the runs.'),
})

export type CalibrationDocument = z.infer<typeof calibrationSchema>

/** The noise of each row, and how often comparisons of the command with itself raised a false alarm. */
export type Calibration = Omit<CalibrationDocument, 'schema' | 'suite' | 'machine' | 'date' | 'fingerprint'>

/** One row's noise; null where there is no logarithm or nothing varies. */
export type RowNoise = z.infer<typeof rowSchema>

/** The smallest change that one design finds in each row, and the time that its runs take. */
export type DesignSight = z.infer<typeof designSchema>

export type FalseAlarms = z.infer<typeof alarms>
