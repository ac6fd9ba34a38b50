// A calibration speaks of the machine that it was made on: says so where another one was measured.
import { parseCalibration } from '../formats/documents/calibration.ts'
import { readTextFile } from '../history/store/session-file.ts'
import type { Comparison } from '../model/index.ts'

/** The comparison, with a warning where the calibration in `path` ('' for none) is that of another testbed. */
export function withCalibrationDoubt(comparison: Comparison, path: string): Comparison {
  if (path === '') return comparison
  const { fingerprint } = parseCalibration(readTextFile(path), path)
  const measured = comparison.candidate.testbed?.fingerprint ?? null
  if (fingerprint === null || measured === null || fingerprint === measured) return comparison
  const message =
    `${path} was made on another testbed than this candidate was measured on, so its bands need not fit: ` +
    'calibrate again here'
  return { ...comparison, warnings: [...comparison.warnings, { code: 'calibration-elsewhere', message }] }
}
