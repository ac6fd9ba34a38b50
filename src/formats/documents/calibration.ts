// Reads `stable-bench/calibration@1`.
import {
  type CalibrationDocument,
  calibrationSchema,
  calibrationSchemaName,
  exactPattern,
  type RowPlacement,
  type RowRule,
} from '../../model/index.ts'
import { readDocument } from './read-document.ts'

export const isCalibrationDocument = (text: string) =>
  text.slice(0, 200).includes(`"${calibrationSchemaName}"`)

/** Parses a calibration document. Throws an InputError that names the source, the path in it and the reason. */
export function parseCalibration(text: string, source: string): CalibrationDocument {
  return readDocument(calibrationSchema, text, source)
}

/** What the place of the code alone does to each row, where that was measured. */
export const placementsIn = ({ rows }: Pick<CalibrationDocument, 'rows'>): RowPlacement[] =>
  rows.flatMap(({ benchmark, metric, placement }) => (placement ? [{ benchmark, metric, ...placement }] : []))

/** The suggested bands as rules, each for its own row alone. */
export const bandRules = ({ rows }: CalibrationDocument): RowRule[] =>
  rows.flatMap(({ benchmark, metric, suggestedBand: band }) =>
    band === null ? [] : [{ benchmark: exactPattern(benchmark), metric: exactPattern(metric), band }],
  )
