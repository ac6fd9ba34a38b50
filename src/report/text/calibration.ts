// Writes a calibration for a terminal: the changes that the machine's noise lets one see, and how often the tests were
// wrong.

import type { Calibration, FalseAlarms, RowNoise, Testbed } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { calibratedPlacements, calibrationAnswer } from '../words/calibration.ts'
import { NOTHING, roughShare } from '../words/numbers.ts'
import { placementLines } from '../words/rows/placement.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { designLines } from './calibrated-designs.ts'
import { testbedLines } from './session.ts'
import { left, right, wholeTable } from './table.ts'

const columns = [
  ...left('benchmark', 'metric'),
  ...right('run sd', 'detectable', 'runs for band', 'suggested band'),
]

function rowLines(rows: RowNoise[]): string[] {
  const cells = rows.map(row => [
    visibleText(row.benchmark),
    visibleText(row.metric),
    roughShare(row.runSd),
    roughShare(row.detectable),
    // Without measurable noise (all zeros, one constant) there is nothing to plan.
    row.runSd === null ? NOTHING : row.runsForBand === null ? '> 1000' : String(row.runsForBand),
    row.runSd === null
      ? NOTHING
      : row.suggestedBand === null
        ? '> 20 %'
        : `±${roughShare(row.suggestedBand)}`,
  ])
  return wholeTable(columns, cells)
}

function alarmLine(what: string, { alarms, comparisons, share: seen, interval }: FalseAlarms): string {
  const [low, high] = interval.map(roughShare)
  return `${what}: ${alarms} of ${comparisons}, ${roughShare(seen)} (95 % interval ${low} to ${high})`
}

/** The answer, the noise of each row, the false alarms of comparisons of the command with itself, and the machine. */
export function renderCalibration(
  calibration: Calibration,
  familyAlpha: number,
  testbed: Testbed | null,
): string {
  const { runs, perSide, alpha, rows, row, family } = calibration
  const top = splitWarnings(calibration).top.map(warning => `warning: ${topText(warning)}`)
  const designs = designLines(calibration.designs)
  return `${[
    ...(top.length === 0 ? [] : [...top, '']),
    ...calibrationAnswer(calibration, familyAlpha),
    '',
    ...rowLines(rows),
    '',
    `detectable: found in four of five comparisons with ${perSide} runs per side`,
    ...placementLines(calibratedPlacements(rows)),
    '',
    `${runs} runs of one command, compared with itself ${family.comparisons} times with ${perSide} runs per side:`,
    alarmLine(`rows below alpha = ${formatShare(alpha)}`, row),
    alarmLine(`comparisons with any significant row (at most ${formatShare(familyAlpha)})`, family),
    ...(designs.length === 0 ? [] : ['', ...designs]),
    ...(testbed === null ? [] : ['', ...testbedLines(testbed)]),
  ].join('\n')}\n`
}
