// The answer of a calibration in plain words: the changes that the machine sees, and whether its false alarms are as
// promised.
import type { Calibration, FalseAlarms, RowNoise } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { formatShare } from '../../units.ts'
import { roughShare } from './numbers.ts'
import { visibleText } from './visible-text.ts'

/** What the place of the code alone does to each benchmark of a calibration; nothing without layouts. */
export const calibratedPlacements = (rows: RowNoise[]) =>
  withFirstMetric(rows).flatMap(({ benchmark, placement }) =>
    placement ? [{ name: benchmark, ...placement }] : [],
  )

/** The first metric of each benchmark, which is the one that gates. */
const withFirstMetric = <Row extends { benchmark: string }>(rows: Row[]): Row[] =>
  rows.filter((row, i) => rows.findIndex(({ benchmark }) => benchmark === row.benchmark) === i)

/** The change that the usual benchmark shows; null where none varies. */
export function usualSight(rows: { benchmark: string; detectable: number | null }[]): number | null {
  const seen = withFirstMetric(rows).flatMap(({ detectable }) => detectable || [])
  return seen.length === 0 ? null : median(seen)
}

function sightText({ rows, perSide }: Calibration): string {
  const seen = withFirstMetric(rows).flatMap(({ benchmark, runSd, detectable }) =>
    runSd !== null && runSd > 0 && detectable !== null ? [{ benchmark, detectable }] : [],
  )
  const worst = seen.toSorted((a, b) => b.detectable - a.detectable)[0]
  if (worst === undefined)
    return 'No benchmark has a noise to plan by: its numbers never vary, or hold a zero.'
  const usual = roughShare(usualSight(seen))
  const name = visibleText(worst.benchmark)
  const which = seen.length === 1 ? '' : ` (worst row ${roughShare(worst.detectable)}: ${name})`
  return `With ${perSide} runs per side this machine sees changes of ${usual}${which}.`
}

type Promised = { what: string; counted: FalseAlarms; promised: number }

const alarmText = ({ what, counted, promised }: Promised) =>
  `${roughShare(counted.share)} of ${what}, at most ${formatShare(promised)} promised`

/** The answer, a sentence a line. A broken promise (the whole interval of a share lies above it) comes first. */
export function calibrationAnswer(calibration: Calibration, familyAlpha: number): string[] {
  const { runs, alpha, row, family } = calibration
  const promises: Promised[] = [
    { what: 'rows', counted: row, promised: alpha },
    { what: 'comparisons', counted: family, promised: familyAlpha },
  ]
  const broken = promises.filter(
    ({ counted, promised }) => counted.comparisons > 0 && counted.interval[0] > promised,
  )
  const sight = sightText(calibration)
  if (broken.length > 0)
    return [
      `More false alarms than promised: ${broken.map(alarmText).join('; ')}.`,
      'Keep other work off this machine and calibrate again before you rely on its verdicts.',
      sight,
    ]
  if (row.comparisons === 0) return [sight, 'No row varied, so there was nothing to raise a false alarm.']
  const above = promises.filter(({ counted, promised }) => counted.share > promised)
  return above.length === 0
    ? [`${sight} False alarms as promised.`]
    : [sight, `False alarms: ${above.map(alarmText).join('; ')}. With ${runs} runs that may be chance.`]
}
