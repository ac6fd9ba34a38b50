// What a calibration adds to a history: what the place of the code alone does to benchmarks. It has no nights.
import { isCalibrationDocument, parseCalibration, placementsIn } from '../../formats/documents/calibration.ts'
import { InputError, type TrendHistory } from '../../model/index.ts'

export { isCalibrationDocument }

/** The history that a calibration document makes. Throws an InputError for one without layouts, and for what is no calibration. */
export function historyOfCalibration(text: string, source: string): TrendHistory {
  const document = parseCalibration(text, source)
  const { suite, machine, date } = document
  const placements = placementsIn(document).map(each => ({
    ...each,
    machine: machine ?? 'unknown',
    date: date ?? new Date(0).toISOString(),
  }))
  if (placements.length === 0)
    throw new InputError(
      `${source}: says nothing of placement, which a history keeps of a calibration; calibrate with --layouts 20`,
    )
  return { suite, repository: null, nights: [], series: [], releases: [], told: [], placements }
}
