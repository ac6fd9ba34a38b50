// `stable-bench/calibration@1`: what `calibrate` found out about a machine and a command.
import * as z from 'zod'
import type { RowRule } from '../../model/index.ts'
import { readDocument } from './read.ts'

export const calibrationSchemaName = 'stable-bench/calibration@1'

const share = z.number().min(0)
const alarms = z.object({
  alarms: z.number().int(),
  comparisons: z.number().int(),
  share,
  interval: z.tuple([share, share]).describe('95 % Wilson interval.'),
})

export const calibrationSchema = z.object({
  schema: z.literal(calibrationSchemaName),
  fingerprint: z.string().nullable().describe('Of the testbed; a calibration is good for that machine only.'),
  runs: z.number().int(),
  perSide: z.number().int(),
  alpha: share,
  rows: z.array(
    z.object({
      benchmark: z.string(),
      metric: z.string(),
      runSd: share.nullable().describe('Relative standard deviation between runs.'),
      detectable: share.nullable().describe('Effect found with 80 % power with `perSide` runs a side.'),
      runsForBand: z
        .number()
        .int()
        .nullable()
        .describe('Runs a side that see the band; null: more than 1000.'),
      suggestedBand: share.nullable().describe('The smallest band that 20 runs a side see.'),
    }),
  ),
  row: alarms.describe('Rows below alpha although nothing differed.'),
  family: alarms.describe('Comparisons with any significant row although nothing differed.'),
  warnings: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .default([])
    .describe('Doubts about the runs.'),
})

export type CalibrationDocument = z.infer<typeof calibrationSchema>

/** Parses a calibration document. Throws an InputError that names the source, the path in it and the reason. */
export function parseCalibration(text: string, source: string): CalibrationDocument {
  return readDocument(calibrationSchema, text, source)
}

/** The suggested bands as rules. A `*` in a benchmark's name matches itself as well, so names serve as patterns. */
export function bandRules({ rows }: CalibrationDocument): RowRule[] {
  return rows.flatMap(({ benchmark, metric, suggestedBand: band }) =>
    band === null ? [] : [{ benchmark, metric, band }],
  )
}
