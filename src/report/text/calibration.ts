// Writes a calibration for a terminal: the changes that the machine's noise lets one see, and how often the tests were
// wrong.

import type { Calibration, FalseAlarms, RowNoise, Testbed } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { calibratedPlacements, calibrationAnswer } from '../words/calibration.ts'
import { placementLines } from '../words/rows/placement.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { designLines } from './calibrated-designs.ts'
import { testbedLines } from './session.ts'
import { type Column, textTable } from './table.ts'

const rounded = (value: number) => formatShare(value, 2)

const share = (value: number | null) => (value === null ? '–' : rounded(value))

const columns: Column[] = [
  { title: 'benchmark', align: 'left' },
  { title: 'metric', align: 'left' },
  { title: 'run sd', align: 'right' },
  { title: 'detectable', align: 'right' },
  { title: 'runs for band', align: 'right' },
  { title: 'suggested band', align: 'right' },
]

function rowLines(rows: RowNoise[]): string[] {
  const cells = rows.map(row => [
    visibleText(row.benchmark),
    visibleText(row.metric),
    share(row.runSd),
    share(row.detectable),
    // Without measurable noise (all zeros, one constant) there is nothing to plan.
    row.runSd === null ? '–' : row.runsForBand === null ? '> 1000' : String(row.runsForBand),
    row.runSd === null ? '–' : row.suggestedBand === null ? '> 20 %' : `±${rounded(row.suggestedBand)}`,
  ])
  const table = textTable(columns, cells, Number.POSITIVE_INFINITY, text => text)
  return [table.header, ...table.rows.flat()]
}

function alarmLine(what: string, { alarms, comparisons, share: seen, interval }: FalseAlarms): string {
  const [low, high] = interval.map(rounded)
  return `${what}: ${alarms} of ${comparisons}, ${rounded(seen)} (95 % interval ${low} to ${high})`
}

/**
 * The answer, the noise of each row, the false alarms of comparisons of the command with itself, and on which machine.
 */
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
