// Reads `stable-bench/calibration@1`.
import {
  type CalibrationDocument,
  calibrationSchema,
  calibrationSchemaName,
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

/**
 * The suggested bands as rules. A `*` in a benchmark's name matches itself as well, so names serve as patterns. It matches others,
 * too: `copy<char*>` is a pattern for `copy<char>` and `copy<char const*>` as well. A later rule wins, so names without one come
 * last, and longer names after shorter ones.
 */
export function bandRules({ rows }: CalibrationDocument): RowRule[] {
  const rules = rows.flatMap(({ benchmark, metric, suggestedBand: band }) =>
    band === null ? [] : [{ benchmark, metric, band }],
  )
  const isPattern = ({ benchmark }: RowRule) => /[*?]/.test(benchmark)
  return rules.toSorted(
    (one, other) =>
      Number(isPattern(other)) - Number(isPattern(one)) || one.benchmark.length - other.benchmark.length,
  )
}
