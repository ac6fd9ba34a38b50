// Writes a calibration for a terminal: the changes that the machine's noise lets one see, and how often the tests were
// wrong.
import type { Calibration, DesignSight, FalseAlarms, RowNoise, Testbed } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { calibratedPlacements, calibrationAnswer, usualSight } from '../words/calibration.ts'
import { NOTHING, roughShare } from '../words/numbers.ts'
import { placementLines } from '../words/rows/placement.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { testbedLines } from './session.ts'
import { left, linesOfTable, right, spaced } from './table.ts'

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
    ...(row.runSd === null
      ? [NOTHING, NOTHING]
      : [
          row.runsForBand === null ? '> 1000' : String(row.runsForBand),
          row.suggestedBand === null ? '> 20 %' : `±${roughShare(row.suggestedBand)}`,
        ]),
  ])
  return linesOfTable(columns, cells)
}

function alarmLine(what: string, { alarms, comparisons, share: seen, interval }: FalseAlarms): string {
  const [low, high] = interval.map(roughShare)
  return `${what}: ${alarms} of ${comparisons}, ${roughShare(seen)} (95 % interval ${low} to ${high})`
}

/** The names of the document in words. */
const NAMES = { 'in-turns': 'interleaved', duet: 'duet' } as const
const WIDTH = 24
/** A design is named where it sees so much less than another. */
const WORTH_SAYING = 0.8

const designColumns = [...left('design'), ...right('runs per side', 'time', 'sees'), ...left('')]

const timeText = (seconds: number) =>
  seconds < 10
    ? `${seconds.toFixed(1)} s`
    : seconds < 120
      ? `${Math.round(seconds)} s`
      : `${Math.round(seconds / 60)} min`

/** The table, and a sentence where a duet sees more; nothing where there is one design, or nothing varies. */
function designLines(designs: DesignSight[]): string[] {
  const seen = designs.flatMap(design => {
    const sight = usualSight(design.rows)
    return sight === null ? [] : [{ ...design, sight }]
  })
  if (seen.length < 2) return []
  const largest = Math.max(...seen.map(({ sight }) => sight))
  const cells = seen.map(({ design, runs, seconds, sight }) => [
    NAMES[design],
    String(runs),
    timeText(seconds),
    formatShare(sight, 2),
    '█'.repeat(Math.max(1, Math.round((WIDTH * sight) / largest))),
  ])
  const sightOf = (name: DesignSight['design']) =>
    seen.find(({ design }) => design === name)?.sight ?? Number.POSITIVE_INFINITY
  const [interleaved, duet] = [sightOf('in-turns'), sightOf('duet')]
  const text = `ab --duet, or duet: true: both versions at the same time show changes of ${formatShare(duet, 2)} here`
  const advice = duet < WORTH_SAYING * interleaved ? [text] : []
  return [...linesOfTable(designColumns, cells), ...advice].map(line => line.trimEnd())
}

/** The answer, the noise of each row, the false alarms of comparisons of the command with itself, and the machine. */
export function renderCalibration(found: Calibration, familyAlpha: number, testbed: Testbed | null): string {
  const { runs, perSide, alpha, rows, row, family } = found
  const top = splitWarnings(found).top.map(warning => `warning: ${topText(warning)}`)
  const designs = designLines(found.designs)
  return `${[
    ...spaced(top),
    ...spaced(calibrationAnswer(found, familyAlpha)),
    ...spaced(rowLines(rows)),
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
