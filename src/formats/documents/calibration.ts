// Reads `stable-bench/calibration@1`.
import { type CalibrationDocument, calibrationSchema, type RowRule } from '../../model/index.ts'
import { readDocument } from './read-document.ts'

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
