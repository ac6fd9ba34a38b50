// A calibration on a terminal: what the machine's noise lets one see, and how often the tests were wrong.

import type { Calibration, FalseAlarms, RowNoise } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'

const rounded = (value: number) => formatShare(value, 2)

const share = (value: number | null) => (value === null ? '–' : rounded(value))

function rowLines(rows: RowNoise[]): string[] {
  const header = ['benchmark', 'metric', 'run sd', 'detectable', 'runs for band', 'suggested band']
  const cells = rows.map(row => [
    visibleText(row.benchmark),
    visibleText(row.metric),
    share(row.runSd),
    share(row.detectable),
    // Without a noise to speak of (zeros, one number throughout) there is nothing to plan by.
    row.runSd === null ? '–' : row.runsForBand === null ? '> 1000' : String(row.runsForBand),
    row.runSd === null ? '–' : row.suggestedBand === null ? '> 20 %' : `±${rounded(row.suggestedBand)}`,
  ])
  const widths = header.map((name, i) =>
    Math.max(name.length, ...cells.map(row => (row[i] as string).length)),
  )
  return [header, ...cells].map(row =>
    row
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number)))
      .join('  '),
  )
}

function alarmLine(what: string, { alarms, comparisons, share: seen, interval }: FalseAlarms): string {
  const [low, high] = interval.map(rounded)
  return `${what}: ${alarms} of ${comparisons}, ${rounded(seen)} (95 % interval ${low} to ${high})`
}

/** The noise of each row, then the false alarms of comparisons of the command with itself. */
export function renderCalibration(calibration: Calibration): string {
  const { runs, perSide, alpha, rows, row, family } = calibration
  const top = splitWarnings(calibration).top.map(warning => `warning: ${topText(warning)}`)
  return `${[
    ...(top.length === 0 ? [] : [...top, '']),
    ...rowLines(rows),
    '',
    `${runs} runs of one command, compared with itself ${family.comparisons} times with ${perSide} runs a side:`,
    alarmLine(`rows below alpha = ${formatShare(alpha)}`, row),
    alarmLine('comparisons with any significant row', family),
  ].join('\n')}\n`
}
